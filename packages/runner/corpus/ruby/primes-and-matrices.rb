require 'prime'
require 'matrix'
puts Prime.first(10).inspect, 360.prime_division.inspect, Prime.each(30).sum, 97.prime?
m = Matrix[[1, 1], [1, 0]]
puts (m**50)[0, 1], m.determinant, m.transpose == m, (Matrix[[2, 0], [0, 4]].inverse * Vector[2, 4]).to_a.inspect
