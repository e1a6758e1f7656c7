# frozen_string_literal: true

# The border between a harness and the candidate's code, which run in two interpreters. Plain values cross as copies. Every other object of
# the candidate's code stays where it is, and the harness gets a stand-in that passes calls on. Of the harness's values only those cross that
# it hands over itself as arguments. An operator with a value of the harness does not cross, and neither does a question such as `include?` to
# what a function returned: the candidate's code would see what is expected of it, and could say yes. This file comes before boot.rb.
require 'set'
require 'date'

module AssayBoot
  MOST_OBJECTS = 100_000
  MOST_CALLS = 100_000
  EXACT = [NilClass, TrueClass, FalseClass, Integer, Float, String, Array, Set, Hash, Symbol, Range, Rational, Date].freeze
  EXTENDED = [String, Array, Hash, Set].freeze
  OPERATORS = %i[== != < > <= >= <=> === =~ + - * / % ** & | ^ coerce eql?].freeze
  QUERIES = %i[
    include? member? start_with? end_with? index rindex count any? all? none? one? key? has_key? value? has_value? match? match casecmp
    casecmp? subset? superset? between? cover?
  ].freeze
  KINDS = %i[is_a? kind_of? instance_of?].freeze

  @lent = []
  @numbers = {}.compare_by_identity
  @stand_ins = {}
  @errors = {}

  class << self
    # What the other side gets of a value. The block says it of what is not plain.
    def cross(value, depth = 0, &other)
      raise TypeError, 'the value is nested too deeply' if depth > DEEPEST
      return yield(value) unless Object === value && EXACT.include?(value.class)

      each = ->(item) { cross(item, depth + 1, &other) }
      case value
      when Symbol then { type: 'symbol', value: value.name }
      when Array then value.map(&each)
      when Set then { type: 'set', items: value.map(&each) }
      when Hash then { type: 'dict', entries: value.map { |key, item| [each.(key), each.(item)] } }
      when Range then { type: 'range', items: [each.(value.begin), each.(value.end), value.exclude_end?] }
      when Rational then { type: 'rational', items: [pack(value.numerator), pack(value.denominator)] }
      when Date then { type: 'date', value: value.iso8601 }
      else pack(value)
      end
    end

    def take(value, &other)
      return value.map { |item| take(item, &other) } if value.is_a?(Array)
      return unpack(value) unless value.is_a?(Hash)

      case value['type']
      when 'symbol' then value['value'].to_sym
      when 'set' then value['items'].to_set { |item| take(item, &other) }
      when 'dict' then value['entries'].to_h { |key, item| [take(key, &other), take(item, &other)] }
      when 'range' then Range.new(*value['items'].map { |item| take(item, &other) })
      when 'rational' then Rational(*value['items'].map { |item| unpack(item) })
      when 'date' then Date.iso8601(value['value'])
      when 'int', 'float', 'bytes' then unpack(value)
      else yield(value)
      end
    end

    # On the side of the candidate's code

    # An object has one number for good, so that the harness sees one object where there is one.
    def number_of(value)
      @numbers[value] ||= begin
        raise "the harness holds more than #{MOST_OBJECTS} objects of the solution" if @lent.length >= MOST_OBJECTS

        @lent << value
        @lent.length - 1
      end
    end

    def kind_of(error)
      return { builtin: error.name } if error.name && Object.const_source_location(error.name)&.first != FILE

      { id: number_of(error), name: error.name.to_s, super: kind_of(error.superclass) }
    end

    def lend(value)
      told = { type: 'object', id: number_of(value), plain: EXTENDED.any? { |kind| kind === value } }
      return told.merge(class: kind_of(value)) if Class === value && value <= Exception
      return told.merge(error: kind_of(value.class), text: value.message.to_s.byteslice(0, TEXT).scrub) if Exception === value

      told
    end

    def plainly(value)
      case value
      when String then String.new(value)
      when Array then [*value]
      when Set then Set.new(value.to_a)
      when Hash then {}.merge(value)
      else raise TypeError, 'the value is not plain'
      end
    end

    def lookup(name)
      return { function: true } if function_named(name)
      return { missing: true } unless name.match?(/\A[A-Z]/) && Object.const_defined?(name)

      { constant: cross(Object.const_get(name)) { |value| lend(value) } }
    end

    # Where the harness has a block, its calls are noted, and the harness makes them when the method has returned.
    def act(task)
      args = task['args'].map { |item| take(item) { |told| @lent[told['id']] } }
      named = task['named'].to_h { |key, item| [key.to_sym, take(item) { |told| @lent[told['id']] }] }
      calls = []
      noted = proc do |*values|
        raise "a block is called more than #{MOST_CALLS} times" if calls.length >= MOST_CALLS

        calls << values
        nil
      end
      block = task['block'] ? noted : nil
      found =
        case task['what']
        when 'function' then (function_named(task['name']) || raise(NoMethodError, "undefined function '#{task['name']}'")).call(*args, **named, &block)
        when 'plain' then plainly(args[0])
        else args[0].public_send(task['name'], *args.drop(1), **named, &block)
        end
      cross([found, calls]) { |value| lend(value) }
    end

    def acted(task)
      result = begin
        { value: act(task) }
      rescue Exception => e
        told = failure(e)
        begin
          told[:raised] = lend(e) unless told[:full]
        rescue Exception
          nil
        end
        { failure: told }
      end
      flush
      result
    end

    # On the side of the harness

    def pass_on(what, name, args, named = {}, block = nil)
      @used = true
      if block && !name.start_with?('each')
        raise TypeError, "a block of the harness cannot be passed to #{name} of the solution, only to methods named each"
      end
      message = { mode: 'act', what: what, name: name, block: !block.nil?, args: args.map { |item| hand_over(item) } }
      found, calls = take(ask(message.merge(named: named.map { |key, value| [key.name, hand_over(value)] }))) { |told| stand_in_for(told) }
      calls.each { |values| block.call(*values) } if block
      found
    end

    def hand_over(value)
      cross(value) do |item|
        next { type: 'object', id: StandIn.number(item) } if StandIn.one?(item)
        next { type: 'object', id: item.assay_number } if (Exception === item || Class === item) && item.respond_to?(:assay_number)

        extended = EXTENDED.find { |kind| kind === item }
        next hand_over(plainly(item)) if extended

        what = { Proc => 'block', Method => 'method', Class => 'class' }.find { |kind, _| kind === item }&.last || "object of #{item.class}"
        raise TypeError, "a #{what} of the harness cannot be passed to the solution"
      end
    end

    def stand_in_for(told)
      number = told['id']
      raise TypeError, 'the solution answered with what is no value' unless number.is_a?(Integer)

      @stand_ins[number] ||=
        if told.key?('class')
          made = mirrored(told['class'])
          # A rescue with one of these would catch what the harness itself raises.
          RuntimeError <= made ? CandidateError : made
        elsif told.key?('error')
          kind = mirrored(told['error'])
          made = begin
            kind.singleton_methods(false).include?(:assay_number) ? kind.assay_make(told['text']) : kind.new(told['text'])
          rescue StandardError
            CandidateError.new(told['text'])
          end
          made.define_singleton_method(:assay_number) { number }
          made
        else
          StandIn.new(number, told['plain'] == true)
        end
    end

    # A class of errors of the solution is one of the harness's own, so that `rescue` takes it.
    def mirrored(told)
      if told.key?('builtin')
        name = told['builtin'].to_s
        known = name.match?(/\A[A-Z]\w*\z/) && Object.const_defined?(name) && Object.const_get(name)
        return known.is_a?(Class) && known <= StandardError && !(known <= SILENT) ? known : CandidateError
      end
      number = told['id']
      @errors[number] ||= Class.new(mirrored(told['super'])) do
        define_singleton_method(:assay_number) { number }
        define_singleton_method(:assay_make) { |text| allocate.tap { |made| made.instance_variable_set(:@assay_text, text) } }
        define_singleton_method(:new) { |*args, **named| AssayBoot.pass_on('method', 'new', [self, *args], named) }
        define_singleton_method(:name) { told['name'].to_s }
        define_singleton_method(:to_s) { told['name'].to_s }
        define_method(:message) { @assay_text.to_s }
        define_method(:to_s) { @assay_text.to_s }
        define_method(:method_missing) { |name, *args, **named| AssayBoot.pass_on('method', name.name, [self, *args], named) }
        define_method(:respond_to_missing?) { |name, _all = false| name != :assay_number && !name.start_with?('to_') }
      end
    end

    def error_of(told)
      found = told['raised'].is_a?(Hash) ? stand_in_for(told['raised']) : nil
      return found if Exception === found && !(SILENT === found)

      CandidateError.new(told['message'].to_s)
    end

    def constant(name)
      found = ask({ mode: 'lookup', name: name })
      raise NameError, "uninitialized constant Solution::#{name}" unless found.key?('constant')

      value = take(found['constant']) { |told| stand_in_for(told) }
      StandIn.one?(value) ? StandIn.build(value, true) : @used = true
      value
    end
  end

  # An object of the solution. It has no method of its own but those that compare.
  class StandIn < BasicObject
    @numbers = {}.compare_by_identity
    @built = {}.compare_by_identity
    @constants = {}.compare_by_identity

    class << self
      def number(one) = @numbers[one]
      def one?(value) = @numbers.key?(value)
      def enter(one, number) = @numbers[one] = number
      def built?(one) = @built.key?(one)
      def constant?(one) = @constants.key?(one)

      # The harness named it, or made it with a class that it names.
      def build(one, constant = false)
        return one unless one?(one)

        @constants[one] = true if constant
        @built[one] = true
        one
      end
    end

    def initialize(number, plain)
      @assay_plain = plain
      StandIn.enter(self, number)
    end

    def ==(other) = StandIn.one?(other) ? ::AssayBoot.pass_on('method', '==', [self, other]) == true : method_missing(:==, other)
    def !=(other) = !(self == other)
    def instance_eval(...) = method_missing(:instance_eval, ...)
    def instance_exec(...) = method_missing(:instance_exec, ...)

    def method_missing(name, *args, **named, &block)
      others = args.any? { |item| !StandIn.one?(item) }
      if OPERATORS.include?(name) && others
        return false if args == [nil] && name == :== || name == :eql?
        # A class asks whether a value is one of its own.
        return false if name == :=== && StandIn.constant?(self)
        return ::AssayBoot.pass_on('plain', '', [self]).public_send(name, *args) if @assay_plain

        ::Kernel.raise ::TypeError, "`#{name}` between an object of the solution and a value of the harness is not passed on: compare what its methods return"
      end
      return false if KINDS.include?(name) && others
      if QUERIES.include?(name) && !args.empty? && !StandIn.built?(self)
        return ::AssayBoot.pass_on('plain', '', [self]).public_send(name, *args) if @assay_plain

        ::Kernel.raise ::TypeError, "#{name} of an object that a function returned is not passed on: check what it is first"
      end
      made = ::AssayBoot.pass_on('method', name.name, [self, *args], named, block)
      StandIn.constant?(self) ? StandIn.build(made) : made
    end

    def respond_to_missing?(*) = true
  end

  # `Solution` in a harness: what it can name besides the functions, which are those that are named like methods of Ruby, and constants.
  module Named
    def self.method_missing(name, *args, **named, &block) = AssayBoot.pass_on('function', name.name, args, named, block)
    def self.respond_to_missing?(*) = true
    def self.const_missing(name) = AssayBoot.constant(name.name)
  end

  # The same constants without `Solution::`, as after a `require` of a file.
  module Unqualified
    def const_missing(name)
      AssayBoot.constant(name.name)
    rescue NameError
      super
    end
  end
end
