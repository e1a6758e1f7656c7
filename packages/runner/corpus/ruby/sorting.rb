people = [['Ann', 31], ['Bob', 25], ['Cid', 31]]
puts people.sort_by { |name, age| [-age, name] }.inspect, people.min_by(&:last).inspect, people.sort { |a, b| b[1] <=> a[1] }.map(&:last).inspect
puts %w[9 10 1 3 30].sort { |a, b| b + a <=> a + b }.join, %w[b A c].sort.inspect, %w[b A c].sort_by(&:downcase).inspect
def quick(list)
  return list if list.size < 2

  pivot, *rest = list
  low, high = rest.partition { |x| x < pivot }
  quick(low) + [pivot] + quick(high)
end
puts quick([3, 9, 1, 7, 3, 2]).inspect, [0.5, 1, -2r].sort.inspect, [3, 1, 2].max(2).inspect
begin
  [1, 'a'].sort
rescue ArgumentError => e
  puts e.message
end
