import java.util.*;

class Generics {
    static class Heap<T extends Comparable<? super T>> implements Iterable<T> {
        private final List<T> items = new ArrayList<>();
        void add(T item) { items.add(item); for (int at = items.size() - 1; at > 0 && items.get(at).compareTo(items.get((at - 1) / 2)) < 0; at = (at - 1) / 2) Collections.swap(items, at, (at - 1) / 2); }
        T take() {
            T top = items.get(0);
            T last = items.remove(items.size() - 1);
            if (!items.isEmpty()) {
                items.set(0, last);
                for (int at = 0, least; ; at = least) {
                    least = at;
                    for (int child = 2 * at + 1; child <= 2 * at + 2 && child < items.size(); child++) if (items.get(child).compareTo(items.get(least)) < 0) least = child;
                    if (least == at) break;
                    Collections.swap(items, at, least);
                }
            }
            return top;
        }
        @Override public Iterator<T> iterator() { return new Iterator<>() { public boolean hasNext() { return !items.isEmpty(); } public T next() { return take(); } }; }
    }
    enum Planet {
        MERCURY(3.303e+23, 2.4397e6), EARTH(5.976e+24, 6.37814e6) { @Override String note() { return "home"; } };
        final double mass, radius;
        Planet(double mass, double radius) { this.mass = mass; this.radius = radius; }
        double gravity() { return 6.67300E-11 * mass / (radius * radius); }
        String note() { return "-"; }
    }
    static <K, V extends Comparable<V>> K best(Map<K, V> of) { return Collections.max(of.entrySet(), Map.Entry.comparingByValue()).getKey(); }
    static double sum(Collection<? extends Number> all) { double total = 0; for (Number one : all) total += one.doubleValue(); return total; }
    @SafeVarargs static <T> List<T> listed(T... all) { return new ArrayList<>(Arrays.asList(all)); }

    public static void main(String[] args) {
        Heap<String> heap = new Heap<>();
        for (String word : "the quick brown fox jumps over lazy dogs".split(" ")) heap.add(word);
        for (String word : heap) System.out.print(word + " ");
        System.out.println(best(Map.of("a", 3, "b", 9, "c", 5)) + " " + sum(List.of(1, 2.5, 3L)) + " " + listed(3, 1, 2));
        for (Planet planet : Planet.values()) System.out.printf("%s %.3f %s %d%n", planet, planet.gravity(), planet.note(), planet.ordinal());
        EnumMap<Planet, Integer> moons = new EnumMap<>(Map.of(Planet.EARTH, 1, Planet.MERCURY, 0));
        System.out.println(moons + " " + Planet.valueOf("EARTH").name().toLowerCase());
        Integer a = 127, b = 127, c = 1000, d = 1000;
        System.out.println((a == b) + " " + c.equals(d) + " " + (0.1 + 0.2) + " " + 1.0f / 3 + " " + (int) 3.99 + " " + -7 / 2 + " " + -7 % 2 + " " + Math.floorMod(-7, 2) + " " + (Integer.MAX_VALUE + 1) + " " + (1L << 40) + " " + (-8 >>> 28) + " " + 1.0 / 0 + " " + Double.compare(0.0, -0.0) + " " + 100.0 + " " + 1e7 + " " + 1.0E-5);
        try { Object text = "x"; Integer wrong = (Integer) text; } catch (ClassCastException fault) { System.out.println("cast"); }
        Iterator<Integer> at = List.of(1).iterator();
        at.next();
        try { at.next(); } catch (NoSuchElementException fault) { System.out.println("no more"); }
    }
}
