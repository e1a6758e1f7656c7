# frozen_string_literal: true

# What computes and compares.
class BigDecimal
  def nan? = @direction.zero?
  def infinite? = @number.nil? && !nan? ? @direction : nil
  def finite? = !@number.nil?
  def zero? = @number == 0
  def nonzero? = zero? ? nil : self
  def negative? = @direction.negative? && !zero?
  def positive? = @direction.positive? && !zero?
  def +@ = self
  def -@ = @number&.nonzero? ? BigDecimal.of(-@number, @power_of_ten) : BigDecimal.of(@number, 0, -@direction)
  def abs = @direction.negative? ? -self : self
  def clone = self
  def dup = self
  alias magnitude abs

  def sign
    return @direction * SIGN_POSITIVE_INFINITE unless @number

    zero? ? @direction : @direction * SIGN_POSITIVE_FINITE
  end

  def +(other)
    other = operand(other) { |value| return coerced(:+, value) }
    Parts.checked(plus(other))
  end

  def -(other)
    other = operand(other) { |value| return coerced(:-, value) }
    Parts.checked(plus(-other))
  end

  def *(other)
    other = operand(other) { |value| return coerced(:*, value) }
    Parts.checked(times(other))
  end

  def /(other)
    other = operand(other) { |value| return coerced(:/, value) }
    Parts.checked(over(other, 0))
  end

  def quo(other, digits = 0)
    digits = Parts.precision(digits)
    other = operand(other) { |value| return coerced(:/, value) }
    Parts.checked(over(other, digits))
  end

  def add(other, digits) = rounded_to(digits) { self + other }
  def sub(other, digits) = rounded_to(digits) { self - other }
  def mult(other, digits) = rounded_to(digits) { self * other }

  def div(other, digits = nil)
    return quo(other, digits) if digits

    other = operand(other) { |value| return coerced(:div, value) }
    raise FloatDomainError, "Computation results in 'NaN' (Not a Number)" if nan? || other.nan?
    raise FloatDomainError, "Computation results in '#{times(other)}'" if infinite? && !other.zero? && other.finite?
    raise FloatDomainError, "Computation results in 'NaN' (Not a Number)" if infinite? && other.infinite?
    raise ZeroDivisionError, 'divided by 0' if other.zero?

    other.infinite? ? 0 : aligned(other) { |a, b| a.div(b) }
  end

  def divmod(other)
    other = operand(other) { |value| return coerced(:divmod, value) }
    return [NAN, NAN] if nan? || other.nan? || (infinite? && other.infinite?)
    raise ZeroDivisionError, 'divided by 0' if other.zero?
    return [BigDecimal.of(nil, 0, @direction * other.direction), NAN] if infinite?
    return [Parts.zero(1), self] if other.infinite?

    whole, rest, power = aligned(other) { |a, b, power| [*a.divmod(b), power] }
    [BigDecimal.of(whole, 0), BigDecimal.of(rest, power)]
  end

  def %(other)
    operand(other) { |value| return coerced(:%, value) }
    divmod(other).last
  end
  alias modulo %

  def remainder(other)
    other = operand(other) { |value| return coerced(:remainder, value) }
    return NAN if nan? || other.nan? || infinite? || other.zero?
    return self if other.infinite?

    aligned(other) { |a, b, power| BigDecimal.of(a.remainder(b), power) }
  end

  def **(other) = power(other)

  def power(other, digits = nil)
    digits = digits.nil? ? 0 : Parts.precision(digits)
    exponent = Parts.operand(other, 0) or raise TypeError, "wrong argument type #{other.class} (expected scalar Numeric)"
    return NAN if nan? || exponent.nan?
    return BigDecimal.of(1, 0) if exponent.zero? || self == 1
    return special_power(exponent) if zero? || infinite? || exponent.infinite?

    whole = exponent.frac.zero?
    raise Math::DomainError, 'Computation results in complex number' if negative? && !whole

    usual = [n_significant_digits, exponent.n_significant_digits, Parts::FIGURES].max + Parts::FIGURES
    return fraction_power(exponent, digits.zero? ? usual : digits) unless whole

    found = whole_power(exponent.to_i.abs, digits)
    return Parts.checked(found) if exponent.positive?

    Parts.checked(BigDecimal.of(1, 0).div(found, digits.zero? ? usual : digits))
  end

  def sqrt(digits)
    digits = Parts.precision(digits)
    raise FloatDomainError, "sqrt of 'NaN'(Not a Number)" if nan?
    raise FloatDomainError, 'sqrt of negative value' if negative?
    return self if zero? || infinite?

    digits = n_significant_digits + Parts::FIGURES if digits.zero?
    more = [(2 * digits) + 4 - @number.to_s.length, 0].max
    more += 1 if (@power_of_ten - more).odd?
    square = @number * (10**more)
    root = Integer.sqrt(square)
    Parts.significant(root, (@power_of_ten - more) / 2, digits, root * root != square)
  end

  def <=>(other)
    return to_r <=> other if other.is_a?(Rational) && finite?

    other = operand(other) { |value| return compared(value) }
    return if nan? || other.nan?
    return (infinite? || 0) <=> (other.infinite? || 0) if infinite? || other.infinite?
    return @number.clamp(-1, 1) <=> other.number.clamp(-1, 1) if (@number <=> 0) != (other.number <=> 0) || zero?
    return exponent <=> other.exponent if exponent != other.exponent && positive?
    return other.exponent <=> exponent if exponent != other.exponent

    aligned(other) { |a, b| a <=> b }
  end

  def ==(other)
    operand(other) { |value| return value.is_a?(Numeric) && value == self }
    (self <=> other) == 0
  end
  alias === ==
  alias eql? ==

  %i[< <= > >=].each do |sign|
    define_method(sign) do |other|
      operand(other) do |value|
        pair = begin
          value.coerce(self)
        rescue NoMethodError
          raise ArgumentError, "comparison of BigDecimal with #{value.nil? || value.is_a?(Numeric) ? value.inspect : value.class} failed"
        end
        return pair[0].public_send(sign, pair[1])
      end
      order = self <=> other
      order.nil? ? false : order.public_send(sign, 0)
    end
  end

  def hash = [BigDecimal, @number, @power_of_ten, @direction].hash

  def coerce(other)
    [Parts.operand(other, precision) || Parts.refused(other), self]
  end

  protected

  # Both as whole numbers of one power of ten.
  def aligned(other)
    power = [@power_of_ten, other.power_of_ten].min
    yield @number * (10**(@power_of_ten - power)), other.number * (10**(other.power_of_ten - power)), power
  end

  def plus(other)
    return NAN if nan? || other.nan? || (infinite? && other.infinite? && @direction != other.direction)
    return self if infinite? || (other.zero? && !zero?)
    return other if other.infinite? || (zero? && !other.zero?)
    return Parts.zero([@direction, other.direction].max) if zero?

    aligned(other) { |a, b, power| BigDecimal.of(a + b, power) }
  end

  def times(other)
    return NAN if nan? || other.nan?

    direction = @direction * other.direction
    if infinite? || other.infinite?
      return zero? || other.zero? ? NAN : BigDecimal.of(nil, 0, direction)
    end
    zero? || other.zero? ? Parts.zero(direction) : BigDecimal.of(@number * other.number, @power_of_ten + other.power_of_ten)
  end

  def over(other, digits)
    return NAN if nan? || other.nan? || (infinite? && other.infinite?) || (zero? && other.zero?)

    direction = @direction * other.direction
    if other.zero?
      raise ZeroDivisionError, 'divided by 0' if Parts.exceptions.anybits?(EXCEPTION_ZERODIVIDE)

      return BigDecimal.of(nil, 0, direction)
    end
    return BigDecimal.of(nil, 0, direction) if infinite?
    return Parts.zero(direction) if zero? || other.infinite?

    digits = [[precision, other.precision].max + Parts::FIGURES, 2 * Parts::FIGURES].max if digits.zero?
    Parts.quotient(@number, @power_of_ten - other.power_of_ten, other.number, digits)
  end

  private

  def operand(value)
    Parts.operand(value, precision) || yield(value)
  end

  def coerced(sign, value)
    Parts.refused(value) if value.nil? || value.is_a?(String) || !value.respond_to?(:coerce)
    first, second = value.coerce(self)
    first.public_send(sign, second)
  end

  def compared(value)
    return unless value.is_a?(Numeric)

    first, second = value.coerce(self)
    first <=> second
  rescue TypeError, ArgumentError, NoMethodError
    nil
  end

  def rounded_to(digits)
    digits = Parts.precision(digits)
    found = BigDecimal.save_limit do
      Parts.limit = 0 unless digits.zero?
      yield
    end
    digits.zero? || !found.finite? || found.zero? ? found : Parts.significant(found.number, found.power_of_ten, digits)
  end

  def special_power(exponent)
    odd = exponent.finite? && exponent.frac.zero? && exponent.to_i.odd?
    if exponent.infinite?
      raise Math::DomainError, 'Result undefined for negative base raised to infinite power' if negative? && self >= -1

      return (abs > 1) == exponent.positive? ? INFINITY : Parts.zero(1)
    end
    direction = odd && @direction.negative? ? -1 : 1
    zero? == exponent.positive? ? Parts.zero(direction) : BigDecimal.of(nil, 0, direction)
  end

  def whole_power(exponent, digits)
    return BigDecimal.of(@number**exponent, @power_of_ten * exponent) if digits.zero?

    work = digits + Parts::FIGURES + exponent.to_s.length
    found = BigDecimal.of(1, 0)
    factor = self
    until exponent.zero?
      found = found.mult(factor, work) if exponent.odd?
      exponent >>= 1
      factor = factor.mult(factor, work) unless exponent.zero?
    end
    found.mult(1, digits)
  end

  def fraction_power(exponent, digits)
    require 'bigdecimal/math'
    work = digits + Parts::FIGURES + [exponent.exponent, 0].max + self.exponent.abs.to_s.length
    BigMath.exp(BigMath.log(self, work).mult(exponent, work), digits)
  end
end
