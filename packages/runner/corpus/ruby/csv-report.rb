require 'csv'
table = CSV.parse($stdin.read, headers: true)
table.each { |row| puts "#{row['name']}: #{row['amount'].to_f * 2}" }
puts table.headers.inspect, table['amount'].map(&:to_f).sum, CSV.generate_line(['a', 'b,c', 'd"e'])
