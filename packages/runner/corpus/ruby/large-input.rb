numbers = $stdin.read.split.map(&:to_i)
puts numbers.size, numbers.sum, numbers.max, numbers.uniq.min(3).inspect
