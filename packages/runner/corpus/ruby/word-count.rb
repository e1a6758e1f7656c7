counts = Hash.new(0)
$stdin.each_line { |line| line.downcase.scan(/[a-z']+/) { |word| counts[word] += 1 } }
counts.sort_by { |word, count| [-count, word] }.first(5).each { |word, count| puts format('%-6s %d', word, count) }
