module Tracked
  def self.included(base) = base.extend(Macros)
  module Macros
    def tracked(*names)
      names.each do |name|
        define_method("#{name}=") { |value| (@changes ||= []) << [name, instance_variable_get("@#{name}"), value]; instance_variable_set("@#{name}", value) }
        define_method(name) { instance_variable_get("@#{name}") }
      end
    end
  end
  def changes = @changes || []
end

class Person
  include Tracked
  tracked :name, :age
end

class Ghost
  def method_missing(name, *values, &block)
    return super unless name.to_s.start_with?('find_by_')
    "#{name.to_s.delete_prefix('find_by_')}=#{values.join(',')}#{block&.call}"
  end
  def respond_to_missing?(name, all = false) = name.to_s.start_with?('find_by_') || super
end

person = Person.new
person.name = 'Ada'
person.age = 36
person.age += 1
p person.changes, person.respond_to?(:name=), Person.instance_methods(false).sort, person.instance_variables
ghost = Ghost.new
puts ghost.find_by_name('x', 1) { '!' }, ghost.respond_to?(:find_by_y), ghost.respond_to?(:other)
begin
  ghost.other
rescue NoMethodError => fault
  puts fault.message.match?(/undefined method .other. for/), fault.name.inspect
end
class Integer
  def minutes = self * 60
end
puts 5.minutes, 3.then { |n| n + 1 }, [1, 2].frozen?, Comparable.instance_of?(Module), Person.ancestors.first(2).inspect
object = Object.new
def object.to_s = 'singleton'
puts object.to_s, object.singleton_methods.inspect, "#{object}"
puts 7.public_send(:+, 3), 'abc'.method(:upcase).unbind.bind('xyz').call, Class.new(StandardError) { def message = 'made' }.new.message
Pair = Struct.new(:left, :right) do
  def sum = left + right
end
pair = Pair.new(1, 2)
pair.right = 5
p pair, pair.sum, pair.to_a, pair == Pair.new(1, 5), Pair.members
module Refined
  refine(String) { def shout = upcase + '!' }
end
using Refined
puts 'hey'.shout, __method__.inspect, binding.local_variables.include?(:pair), ObjectSpace.respond_to?(:each_object), defined?(nothing).inspect, defined?(puts)
catch(:done) { 10.times { |n| throw :done if n == 3; print n } }
puts
at_exit { puts 'at exit' }
BEGIN { puts 'first' }
