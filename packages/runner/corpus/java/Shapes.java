import java.util.*;

public class Shapes {
    sealed interface Shape permits Circle, Rectangle {
        double area();
        default String describe() { return String.format(Locale.ROOT, "%-10s%8.3f", getClass().getSimpleName(), area()); }
    }
    record Circle(double radius) implements Shape {
        Circle { if (radius < 0) throw new IllegalArgumentException("negative radius: " + radius); }
        public double area() { return Math.PI * radius * radius; }
    }
    record Rectangle(double width, double height) implements Shape {
        public double area() { return width * height; }
    }
    static abstract class Animal implements Comparable<Animal> {
        private static int made = 0;
        protected final String name;
        Animal(String name) { this.name = name; made++; }
        abstract String sound();
        public int compareTo(Animal other) { return name.compareTo(other.name); }
        @Override public String toString() { return name + " says " + sound(); }
    }
    static class Dog extends Animal {
        Dog(String name) { super(name); }
        String sound() { return "woof"; }
    }
    static class Puppy extends Dog {
        Puppy(String name) { super(name + " jr"); }
        @Override String sound() { return super.sound().replace('o', 'i'); }
    }
    public static void main(String[] args) {
        List<Shape> shapes = new ArrayList<>(List.of(new Circle(1.5), new Rectangle(2, 3.25), new Circle(0.5)));
        shapes.sort(Comparator.comparingDouble(Shape::area).reversed());
        for (Shape shape : shapes) System.out.println(shape.describe() + " " + shape);
        System.out.println(new Rectangle(1, 2).equals(new Rectangle(1, 2)));
        List<Animal> animals = Arrays.asList(new Puppy("Rex"), new Dog("Fido"), new Dog("Ace"));
        Collections.sort(animals);
        System.out.println(animals + " " + Animal.made);
        try { new Circle(-1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        Object o = shapes.get(0);
        if (o instanceof Circle c && c.radius() > 1) System.out.println("big circle " + c.radius());
    }
}
