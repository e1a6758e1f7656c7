a = [5, 3, 8, 1]
p a.sort, a.sort_by { |x| -x }, a.each_slice(2).to_a, a.each_cons(2).map { |x, y| y - x }
p a.partition(&:even?), a.group_by(&:odd?).to_a, a.zip(a.rotate), a.inject(:+), a.minmax, a.sum { |x| x * 0.5 }
p [1, [2, [3, nil]]].flatten.compact, [3, 1, 3].uniq, (1..10).each_with_object([]) { |i, all| all << i if i % 3 == 0 }
p a.combination(2).count, [1, 2, 3].permutation.first(2), [[1, 2], [3, 4]].transpose, %w[a b c].each_with_index.to_a
p a.values_at(0, -1, 9), a.fetch(9, :none), a.bsearch { |x| x >= 8 }, [1, 2, 4, 5, 7].slice_when { |x, y| y != x + 1 }.to_a
first, *rest = a
puts first, rest.inspect, a.tally.to_a.inspect, (a <=> [5, 4]), a.cycle.take(6).join(',')
