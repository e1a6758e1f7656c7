def twice
  return enum_for(:twice) unless block_given?

  yield 1
  yield 2
end
twice { |x| puts x }
puts twice.map { |x| x * 10 }.inspect
add = ->(a, b) { a + b }
puts add.curry[1][2], (add >> ->(x) { x * 2 }).call(1, 2), add.arity, proc { |a, b| b }.call(1).inspect
counter = 0
increment = -> { counter += 1 }
3.times(&increment) rescue 3.times { increment.call }
puts counter
fib = Enumerator.new do |y|
  a, b = 0, 1
  loop { y << a; a, b = b, a + b }
end
puts fib.lazy.select(&:even?).first(6).inspect, fib.next, fib.next, fib.peek
puts (1..Float::INFINITY).lazy.map { |x| x * x }.reject(&:odd?).first(3).inspect
fiber = Fiber.new { Fiber.yield 1; Fiber.yield 2; 3 }
puts fiber.resume, fiber.resume, fiber.resume
found = catch(:done) { 10.times { |i| throw :done, i if i == 4 }; :never }
puts found
