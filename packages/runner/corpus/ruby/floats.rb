puts 0.1 + 0.2, 1e20, 1e16, 1e15, 1.0e-5, 0.0001, 1 / 3.0, 2.5.round, 3.5.round, 2.5.round(half: :even), -2.5.round
puts 1234.5678.round(2), 1234.5678.round(-2), 10.0 / 0, (0.0 / 0).nan?, -0.0, 3.14.floor, 3.99.to_i, 7.0 / 2
puts Math.sqrt(2), Math.hypot(3, 4), Rational(3, 4) + Rational(1, 6), Complex(1, 2) * Complex(0, 1), 0.5.to_r, 1.5.rationalize
puts [0.1] * 3 == [0.1, 0.1, 0.1], [0.1, 0.2, 0.3].sum, [0.1, 0.2, 0.3].inject(:+), 1e308 * 10, 5e-324
