import java.util.*;
import java.util.function.*;
import java.util.stream.*;

class Streams {
    record Sale(String region, String item, int quantity, double price) {
        double total() { return quantity * price; }
    }
    public static void main(String[] args) {
        List<Sale> sales = List.of(new Sale("north", "pen", 10, 1.25), new Sale("south", "ink", 3, 7.5), new Sale("north", "ink", 1, 7.5), new Sale("east", "pad", 4, 2.0), new Sale("south", "pen", 20, 1.1));
        Map<String, Double> totals = sales.stream().collect(Collectors.groupingBy(Sale::region, TreeMap::new, Collectors.summingDouble(Sale::total)));
        System.out.println(totals);
        System.out.println(sales.stream().sorted(Comparator.comparing(Sale::item).thenComparing(Sale::quantity, Comparator.reverseOrder())).map(s -> s.item() + s.quantity()).collect(Collectors.joining(", ", "[", "]")));
        System.out.println(IntStream.rangeClosed(1, 20).filter(n -> n % 3 == 0).boxed().collect(Collectors.toList()));
        System.out.println(Stream.iterate(new long[] {0, 1}, f -> new long[] {f[1], f[0] + f[1]}).limit(15).map(f -> f[0]).toList());
        System.out.println(sales.stream().collect(Collectors.partitioningBy(s -> s.total() > 10, Collectors.counting())));
        System.out.println(IntStream.of(3, 1, 4, 1, 5).summaryStatistics());
        System.out.println(Stream.of("b,a", "d", "c,e").flatMap(s -> Arrays.stream(s.split(","))).sorted().reduce("", String::concat));
        Function<Integer, Integer> twice = x -> x * 2, inc = x -> x + 1;
        Supplier<Stream<Integer>> source = () -> Stream.of(1, 2, 3);
        System.out.println(source.get().map(twice.andThen(inc)).toList() + " " + source.get().map(twice.compose(inc)).toList());
        Optional<Sale> best = sales.stream().max(Comparator.comparingDouble(Sale::total));
        System.out.println(best.map(Sale::item).orElse("none") + " " + sales.stream().filter(s -> s.quantity() > 99).findFirst().isPresent());
        System.out.printf(Locale.ROOT, "%.4f %s%n", sales.stream().mapToDouble(Sale::price).average().orElseThrow(), IntStream.range(0, 5).mapToObj(Integer::toBinaryString).toList());
    }
}
