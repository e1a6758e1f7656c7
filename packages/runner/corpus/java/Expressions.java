import java.util.*;

class Expressions {
    static double value(Expression one, Map<String, Double> of) {
        if (one instanceof Number n) return n.value();
        if (one instanceof Sum s) return value(s.left(), of) + value(s.right(), of);
        if (one instanceof Product p) return value(p.left(), of) * value(p.right(), of);
        if (one instanceof Variable v) return Optional.ofNullable(of.get(v.name())).orElseThrow(() -> new NoSuchElementException("no value of " + v.name()));
        throw new AssertionError();
    }

    static Expression derived(Expression one, String by) {
        if (one instanceof Sum s) return new Sum(derived(s.left(), by), derived(s.right(), by));
        if (one instanceof Product p) return new Sum(new Product(derived(p.left(), by), p.right()), new Product(p.left(), derived(p.right(), by)));
        return new Number(one instanceof Variable v && v.name().equals(by) ? 1 : 0);
    }

    public static void main(String[] args) {
        Expression line = new Sum(new Product(new Variable("x"), new Variable("x")), new Product(new Number(3), new Variable("y")));
        System.out.println(line);
        System.out.println(value(line, Map.of("x", 4.0, "y", 0.5)) + " " + value(derived(line, "x"), Map.of("x", 4.0, "y", 0.5)));
        System.out.println(new Number(1).equals(new Number(1.0)) + " " + new Sum(new Number(1), new Number(2)).hashCode());
        try { value(line, Map.of("x", 1.0)); } catch (NoSuchElementException fault) { System.out.println(fault.getMessage()); }
        var text = """
            Several lines,
              with "quotes" and \
            one end.
            """;
        System.out.print(text);
    }
}

sealed interface Expression permits Number, Sum, Product, Variable {}
record Number(double value) implements Expression {}
record Sum(Expression left, Expression right) implements Expression {}
record Product(Expression left, Expression right) implements Expression {}
record Variable(String name) implements Expression {}
