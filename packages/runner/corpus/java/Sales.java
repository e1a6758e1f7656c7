import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class Sales {
    record Sale(String region, String product, int pieces, double price) { double total() { return pieces * price; } }

    public static void main(String[] args) {
        List<Sale> sales = List.of(new Sale("north", "tea", 3, 2.5), new Sale("south", "tea", 10, 2.25), new Sale("north", "coffee", 1, 9.0), new Sale("east", "cocoa", 4, 4.75), new Sale("south", "coffee", 2, 8.5));
        Map<String, Double> totals = sales.stream().collect(Collectors.groupingBy(Sale::region, TreeMap::new, Collectors.summingDouble(Sale::total)));
        System.out.println(totals);
        Map<Boolean, String> parts = sales.stream().collect(Collectors.partitioningBy(s -> s.total() > 15, Collectors.mapping(Sale::product, Collectors.joining("+", "[", "]"))));
        System.out.println(parts);
        System.out.println(sales.stream().sorted(Comparator.comparing(Sale::product).thenComparing(Sale::price, Comparator.reverseOrder())).map(s -> s.product().charAt(0) + "" + s.pieces()).toList());
        IntSummaryStatistics pieces = sales.stream().mapToInt(Sale::pieces).summaryStatistics();
        System.out.println(pieces);
        System.out.println(IntStream.rangeClosed(2, 50).filter(n -> IntStream.rangeClosed(2, (int) Math.sqrt(n)).noneMatch(d -> n % d == 0)).boxed().map(String::valueOf).collect(Collectors.joining(" ")));
        System.out.println(Stream.iterate(new long[]{0, 1}, p -> new long[]{p[1], p[0] + p[1]}).limit(50).mapToLong(p -> p[0]).reduce((a, b) -> b).getAsLong());
        Function<Integer, Function<Integer, Integer>> add = a -> b -> a + b;
        UnaryOperator<String> twice = s -> s + s;
        BiFunction<Integer, Integer, Integer> power = (a, b) -> (int) Math.pow(a, b);
        System.out.println(add.apply(3).apply(4) + " " + twice.andThen(String::length).apply("abc") + " " + power.andThen(n -> -n).apply(2, 10));
        System.out.println(Stream.of("b", "a", "c").flatMap(s -> Stream.of(s, s.toUpperCase())).takeWhile(s -> !s.equals("c")).toList() + " " + Stream.of(1, 2, 3, 4).collect(Collectors.teeing(Collectors.counting(), Collectors.averagingInt(n -> n), (n, mean) -> n + "/" + mean)));
    }
}
