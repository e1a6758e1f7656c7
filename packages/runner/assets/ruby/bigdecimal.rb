# frozen_string_literal: true

# `require 'bigdecimal'`: the gem's own is C code, which the binary lacks. Digits are an Integer, and what is rounded is rounded as by the
# gem's version 4.0: a quotient has the digits of the longer operand and 16 more, at least 32.
class BigDecimal < Numeric
  VERSION = '4.0.1'
  BASE = 1_000_000_000
  EXCEPTION_ALL = 255
  EXCEPTION_INFINITY = 1
  EXCEPTION_NaN = 2
  EXCEPTION_UNDERFLOW = 4
  EXCEPTION_OVERFLOW = 1
  EXCEPTION_ZERODIVIDE = 16
  ROUND_MODE = 256
  ROUND_UP = 1
  ROUND_DOWN = 2
  ROUND_HALF_UP = 3
  ROUND_HALF_DOWN = 4
  ROUND_CEILING = 5
  ROUND_FLOOR = 6
  ROUND_HALF_EVEN = 7
  SIGN_NaN = 0
  SIGN_POSITIVE_ZERO = 1
  SIGN_NEGATIVE_ZERO = -1
  SIGN_POSITIVE_FINITE = 2
  SIGN_NEGATIVE_FINITE = -2
  SIGN_POSITIVE_INFINITE = 3
  SIGN_NEGATIVE_INFINITE = -3

  # What the two files know of each other and a program does not.
  module Parts
    MODES = {
      up: ROUND_UP, down: ROUND_DOWN, truncate: ROUND_DOWN, half_up: ROUND_HALF_UP, default: ROUND_HALF_UP, half_down: ROUND_HALF_DOWN,
      half_even: ROUND_HALF_EVEN, banker: ROUND_HALF_EVEN, ceiling: ROUND_CEILING, ceil: ROUND_CEILING, floor: ROUND_FLOOR
    }.freeze
    HALVES = { 'up' => ROUND_HALF_UP, 'down' => ROUND_HALF_DOWN, 'even' => ROUND_HALF_EVEN }.freeze
    DIGITS = /\d+(?:_\d+)*/
    NUMBER = /([+-]?)(#{DIGITS})?(?:\.(#{DIGITS}))?(?:[eEdD]([+-]?#{DIGITS}))?/
    WHOLE = /\A\s*#{NUMBER}\s*\z/
    LOOSE = /\A\s*([+-]?)(#{DIGITS})?(?:\.(#{DIGITS}))?(?:[eEdD]([+-]?#{DIGITS}))?/
    SPECIAL = /\A\s*(?:([+-]?)Infinity|NaN)\s*\z/
    # Beyond it a number is too large or too small for anything.
    LARGEST = 2**62
    FIGURES = 16

    class << self
      attr_accessor :limit, :rounding, :exceptions

      # The value of a text, or nil.
      def parsed(text, pattern)
        if (found = SPECIAL.match(text))
          return found[1].nil? ? BigDecimal::NAN : found[1] == '-' ? -BigDecimal::INFINITY : BigDecimal::INFINITY
        end
        found = pattern.match(text)
        return if found.nil? || (found[2].nil? && found[3].nil?)

        sign = found[1] == '-' ? -1 : 1
        part = found[3].to_s.delete('_')
        number = Integer("#{found[2].to_s.delete('_')}#{part}", 10)
        power = found[4].to_s.delete('_').to_i
        return number.zero? || power.negative? ? zero(sign) : BigDecimal.of(nil, 0, sign) if power.abs > LARGEST

        number.zero? ? zero(sign) : BigDecimal.of(sign * number, power - part.length)
      end

      def zero(sign) = BigDecimal.of(0, 0, sign)

      def of_float(value, digits)
        return value.nan? ? BigDecimal::NAN : value.positive? ? BigDecimal::INFINITY : -BigDecimal::INFINITY unless value.finite?
        raise ArgumentError, 'precision too large.' if digits > Float::DIG + 1
        # The gem takes the shortest digits that mean this float, and of them the first 16.
        shortest = parsed(value.to_s, WHOLE)
        return shortest if value.zero?
        return significant(shortest.number, shortest.power_of_ten, FIGURES, false, ROUND_DOWN) if digits.zero?

        parsed(format("%.#{digits - 1}e", value), WHOLE)
      end

      # A number without its last digits: `unit` is the power of ten that they are.
      def without(number, unit, mode, more = false)
        whole, rest = number.abs.divmod(unit)
        unless rest.zero? && !more
          twice = more ? (2 * rest) + 1 : 2 * rest
          away = case mode
                 when ROUND_UP then true
                 when ROUND_DOWN then false
                 when ROUND_HALF_UP then twice >= unit
                 when ROUND_HALF_DOWN then twice > unit
                 when ROUND_HALF_EVEN then twice > unit || (twice == unit && whole.odd?)
                 when ROUND_CEILING then number.positive?
                 else number.negative?
                 end
          whole += 1 if away
        end
        number.negative? ? -whole : whole
      end

      # A fraction with so many significant digits.
      def quotient(number, power, by, digits)
        return zero(number.negative? ^ by.negative? ? -1 : 1) if number.zero?

        number, by = -number, -by if by.negative?
        more = [digits + 1 - number.abs.to_s.length + by.to_s.length, 0].max
        found, rest = (number.abs * (10**more)).divmod(by)
        found = -found if number.negative?
        significant(found, power - more, digits, !rest.zero?)
      end

      # `more`: something follows the number.
      def significant(number, power, digits, more = false, mode = rounding)
        extra = number.abs.to_s.length - digits
        return BigDecimal.of(number, power) if extra.negative? || (extra.zero? && !more)

        BigDecimal.of(without(number, 10**extra, mode, more), power + extra)
      end

      # As the mode of the process asks for.
      def checked(value)
        raise FloatDomainError, "Computation results in 'NaN' (Not a Number)" if value.nan? && exceptions.anybits?(EXCEPTION_NaN)
        raise FloatDomainError, "Computation results in '#{value}'" if value.infinite? && exceptions.anybits?(EXCEPTION_INFINITY)
        return value if limit.zero? || !value.finite? || value.n_significant_digits <= limit

        significant(value.number, value.power_of_ten, limit)
      end

      # The value with which one computes, or nil. A fraction gets the digits of the other operand.
      def operand(value, digits)
        case value
        when BigDecimal then value
        when Integer then BigDecimal.of(value, 0)
        when Float then of_float(value, 0)
        when Rational then quotient(value.numerator, 0, value.denominator, [digits, 2 * FIGURES].max)
        end
      end

      def refused(value)
        raise TypeError, "#{value.nil? || value == true || value == false ? value.inspect : value.class} can't be coerced into BigDecimal"
      end

      def mode_of(mode)
        return mode if mode.is_a?(Integer) && mode.between?(ROUND_UP, ROUND_HALF_EVEN)
        raise ArgumentError, 'invalid rounding mode' unless mode.is_a?(Symbol) || mode.is_a?(String)

        MODES[mode.to_s.downcase.to_sym] || raise(ArgumentError, "invalid rounding mode (#{mode})")
      end

      def half_of(half)
        return rounding if half.nil?

        HALVES[half.to_s.downcase] || raise(ArgumentError, "invalid rounding mode: #{half}")
      end

      def precision(digits)
        digits = Integer(digits)
        raise ArgumentError, 'negative precision' if digits.negative?

        digits
      end

      def converted(value, digits)
        case value
        when BigDecimal then value
        when Integer then BigDecimal.of(value, 0)
        when Float then of_float(value, digits)
        when Rational
          raise ArgumentError, "can't omit precision for a Rational." if digits.zero?

          quotient(value.numerator, 0, value.denominator, digits)
        when Complex
          raise ArgumentError, "Unable to make a BigDecimal from non-zero imaginary number" unless value.imaginary.zero?

          converted(value.real, digits)
        else
          text = value.respond_to?(:to_str) ? value.to_str : raise(TypeError, "can't convert #{value.nil? ? 'nil' : value.class} into BigDecimal")
          raise ArgumentError, 'string contains null byte' if text.include?("\0")

          parsed(text, WHOLE) || raise(ArgumentError, "invalid value for BigDecimal(): #{text.inspect}")
        end
      end
    end
    self.limit = 0
    self.rounding = ROUND_HALF_UP
    self.exceptions = 0
  end

  class << self
    alias of new
    undef_method :new, :allocate

    def double_fig = Parts::FIGURES

    def limit(digits = nil)
      before = Parts.limit
      unless digits.nil?
        raise ArgumentError, 'argument must be positive' if digits.negative?

        Parts.limit = digits
      end
      before
    end

    def mode(which, value = nil)
      raise TypeError, "no implicit conversion of #{which.class} into Integer" unless which.is_a?(Integer)

      if which == ROUND_MODE
        Parts.rounding = Parts.mode_of(value) unless value.nil?
        return Parts.rounding
      end
      raise TypeError, 'first argument for BigDecimal.mode invalid' unless which.anybits?(EXCEPTION_ALL)

      case value
      when true then Parts.exceptions |= which & EXCEPTION_ALL
      when false then Parts.exceptions &= ~which
      when nil then nil
      else raise ArgumentError, 'second argument must be true or false'
      end
      Parts.exceptions
    end

    def save_limit = saved(:limit) { yield }
    def save_rounding_mode = saved(:rounding) { yield }
    def save_exception_mode = saved(:exceptions) { yield }
    def interpret_loosely(text) = Parts.parsed(text, Parts::LOOSE) || Parts.zero(1)
    def _load(text) = BigDecimal(text[/:(.*)/, 1])

    private

    def saved(what)
      before = Parts.send(what)
      yield
    ensure
      Parts.send(:"#{what}=", before)
    end
  end

  # Of a number: its digits, without zeros at the end, and the power of ten that they are multiplied with. No digits are an infinity by
  # its sign, or with none not a number.
  attr_reader :number, :power_of_ten, :direction
  protected :direction

  def initialize(number, power, sign = nil)
    super()
    if number && !number.zero?
      while (number % 10).zero?
        steps = (number % 10_000_000_000).zero? ? 10 : 1
        number /= 10**steps
        power += steps
      end
      sign = number.negative? ? -1 : 1
    else
      power = 0
    end
    @number = number
    @power_of_ten = power
    @direction = sign || 1
    freeze
  end

  NAN = of(nil, 0, 0)
  INFINITY = of(nil, 0, 1)
end

module Kernel
  def BigDecimal(value, digits = 0, exception: true)
    BigDecimal::Parts.converted(value, BigDecimal::Parts.precision(digits))
  rescue ArgumentError, TypeError
    raise if exception
  end
  module_function :BigDecimal
end

require 'bigdecimal/arithmetic'
require 'bigdecimal/rounding'
