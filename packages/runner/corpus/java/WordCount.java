import java.io.*;
import java.util.*;

public class WordCount {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Map<String, Integer> counts = new TreeMap<>();
        int lines = 0;
        for (String line; (line = in.readLine()) != null; lines++) {
            StringTokenizer words = new StringTokenizer(line.toLowerCase().replaceAll("[^a-z]", " "));
            while (words.hasMoreTokens()) counts.merge(words.nextToken(), 1, Integer::sum);
        }
        System.out.println(lines + " lines");
        List<Map.Entry<String, Integer>> ranked = new ArrayList<>(counts.entrySet());
        ranked.sort(Map.Entry.<String, Integer>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()));
        for (Map.Entry<String, Integer> entry : ranked) {
            System.out.println(entry.getKey() + ".".repeat(10 - entry.getKey().length()) + entry.getValue());
        }
    }
}
