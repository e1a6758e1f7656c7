require 'bigdecimal'
require 'bigdecimal/util'

# An invoice in cents that add up.
lines = [['pears', 3, '1.99'], ['figs', 12, '0.455'], ['céleri', 1, '2.305'], ['nuts', 7, '10']].map { |name, count, price| [name, count, BigDecimal(price)] }
rates = { 'standard' => BigDecimal('0.19'), 'reduced' => '0.07'.to_d }
net = lines.sum { |_, count, price| count * price }
puts net.to_s, net.to_s('F'), net.round(2).to_f
rates.each do |name, rate|
  tax = net * rate
  puts "#{name}: #{tax.round(2).to_s('F')} #{tax.round(2, :half_even).to_s('F')} #{tax.floor(2).to_s('F')} #{tax.ceil(1).to_s('F')} #{tax.truncate}"
end
lines.each { |name, count, price| puts format('%-8s%4d%10.2f', name, count, (count * price).round(2)) }

# What floats cannot.
p 0.1 + 0.2 == 0.3, BigDecimal('0.1') + BigDecimal('0.2') == BigDecimal('0.3')
p BigDecimal('1.20') == BigDecimal('1.2'), BigDecimal('1.2') > 1, 1 <=> BigDecimal('0.5'), [BigDecimal('2.5'), 1, 2.25].sort, BigDecimal('1.50').hash == BigDecimal('1.5').hash

# A plan of payments: what is left over goes to the first.
total = BigDecimal('100')
part = (total / 3).round(2, BigDecimal::ROUND_DOWN)
parts = [total - part * 2, part, part]
puts parts.map { |payment| payment.to_s('F') }.join(' + '), parts.sum == total

# Interest, month by month.
balance = BigDecimal('1000')
12.times { balance = (balance * (1 + BigDecimal('0.05') / 12)).round(2) }
puts balance.to_digits, (BigDecimal('1.05')**10).round(10).to_s('F'), (BigDecimal('1') / 7).round(20), BigDecimal('2').sqrt(30).round(20)

[2.5, -2.5, 3.5, 0.05, 1234.5678].each do |number|
  value = BigDecimal(number.to_s)
  puts [value.round, value.round(half: :even).to_i, value.round(half: :down).to_i, value.floor, value.ceil, value.round(1), value.round(-2), value.frac, value.exponent].join(' ')
end
p BigDecimal('-7').divmod(3), BigDecimal('-7') % 3, BigDecimal('-7').remainder(3), BigDecimal('7').div(2), BigDecimal('7').div(3, 8), BigDecimal('7.5').to_r, BigDecimal('1e3').to_i
p BigDecimal('NaN').nan?, BigDecimal('-Infinity').infinite?, BigDecimal('0').zero?, BigDecimal('-0.0'), BigDecimal('1234567.891').to_s('3F'), BigDecimal('0.00001234').to_s, '12.5kg'.to_d, 3.to_d, 0.75.to_d, nil.to_d
%w[abc 1.2.3 1,000].each do |text|
  BigDecimal(text)
rescue ArgumentError => e
  puts e.message
end
begin
  BigDecimal('1') + nil
rescue TypeError => e
  puts e.message
end
p BigDecimal('x', exception: false), Integer(BigDecimal('41.9')), BigDecimal('3').coerce(2), (1..5).sum { |n| BigDecimal(1).div(n, 20) }.round(15)
