import java.util.*;

class Recursion {
    static final Map<Long, Long> known = new HashMap<>();
    static long ways(int n, int most) {
        if (n == 0) return 1;
        if (n < 0 || most == 0) return 0;
        long key = n * 1000L + most;
        Long found = known.get(key);
        if (found != null) return found;
        long result = ways(n - most, most) + ways(n, most - 1);
        known.put(key, result);
        return result;
    }
    static void permute(String left, String chosen, List<String> into) {
        if (left.isEmpty()) into.add(chosen);
        for (int i = 0; i < left.length(); i++) permute(left.substring(0, i) + left.substring(i + 1), chosen + left.charAt(i), into);
    }
    static int hanoi(int n, char from, char to, char over) { return n == 0 ? 0 : hanoi(n - 1, from, over, to) + 1 + hanoi(n - 1, over, to, from); }
    static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
    static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
    static int endless(int n) { return endless(n + 1) + 1; }
    static int queens(int n, int row, int columns, int left, int right) {
        if (row == n) return 1;
        int count = 0;
        for (int c = 0; c < n; c++) if ((columns >> c & 1) == 0 && (left >> (row + c) & 1) == 0 && (right >> (row - c + n) & 1) == 0) count += queens(n, row + 1, columns | 1 << c, left | 1 << (row + c), right | 1 << (row - c + n));
        return count;
    }
    public static void main(String[] args) {
        List<String> all = new ArrayList<>();
        permute("abcd", "", all);
        System.out.println(all.size() + " " + all.get(13) + " " + ways(100, 100) + " " + hanoi(16, 'a', 'c', 'b') + " " + ackermann(2, 9) + " " + depth(5000) + " " + queens(8, 0, 0, 0, 0));
        try { endless(0); } catch (StackOverflowError fault) { System.out.println("too deep"); }
        int[][] triangle = new int[8][];
        for (int r = 0; r < 8; r++) { triangle[r] = new int[r + 1]; for (int c = 0; c <= r; c++) triangle[r][c] = c == 0 || c == r ? 1 : triangle[r - 1][c - 1] + triangle[r - 1][c]; }
        System.out.println(Arrays.deepToString(triangle));
        System.exit(all.size() > 3 ? 3 : 0);
    }
}
