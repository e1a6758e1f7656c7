require 'set'
a = Set[1, 2, 3]
b = Set[3, 4]
puts (a & b).to_a.inspect, (a | b).size, (a - b).to_a.inspect, a.subset?(Set[1, 2, 3, 4]), a.include?(2), (a ^ b).to_a.sort.inspect
puts (1..10).step(3).to_a.inspect, ('a'..'e').to_a.join, (1...10).size, (1..10) === 5, 10.downto(7).to_a.inspect, 1.step(2, 0.5).to_a.inspect
puts (1..).first(2).inspect, [1, 2, 3, 4][1..].inspect, (0..20).each_slice(7).map(&:sum).inspect, 15.clamp(1, 10), 5.between?(1, 9)
