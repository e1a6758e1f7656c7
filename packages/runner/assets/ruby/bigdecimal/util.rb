# frozen_string_literal: true

# `to_d` of what can be a decimal number, and `to_digits`.
require 'bigdecimal'

class BigDecimal
  def to_digits = nan? || infinite? || zero? ? to_s : to_s('F')
  def to_d = self
end

class Integer
  def to_d = BigDecimal(self)
end

class Float
  def to_d(digits = 0) = BigDecimal(self, digits)
end

class String
  def to_d = BigDecimal.interpret_loosely(self)
end

class Rational
  def to_d(digits = 0) = BigDecimal(self, digits)
end

class Complex
  def to_d(*args) = BigDecimal(self, *args)
end

class NilClass
  def to_d = BigDecimal(0)
end
