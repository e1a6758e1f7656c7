module Greets
  def greet = "I am #{name}"
end

class Animal
  include Greets
  include Comparable
  attr_reader :name
  attr_accessor :age

  @@count = 0
  def self.count = @@count

  def initialize(name, age: 1)
    @name = name
    @age = age
    @@count += 1
  end

  def <=>(other) = age <=> other.age
  def to_s = "#{self.class.name.downcase} #{name}"
end

class Dog < Animal
  def greet = "#{super}, woof"
  def method_missing(name, *args) = name.end_with?('!') ? "#{name} #{args.sum}" : super
  def respond_to_missing?(name, all = false) = name.end_with?('!') || super
end

dog = Dog.new('Rex', age: 3)
cat = Animal.new('Tom')
puts dog, dog.greet, cat.greet, dog > cat, [dog, cat].min, Animal.count, Dog.ancestors.first(3).inspect
puts dog.fetch!(1, 2), dog.respond_to?(:fetch!), dog.is_a?(Greets), Dog.instance_methods(false).sort.inspect
Point = Struct.new(:x, :y) do
  def +(other) = Point.new(x + other.x, y + other.y)
end
puts (Point.new(1, 2) + Point.new(3, 4)).to_a.inspect, Point.new(1, 2) == Point.new(1, 2)
begin
  cat.unknown
rescue NoMethodError => e
  puts e.class
end
