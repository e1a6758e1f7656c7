puts format('%05.1f|%-6s|%+d|%x|%08b|%e|%s|%%', 3.14159, 'ab', 7, 255, 10, 12345.678, nil)
puts format('%<name>s is %<age>03d', name: 'Ada', age: 36), '%.3g|%10.4f|%c' % [0.00012345, 2.5, 'x']
puts 'abc'.center(9, '*'), 'abc'.ljust(6, '.') + '|', 'title case here'.split.map(&:capitalize).join(' ')
puts 'hello world'.tr('lo', '01'), 'hello'.tr('a-y', 'b-z'), 'aabbcc'.squeeze, 'hello'.delete('l'), 'hello'.count('lo')
puts 'snake_case_word'.gsub(/_(\w)/) { $1.upcase }, 'CamelCaseWord'.gsub(/([A-Z])/) { "_#{$1.downcase}" }.sub(/^_/, '')
puts 'a,b,,c,,'.split(',').inspect, 'a,b,,c,,'.split(',', -1).size, 'one  two'.split.inspect, 'abc'.each_char.to_a.inspect, 'k=v=w'.partition('=').inspect
puts 'abcdef'[1..3], 'abcdef'[-2..], 'abcdef'[1, 2], 'abc'.succ, 'az'.next, 'Zz'.succ, 'a'.ord, 98.chr, 'abc' <=> 'abd'
puts 'ab' * 3, 'abc'.reverse, 'tacocat' == 'tacocat'.reverse, 'hello'.sub('l', 'L'), 'x-y'.insert(1, '!'), 'hello'.start_with?('he'), 'abc'.include?('d')
puts 1234567.89.to_s.reverse.scan(/\d{1,3}/).size, 1234567.to_s.gsub(/(\d)(?=(\d{3})+$)/, '\1,'), 255.to_s(2), '0x1f'.hex, '777'.oct, '12abc'.to_i, 'abc'.to_i, '3.7xyz'.to_f
text = <<~END
  Indented
    more
  back #{1 + 1}
END
puts text, text.lines.map(&:chomp).map(&:length).inspect, 'été'.bytes.size, 'é'.unicode_normalize(:nfd).length
puts "a\tb".inspect, 'single \n quote', "\u00e9\x41", 'frozen'.frozen?, :sym.to_proc.call('x') rescue puts $!.class
puts 'The year 1999 and 2024'.scan(/\d+/).map(&:to_i).sum, 'x=1;y=2'.scan(/(\w)=(\d)/).inspect, 'abc' =~ /c/, $~[0], 'foo bar'.match(/(?<first>\w+) (?<second>\w+)/)[:second]
