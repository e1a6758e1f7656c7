import java.util.*;

public class Bank {
    public static void main(String[] args) {
        List<Base> all = List.of(new Savings("Ada"), new Credit("Alan"), new Savings("Grace"));
        long[] amounts = {120_000, 40_050, -5};
        for (int i = 0; i < 3; i++) {
            try {
                all.get(i).deposit(amounts[i]);
                all.get(i).withdraw(85_025);
                System.out.println("fine " + all.get(i));
            } catch (InsufficientFunds fault) {
                System.out.println(all.get(i) + ": " + fault.getMessage() + " " + fault.missing);
            } catch (IllegalArgumentException fault) {
                System.out.println(fault);
            } finally {
                System.out.println(all.get(i).shown());
            }
        }
        System.out.println(new HashSet<>(all).size() + " " + all.get(0).equals(all.get(1)) + " " + all);
        try { all.add(null); } catch (UnsupportedOperationException fault) { System.out.println(fault.getClass().getName()); }
    }
}

interface Account {
    String owner();
    long balance();
    default String shown() { return String.format("%-6s %,10.2f", owner(), balance() / 100.0); }
}

class InsufficientFunds extends Exception {
    final long missing;
    InsufficientFunds(long missing) { super("missing " + missing + " cents"); this.missing = missing; }
}

abstract class Base implements Account {
    private static int made;
    protected final int number = ++made;
    private final String owner;
    protected long cents;
    Base(String owner) { this.owner = owner; }
    public String owner() { return owner; }
    public long balance() { return cents; }
    void deposit(long more) { if (more <= 0) throw new IllegalArgumentException("not positive: " + more); cents += more; }
    void withdraw(long less) throws InsufficientFunds { if (less > limit()) throw new InsufficientFunds(less - limit()); cents -= less; }
    abstract long limit();
    @Override public boolean equals(Object other) { return other instanceof Base base && base.number == number; }
    @Override public int hashCode() { return number; }
    @Override public String toString() { return getClass().getSimpleName() + "#" + number; }
}

class Savings extends Base {
    Savings(String owner) { super(owner); }
    long limit() { return cents; }
}

class Credit extends Base {
    Credit(String owner) { super(owner); }
    long limit() { return cents + 50_000; }
    @Override public String shown() { return super.shown() + (cents < 0 ? " overdrawn" : ""); }
}
