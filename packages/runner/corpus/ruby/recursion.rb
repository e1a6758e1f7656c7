def hanoi(n, a, b, c) = n.zero? ? 0 : hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a)
def ackermann(m, n) = m.zero? ? n + 1 : (n.zero? ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)))
def subsets(items) = items.empty? ? [[]] : subsets(items.drop(1)).flat_map { |rest| [rest, [items[0]] + rest] }
puts hanoi(12, :a, :b, :c), ackermann(2, 20), subsets([1, 2, 3]).sort.inspect
memo = Hash.new { |hash, n| hash[n] = n < 2 ? n : hash[n - 1] + hash[n - 2] }
puts memo[300]
def depth(n) = n.zero? ? 0 : 1 + depth(n - 1)
puts depth(5000)
begin
  def forever = 1 + forever
  forever
rescue SystemStackError => e
  puts e.message
end
