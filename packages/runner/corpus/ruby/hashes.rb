ages = { 'Ann' => 31, 'Bob' => 25 }
ages['Cid'] = 40
ages.each_pair { |name, age| puts "#{name}: #{age}" }
puts ages.map { |name, age| name.size + age }.sum, ages.key(25), ages.max_by { |_, age| age }.first
puts ages.sort_by { |_, age| -age }.map(&:first).join(' '), ages.select { |_, age| age > 30 }.keys.join(' ')
counts = Hash.new(0)
'mississippi'.each_char { |c| counts[c] += 1 }
puts counts.sort.map { |k, v| "#{k}#{v}" }.join, counts.invert.keys.sort.inspect
nested = Hash.new { |hash, key| hash[key] = [] }
%w[apple avocado bean].each { |word| nested[word[0]] << word }
puts nested.keys.inspect, nested['a'].inspect, ages.any? { |_, age| age > 39 }, ages.dig('Ann')
puts ages.merge('Ann' => 1) { |_, old, new| old + new }['Ann'], ages.to_a.flatten.size, ages.reject { |k, _| k == 'Bob' }.size
