require 'set'

class Version
  include Comparable
  attr_reader :parts
  def self.parse(text) = new(text.split('.').map(&:to_i))
  def initialize(parts) = @parts = parts
  def <=>(other) = (parts + [0] * 3).first(3) <=> (other.parts + [0] * 3).first(3)
  def to_s = parts.join('.')
  def coerce(other) = [Version.new([other]), self]
  def succ = Version.new(parts[0..-2] + [parts.last + 1])
  def +(other) = Version.new(parts.zip(other.parts).map { |a, b| a + b.to_i })
  def [](at) = parts[at]
  def to_proc = ->(n) { parts[n] }
  def each(&) = parts.each(&)
  def ===(other) = other.is_a?(String) && Version.parse(other) == self
end

all = %w[1.10 1.2.3 1.2 0.9.9 2].map { Version.parse(_1) }
puts all.sort.join(' < '), all.max, all.minmax.join('..'), Version.parse('1.0') == Version.parse('1'), Version.parse('1.2').clamp(all[3], all[4])
puts (Version.parse('1.8')..Version.parse('1.11')).map(&:to_s).join(' '), (all[1] + all[2]), all[1][2], [0, 2].map(&all[1]).inspect
case '1.2.0'
when Version.parse('1.2') then puts 'same'
else puts 'other'
end
numbers = [1, 2.0, 3r, 4i, 10**20]
puts numbers.map(&:class).inspect, numbers.sum, 7.divmod(-2).inspect, -7 / 2, -7 % 3, -7.remainder(3), 7.fdiv(2), 2**-1, 10.pow(20, 7), 10.digits.inspect, 3.7.floor, -3.7.truncate, 3.14159.round(2), 1234.round(-2), 0.1 + 0.2, 1e20.to_i, 1e100, 100.0, 1e-5, 10.gcd(4), 10.lcm(4), 255.bit_length, 5[0], 1_000_000, 0b101, 0o17, 0xff, Integer.sqrt(99), 3.zero?, 5.pred, 1.0.nan?, (0.0 / 0).nan?, 1.0 / 0
puts Set[3, 1, 2].subset?(Set[1, 2, 3, 4]), Set[1, 2].superset?(Set[1]), (Set[1, 2] ^ Set[2, 3]).to_a.sort.inspect, [1, 'a', :b, nil, 2.5, 1..2].map { |one| case one when Integer then 'i' when String, Symbol then 's' when nil then 'n' when Range then 'r' else '?' end }.join
