import java.util.*;

public class Graph {
    private final Map<String, Map<String, Integer>> roads = new LinkedHashMap<>();

    void road(String from, String to, int length) {
        roads.computeIfAbsent(from, k -> new TreeMap<>()).put(to, length);
        roads.computeIfAbsent(to, k -> new TreeMap<>()).put(from, length);
    }

    List<String> shortest(String from, String to) {
        Map<String, Integer> distance = new HashMap<>(Map.of(from, 0));
        Map<String, String> before = new HashMap<>();
        PriorityQueue<Map.Entry<String, Integer>> queue = new PriorityQueue<>(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()));
        queue.add(Map.entry(from, 0));
        while (!queue.isEmpty()) {
            var here = queue.poll();
            if (here.getValue() > distance.get(here.getKey())) continue;
            for (var road : roads.getOrDefault(here.getKey(), Map.of()).entrySet()) {
                int found = here.getValue() + road.getValue();
                if (found >= distance.getOrDefault(road.getKey(), Integer.MAX_VALUE)) continue;
                distance.put(road.getKey(), found);
                before.put(road.getKey(), here.getKey());
                queue.add(Map.entry(road.getKey(), found));
            }
        }
        if (!distance.containsKey(to)) return List.of();
        Deque<String> way = new ArrayDeque<>();
        for (String at = to; at != null; at = before.get(at)) way.addFirst(at);
        way.addLast(distance.get(to) + " km");
        return List.copyOf(way);
    }

    public static void main(String[] args) {
        Graph graph = new Graph();
        Scanner in = new Scanner(System.in);
        for (int n = in.nextInt(); n > 0; n--) graph.road(in.next(), in.next(), in.nextInt());
        while (in.hasNext()) System.out.println(String.join(" > ", graph.shortest(in.next(), in.next())));
        System.out.println(graph.roads);
    }
}
