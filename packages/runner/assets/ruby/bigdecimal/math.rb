# frozen_string_literal: true

# `BigMath`: functions whose results have the digits that are asked for.
require 'bigdecimal'

module BigMath
  # Whole numbers that stand for themselves over a power of ten.
  module Fixed
    class << self
      def of(value, places) = (value * BigDecimal.of(1, places)).to_i
      def value(number, places, digits) = number.zero? ? BigDecimal(0) : BigDecimal.of(number, -places).mult(1, digits)

      def exp(number, one)
        total = term = one
        (1..).each do |n|
          term = term * number / (one * n)
          return total if term.zero?

          total += term
        end
      end

      # The sum of x^n/n for odd n: with alternating signs it is the arctangent, and else half of the logarithm of (1 + x) / (1 - x).
      def odd_powers(number, one, sign)
        # A negative number is rounded away from zero, and would never come to it.
        return -odd_powers(-number, one, sign) if number.negative?

        square = sign * number * number / one
        power = total = number
        (3..).step(2) do |n|
          power = power * square / one
          return total if power.abs <= 1

          total += power / n
        end
      end

      def log(number, one) = 2 * odd_powers((number - one) * one / (number + one), one, 1)
      def pi(one) = 4 * ((4 * odd_powers(one / 5, one, -1)) - odd_powers(one / 239, one, -1))

      def sin(number, one)
        square = number * number / one
        term = total = number
        (2..).step(2) do |n|
          term = -(term * square / one) / (n * (n + 1))
          return total if term.abs <= 1

          total += term
        end
      end

      def digits(given, name)
        raise ArgumentError, 'precision must be an Integer' unless given.is_a?(Integer)
        raise ArgumentError, "Zero or negative precision for #{name}" unless given.positive?

        given
      end

      def operand(value)
        BigDecimal::Parts.operand(value, 0) || raise(ArgumentError, "#{value.inspect} can't be coerced into BigDecimal")
      end

      # The sine of a value moved by quarters of a turn. A result that is nearly zero needs more places than it shows digits.
      def turned(value, digits, quarters)
        return BigDecimal::NAN unless value.finite?

        places = digits + 20 + [-value.exponent, 0].max
        loop do
          one = 10**(places + [value.exponent, 0].max)
          half = pi(one)
          number = (value * one).to_i + (quarters * half / 2)
          turns, rest = number.divmod(half)
          found = sin([rest, half - rest].min, one)
          found = -found if turns.odd?
          missing = digits + 10 - found.abs.to_s.length
          return value(found, one.to_s.length - 1, digits) if missing <= 0 || places > 4 * (digits + 100)

          places += missing
        end
      end
    end
  end

  module_function

  def PI(digits)
    places = Fixed.digits(digits, :PI) + 20
    Fixed.value(Fixed.pi(10**places), places, digits)
  end

  def E(digits) = exp(1, Fixed.digits(digits, :E))
  def sqrt(value, digits) = Fixed.operand(value).sqrt(Fixed.digits(digits, :sqrt))
  def sin(value, digits) = Fixed.turned(Fixed.operand(value), Fixed.digits(digits, :sin), 0)
  def cos(value, digits) = Fixed.turned(Fixed.operand(value), Fixed.digits(digits, :cos), 1)

  def exp(value, digits)
    Fixed.digits(digits, :exp)
    value = Fixed.operand(value)
    return value if value.nan?
    return value.positive? ? value : BigDecimal(0) if value.infinite?
    return BigDecimal(1) if value.zero?

    # e to the value over a power of two, squared that often.
    squarings = 8 + (4 * [value.exponent, 0].max)
    places = digits + 30 + squarings
    found = Fixed.value(Fixed.exp(Fixed.of(value.abs, places) >> squarings, 10**places), places, places)
    squarings.times { found = found.mult(found, places) }
    value.negative? ? BigDecimal(1).div(found, digits) : found.mult(1, digits)
  end

  def log(value, digits)
    Fixed.digits(digits, :log)
    raise Math::DomainError, 'Complex argument for BigMath.log' if value.is_a?(Complex)

    value = Fixed.operand(value)
    return value if value.nan?
    raise Math::DomainError, 'Zero or negative argument for log' if value <= 0
    return value if value.infinite?
    return BigDecimal(0) if value == 1

    near = [-(value - 1).exponent, 0].max
    power = near.positive? ? 0 : value.exponent
    places = digits + 20 + near
    one = 10**places
    found = Fixed.log(Fixed.of(value * BigDecimal.of(1, -power), places), one)
    found += power * ((3 * Fixed.log(2 * one, one)) + Fixed.log(one * 5 / 4, one)) unless power.zero?
    Fixed.value(found, places, digits)
  end

  def atan(value, digits)
    Fixed.digits(digits, :atan)
    value = Fixed.operand(value)
    return value if value.nan? || value.zero?

    places = digits + 20 + [-value.exponent, 0].max
    half = PI(places).div(2, places)
    inverse = value.infinite? || value.abs > 1
    part = inverse ? BigDecimal(1).div(value.abs, places) : value.abs
    # Halved three times, so that the series is short.
    3.times { part = part.div((part.mult(part, places) + 1).sqrt(places) + 1, places) }
    found = BigDecimal.of(8 * Fixed.odd_powers(Fixed.of(part, places), 10**places, -1), -places)
    found = half - found if inverse
    (value.negative? ? -found : found).mult(1, digits)
  end
end
