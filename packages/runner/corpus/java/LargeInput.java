import java.io.*;
import java.util.*;

public class LargeInput {
    public static void main(String[] args) throws IOException {
        StreamTokenizer in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));
        in.nextToken();
        int n = (int) in.nval;
        int[] all = new int[n];
        long sum = 0;
        for (int i = 0; i < n; i++) {
            in.nextToken();
            all[i] = (int) in.nval;
            sum += all[i];
        }
        Arrays.sort(all);
        Map<Integer, Integer> ends = new TreeMap<>();
        for (int one : all) ends.merge(one % 10, 1, Integer::sum);
        System.out.println(n + " " + sum + " " + all[n / 2] + " " + Arrays.stream(all).distinct().count() + " " + ends);
    }
}
