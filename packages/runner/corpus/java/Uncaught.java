public class Uncaught {
    static int[] numbers = {1, 2, 3};
    public static void main(String[] args) {
        System.out.println("before");
        for (int i = 0; i <= numbers.length; i++) System.out.println(numbers[i]);
        System.out.println("never");
    }
}
