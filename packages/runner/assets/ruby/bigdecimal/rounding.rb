# frozen_string_literal: true

# What rounds, counts digits and writes.
class BigDecimal
  def exponent = @number.nil? || zero? ? 0 : @number.abs.to_s.length + @power_of_ten
  def n_significant_digits = @number.nil? || zero? ? 0 : @number.abs.to_s.length
  def scale = @number.nil? || zero? ? 0 : [-@power_of_ten, 0].max
  def precision = @number.nil? || zero? ? 0 : [exponent, 0].max + scale
  def precision_scale = [precision, scale]

  # With no mode, and no digits behind the point, it gives an Integer.
  def round(digits = nil, mode = nil, **options)
    raise TypeError, "no implicit conversion of #{digits.class} into Integer" unless digits.nil? || digits.is_a?(Numeric)

    found = cut(digits.to_i, mode.nil? ? Parts.half_of(options[:half]) : Parts.mode_of(mode))
    digits.to_i < 1 && mode.nil? && options.empty? ? found.to_i : found
  end

  def truncate(digits = nil) = shortened(digits, ROUND_DOWN)
  def floor(digits = nil) = shortened(digits, ROUND_FLOOR)
  def ceil(digits = nil) = shortened(digits, ROUND_CEILING)
  def fix = cut(0, ROUND_DOWN)

  def frac
    return self unless finite?

    found = plus(-fix)
    found.zero? ? Parts.zero(@direction) : found
  end

  def to_i
    raise FloatDomainError, nan? ? "Computation results in 'NaN' (Not a Number)" : "Computation results in '#{self}'" unless finite?

    @power_of_ten.negative? ? Parts.without(@number, 10**-@power_of_ten, ROUND_DOWN) : @number * (10**@power_of_ten)
  end
  alias to_int to_i

  def to_r
    raise FloatDomainError, nan? ? "Computation results in 'NaN' (Not a Number)" : "Computation results in '#{self}'" unless finite?

    @power_of_ten.negative? ? Rational(@number, 10**-@power_of_ten) : Rational(@number * (10**@power_of_ten))
  end

  def to_f
    return nan? ? Float::NAN : @direction * Float::INFINITY unless finite?
    return @direction * 0.0 if zero? || exponent < -400
    return @direction * Float::INFINITY if exponent > 400

    Float("#{@number}e#{@power_of_ten}")
  end

  def numerator = to_r.numerator
  def denominator = to_r.denominator

  def split
    text = nan? ? 'NaN' : finite? ? @number.abs.to_s : 'Infinity'
    [@direction, text, 10, exponent]
  end

  def to_s(how = nil)
    return "#{sign_before(how)}#{nan? ? 'NaN' : 'Infinity'}".encode(Encoding::US_ASCII) unless finite?

    group = how.is_a?(Integer) ? how : how.to_s[/\d+/].to_i
    body = zero? ? '0.0' : how.to_s.match?(/F\z/i) ? plain(group) : "0.#{grouped(@number.abs.to_s, group)}e#{exponent}"
    "#{sign_before(how)}#{body}".encode(Encoding::US_ASCII)
  end
  alias inspect to_s

  def _dump(_level = 0) = "#{((n_significant_digits + 8) / 9 * 9) + 9}:#{self}"

  private

  def shortened(digits, mode)
    found = cut(digits.nil? ? 0 : Integer(digits), mode)
    digits.nil? ? found.to_i : found
  end

  # Keeps so many digits behind the point.
  def cut(digits, mode)
    return self if @number.nil? || zero? || -@power_of_ten <= digits
    # Nothing of the number is left, or one in the last place.
    return Parts.without(@direction, 10, mode).zero? ? Parts.zero(@direction) : BigDecimal.of(@direction, -digits) if exponent < -digits

    found = Parts.without(@number, 10**(-digits - @power_of_ten), mode)
    found.zero? ? Parts.zero(@direction) : BigDecimal.of(found, -digits)
  end

  def sign_before(how)
    return '-' if @direction.negative?
    return '' unless how.is_a?(String) && !nan?

    how[/\A[+ ]/].to_s
  end

  def grouped(digits, size) = size.zero? ? digits : digits.scan(/.{1,#{size}}/).join(' ')

  def plain(group)
    digits = @number.abs.to_s
    digits += '0' * @power_of_ten if @power_of_ten.positive?
    behind = [-@power_of_ten, 0].max
    digits = digits.rjust(behind + 1, '0')
    part = digits[digits.length - behind, behind]
    "#{grouped(digits[0, digits.length - behind], group)}.#{part.empty? ? '0' : grouped(part, group)}"
  end
end
