log = "2024-01-05 ERROR disk full\n2024-01-06 INFO ok"
log.scan(/^(\d+)-(\d+)-(\d+) (\w+) (.*)$/) { |y, m, d, level, text| puts "#{d}.#{m}.#{y} #{level.downcase} #{text}" }
if (match = log.match(/(?<year>\d{4})-(?<month>\d\d)/))
  puts match[:year], match.pre_match.empty?, match.names.inspect, match.begin(:month)
end
puts 'a1b22'.gsub(/\d+/) { |n| (n.to_i * 2).to_s }, 'John Smith'.sub(/(\w+) (\w+)/, '\2, \1'), 'x-y_z'.split(/[-_]/).inspect
puts 'foobar' =~ /bar/, $~[0], 'camelCaseWord'.gsub(/([A-Z])/) { "_#{$1.downcase}" }, 'aaa'.match?(/^a+$/), 'é1'.scan(/[[:alpha:]]/).inspect
puts 'price: 10 EUR'[/\d+/], 'k=v; x=y'.scan(/(\w)=(\w)/).to_h.keys.inspect
case 'hello42'
when /^\d/ then puts 'digit'
when /\d+$/ then puts "ends with #{$&}"
end
