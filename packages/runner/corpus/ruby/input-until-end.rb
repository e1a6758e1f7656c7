total = 0
while (line = gets)
  name, amount = line.split(':')
  total += amount.to_f
  puts format('%-8s%8.2f', name.strip, amount.to_f)
end
puts format('%-8s%8.2f', 'total', total)
