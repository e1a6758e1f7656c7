s = 'The quick brown fox'
puts s.upcase, s.swapcase, s.reverse, s.tr('aeiou', '*'), s.scan(/\w+/).map(&:capitalize).join('-')
puts s[4..8], s.index('brown'), s.sub('quick', 'slow'), s.gsub(/o/) { |m| m.ord.to_s }, s.center(30, '.')
printf("%05d|%-8s|%8.3f|%x|%+d|%e\n", 42, 'left', 3.14159, 255, 7, 12345.678)
puts 'a,b,,c'.split(',').inspect, 'abc'.each_char.to_a.inspect, 'ab' * 3, 'abc'.succ, 'az'.next, 'Zz'.succ
puts 'hello world'.split.map(&:capitalize).join(' '), 'hello'.count('l'), 'hello'.squeeze('l'), 'hello'.delete('l')
puts "tab\tquote\"".inspect, 'single #{no}'.inspect, :sym.to_proc.call('x') rescue puts 'no method'
puts <<~TEXT
  indented
    more
  #{1 + 1}
TEXT
