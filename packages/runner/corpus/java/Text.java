import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.*;
import java.util.regex.*;

class Text {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in, StandardCharsets.UTF_8);
        while (in.hasNextLine()) {
            String line = in.nextLine();
            String bare = Normalizer.normalize(line, Normalizer.Form.NFD).replaceAll("\\p{M}", "");
            System.out.printf("%d %d %d %s %s%n", line.length(), line.codePointCount(0, line.length()), line.getBytes(StandardCharsets.UTF_8).length, bare, new StringBuilder(line).reverse());
            Matcher found = Pattern.compile("(?<word>\\p{L}+)-(?<number>\\d+)").matcher(line);
            while (found.find()) System.out.println("  " + found.group("word") + "=" + Integer.parseInt(found.group("number")) * 2 + " at " + found.start());
        }
        System.out.println(String.join("|", "a,b,,c,,".split(",")) + " " + "a,b,,c,,".split(",", -1).length + " " + Arrays.toString("one  two".split("\\s+")));
        System.out.println("  strip ".strip() + "." + "ab".repeat(3) + "." + "Straße".toUpperCase(Locale.ROOT) + "." + "hello".chars().filter(c -> c == 'l').count() + "." + "b".compareTo("a") + "." + "Hello".equalsIgnoreCase("hELLO"));
        System.out.println(String.format("[%5d|%-5s|%05.1f|%x|%c|%,d|%e|%b|%+d]", 42, "ab", 3.14159, 255, 'z', 1234567, 12345.678, true, 7));
        System.out.println("x1y22z".replaceAll("[0-9]+", "<$0>") + " " + "a.b.c".replace(".", "") + " " + "abc".indexOf('c') + " " + "tacocat".contentEquals(new StringBuilder("tacocat").reverse()));
        char c = 'a';
        c += 1;
        System.out.println(c + 1 + " " + (char) (c + 1) + " " + Character.isLetter('é') + " " + Character.getNumericValue('7') + " " + (int) '€');
    }
}
