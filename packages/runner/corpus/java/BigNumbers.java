import java.math.*;
import java.time.*;
import java.util.*;
import java.util.regex.*;

public class BigNumbers {
    static BigInteger fibonacci(int n) {
        BigInteger a = BigInteger.ZERO, b = BigInteger.ONE;
        for (int i = 0; i < n; i++) { BigInteger next = a.add(b); a = b; b = next; }
        return a;
    }
    public static void main(String[] args) {
        System.out.println(fibonacci(300));
        BigInteger factorial = BigInteger.ONE;
        for (int i = 2; i <= 50; i++) factorial = factorial.multiply(BigInteger.valueOf(i));
        System.out.println(factorial + " " + factorial.bitLength() + " " + factorial.mod(BigInteger.valueOf(1_000_003)));
        System.out.println(new BigInteger("2").modPow(new BigInteger("1000"), new BigInteger("1000000007")));
        System.out.println(new BigDecimal("10").divide(new BigDecimal("3"), 20, RoundingMode.HALF_UP) + " " + new BigDecimal("1.10").add(new BigDecimal("2.205")));
        System.out.println(Integer.MAX_VALUE + 1 + " " + Long.toHexString(-1L) + " " + Integer.bitCount(255) + " " + (-17 >> 2) + " " + (-17 >>> 28) + " " + Math.floorMod(-7, 3));
        System.out.println(0.1 + 0.2 + " " + 1e10 + " " + 100.0f / 3 + " " + (char) ('a' + 2) + " " + String.format(Locale.ROOT, "%08.3f|%,d|%x|%e", 3.14159, 1234567, 255, 12345.678));
        LocalDate date = LocalDate.of(2024, 1, 31);
        System.out.println(date.plusMonths(1) + " " + date.getDayOfWeek() + " " + date.isLeapYear() + " " + Period.between(date, LocalDate.of(2025, 3, 1)) + " " + Instant.ofEpochSecond(86_400));
        Matcher matcher = Pattern.compile("(?<key>\\w+)=(\\d+)").matcher("a=1, bb=22; c=x");
        while (matcher.find()) System.out.println(matcher.group("key") + " " + Integer.parseInt(matcher.group(2)) * 2 + " " + matcher.start());
        StringBuilder text = new StringBuilder("añ👋z");
        System.out.println(text.length() + " " + text.codePointCount(0, text.length()) + " " + text.reverse() + " " + "straße".toUpperCase(Locale.ROOT));
        try { Object[] list = new Integer[1]; list[0] = "x"; } catch (ArrayStoreException e) { System.out.println(e.getMessage()); }
        try { System.out.println(1 / (args.length)); } catch (ArithmeticException e) { System.out.println(e.getMessage()); } finally { System.out.println("finally"); }
    }
}
