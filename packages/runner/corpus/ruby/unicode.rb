while (line = gets)
  line = line.chomp
  puts line.length, line.bytesize, line.upcase, line.reverse, line.unicode_normalize(:nfd).length
end
puts "e\u0301" == 'é', "e\u0301".unicode_normalize == 'é', 'é'.ord, [8364].pack('U'), 'straße'.upcase, '日本'.each_char.to_a.size
