def coins(amount, kinds) = kinds.each_with_object([1] + [0] * amount) { |coin, ways| coin.upto(amount) { |sum| ways[sum] += ways[sum - coin] } }.last

def common(a, b)
  table = Array.new(a.size + 1) { Array.new(b.size + 1, '') }
  a.each_char.with_index(1) { |x, i| b.each_char.with_index(1) { |y, j| table[i][j] = x == y ? table[i - 1][j - 1] + x : [table[i - 1][j], table[i][j - 1]].max_by(&:size) } }
  table[-1][-1]
end

def knapsack(items, limit)
  best = Hash.new { |known, (at, left)| known[[at, left]] = at == items.size ? 0 : [best_without(known, at, left), (items[at][0] <= left ? items[at][1] + known[[at + 1, left - items[at][0]]] : 0)].max }
  best[[0, limit]]
end
def best_without(known, at, left) = known[[at + 1, left]]

def increasing(list)
  tails = []
  list.each { |n| at = tails.bsearch_index { |t| t >= n } || tails.size; tails[at] = n }
  tails.size
end

collatz = Hash.new { |known, n| known[n] = n == 1 ? 1 : 1 + known[n.even? ? n / 2 : 3 * n + 1] }
puts coins(100, [1, 5, 10, 25, 50]), common('AGGTAB', 'GXTXAYB'), knapsack([[12, 4], [2, 2], [1, 1], [1, 2], [4, 10]], 15), increasing([10, 9, 2, 5, 3, 7, 101, 18])
puts (1..2000).max_by { |n| collatz[n] }, collatz[97]
queens = ->(n, row = 0, columns = [], left = [], right = []) { row == n ? 1 : (0...n).sum { |c| columns.include?(c) || left.include?(row + c) || right.include?(row - c) ? 0 : queens.(n, row + 1, columns + [c], left + [row + c], right + [row - c]) } }
puts (1..7).map { |n| queens.(n) }.inspect
def hanoi(n, from, to, over, &move)
  return if n.zero?
  hanoi(n - 1, from, over, to, &move)
  move.call(n, from, to)
  hanoi(n - 1, over, to, from, &move)
end
moves = []
hanoi(4, :a, :c, :b) { |disc, from, to| moves << "#{disc}#{from}#{to}" }
puts moves.size, moves.first(5).join(' ')
