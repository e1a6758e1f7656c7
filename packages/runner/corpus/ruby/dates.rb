require 'date'
require 'time'
puts Date.new(2024, 2, 28) + 2, (Date.new(2024, 12, 25) - Date.new(2024, 2, 29)).to_i, Date.new(2024, 1, 31) >> 1, Date.leap?(1900)
puts Date.parse('3 Mar 2021').strftime('%A %d %B %Y %j'), Date.strptime('04/05/2020', '%d/%m/%Y'), Date.valid_date?(2023, 2, 29)
puts Time.utc(2024, 1, 1, 12).iso8601, Time.at(0).utc, (Time.utc(2024, 3, 1) - Time.utc(2024, 2, 1)) / 86_400, Time.parse('2020-01-01T05:00:00Z').to_i
puts (Date.new(2024, 1, 1)..Date.new(2024, 1, 10)).select(&:saturday?).map(&:day).inspect, DateTime.new(2001, 2, 3, 4, 5, 6).to_s
