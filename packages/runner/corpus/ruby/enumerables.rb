class Countdown
  include Enumerable
  include Comparable
  attr_reader :from
  def initialize(from) = @from = from
  def each
    return to_enum(:each) { from } unless block_given?
    from.downto(1) { |n| yield n }
  end
  def <=>(other) = from <=> other.from
end

down = Countdown.new(5)
p down.map { |n| n * n }, down.select(&:even?), down.include?(3), down.sort, down.min_by { |n| (n - 3).abs }, down.each_slice(2).to_a, down.each_cons(2).map { |a, b| a - b }
p down.reduce(:*), down.inject { |a, b| a * 10 + b }, down.each_with_index.to_a.last, down.partition(&:odd?), down.zip('a'..'e').first(2), down.each.size, down.lazy.map { |n| n + 1 }.reject(&:odd?).first(1)
p [Countdown.new(2), Countdown.new(1)].min.from, Countdown.new(3).between?(Countdown.new(1), Countdown.new(4)), Countdown.new(9).clamp(Countdown.new(1), Countdown.new(5)).from
p (1..Float::INFINITY).lazy.select { |n| (n % 7).zero? }.map { |n| n * 2 }.first(3), (1..10).step(3).to_a, 1.step(2, 0.5).to_a, ('a'..'e').each_with_object([]) { |c, all| all.unshift(c) }
p %w[apple pie a la mode].group_by(&:size).to_a, %w[b a c b].tally.to_a, [3, 1, 2].sort_by { |n| -n }, %w[x yy zzz].max_by(&:length), (1..6).chunk_while { |a, b| b % 3 != 1 }.to_a, [1, 2, 4, 5, 7].slice_when { |a, b| b != a + 1 }.to_a
p [1, [2, [3, [4]]]].flatten(1), [nil, 1, false].compact, [1, 2, 3, 4].each_slice(3).map(&:sum), [[1, 2], [3, 4]].transpose, [1, 2, 3].cycle.first(5), [3, 5].product([1, 2]), [1, 2, 3].combination(2).to_a, [1, 2, 3].permutation.count
fibonacci = Enumerator.new { |y| a, b = 0, 1; loop { y << a; a, b = b, a + b } }
p fibonacci.take(10), fibonacci.lazy.select(&:even?).first(4), fibonacci.next, fibonacci.next, fibonacci.peek
numbers = [5, 3, 8]
e = numbers.each
begin
  4.times { print e.next, ' ' }
rescue StopIteration => stop
  puts "stop #{stop.result.inspect}"
end
p numbers.sum.fdiv(numbers.size).round(2), numbers.minmax, numbers.values_at(0, -1, 9), numbers.each_entry.to_a, numbers.rotate, numbers.bsearch { |n| n >= 3 }, [1, 2, 2, 3].uniq, [1, 2] | [2, 3], [1, 2] & [2], [1, 2] - [2], numbers.dig(0), numbers.filter_map { |n| n * 2 if n > 4 }
