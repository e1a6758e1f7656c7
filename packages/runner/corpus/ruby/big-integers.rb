puts (1..60).inject(:*), 2**521 - 1, 3.pow(10**18, 10**9 + 7), Integer.sqrt(10**40 + 12_345)
puts (10**30).digits.sum, 255.to_s(2), 'zz'.to_i(36), (-7).divmod(2).inspect, -7 / 2, -7 % 3, 7.remainder(-3)
puts 12.gcd(18), 12.lcm(18), (2**70).bit_length, 10.fdiv(4), 3.7.truncate, 1_000_000.to_s
