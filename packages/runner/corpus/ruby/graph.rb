n, m = gets.split.map(&:to_i)
edges = Array.new(m) { gets.split.map(&:to_i) }
graph = Hash.new { |hash, key| hash[key] = [] }
edges.each { |a, b, w| graph[a] << [b, w]; graph[b] << [a, w] }
distance = Array.new(n + 1, Float::INFINITY)
distance[1] = 0
left = (1..n).to_a
until left.empty?
  node = left.min_by { |i| distance[i] }
  left.delete(node)
  graph[node].each { |other, w| distance[other] = [distance[other], distance[node] + w].min }
end
puts distance.drop(1).map { |d| d == Float::INFINITY ? -1 : d }.join(' ')
