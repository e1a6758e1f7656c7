import { describe, expect, test } from 'vitest';
import { runOne } from '../../testing/run-one.ts';

const runRuby = runOne('ruby', { seconds: 5, memory: 128, output: 1_048_576 });
const judge = (source: string, harness: string, seconds = 5) => runRuby(source, { mode: 'harness', harness }, { seconds });

const solution = `
class Empty < StandardError
  attr_reader :size
  def initialize(size)
    super("size #{size}")
    @size = size
  end
end

class Stack
  include Enumerable
  attr_accessor :top
  def self.of(*items) = new(items)
  def initialize(items = []) = @items = items.dup
  def push(item)
    @items.push(item)
    self
  end
  def <<(item) = push(item)
  def pop = @items.empty? ? raise(Empty.new(0)) : @items.pop
  def size = @items.size
  def [](at) = @items[at]
  def each(&block) = block ? (@items.each(&block); self) : @items.each
  def ==(other) = other.is_a?(Stack) && to_a == other.to_a
  def +(other) = Stack.new(to_a + other.to_a)
  def to_s = "Stack of #{size}"
end

class Words < Array
  def longest = max_by(&:size)
end

Point = Struct.new(:x, :y)
LIMIT = 3
def same(x) = x
def fail_at(list) = list.fetch(5)
`;

describe('across the border go', () => {
  const crossing: Readonly<Record<string, string>> = {
    'classes, methods and class methods':
      'one = Stack.new\none.push(1).push(2)\none << 3\nraise unless one.pop == 3 && one.size == 2 && Stack.of(1, 2).pop == 2 && one[0] == 1 && one.include?(2)',
    'classes by the name of the module': 'raise unless Solution::Stack.new.size == 0 && Solution::LIMIT == 3 && LIMIT == 3',
    'attributes and identity':
      'one = Stack.new\none.top = one\nraise unless one.top.equal?(one) && one.push(1).equal?(one) && !one.equal?(Stack.new) && same(one).equal?(one)',
    'operators between objects of the solution':
      'raise unless Stack.of(1) == Stack.of(1) && Stack.of(1) != Stack.of(2) && (Stack.of(1) + Stack.of(2)).to_a == [1, 2] && Point.new(1, 2) == Point.new(1, 2)',
    'texts and iteration':
      'one = Stack.of(1, 2)\nseen = []\none.each { |x| seen << x }\nraise unless seen == [1, 2] && one.to_s == "Stack of 2" && "#{one}" == "Stack of 2" && one.to_a == [1, 2] && one.each.next == 1',
    'classes of errors, with message and attributes':
      'begin\n  Stack.new.pop\n  raise "none"\nrescue Empty => e\n  raise "wrong" unless e.message == "size 0" && e.size == 0 && e.is_a?(Empty)\nend\nraise "made" unless Empty.new(4).size == 4',
    'errors of Ruby': 'begin\n  fail_at([])\n  raise "none"\nrescue IndexError => e\n  raise "wrong" unless e.message.include?("5")\nend',
    'instances of classes':
      'raise unless Stack.new.is_a?(Stack) && !Stack.new.is_a?(Integer) && Stack.new.class == Stack && Stack === Stack.new && !(Stack === 3)',
    'classes that extend a plain one':
      'w = Words.new\nw << "a"\nw << "bcd"\nraise unless w.longest == "bcd" && w == ["a", "bcd"] && same(w).include?("a")',
    'symbols, ranges, rationals and dates':
      'require "date"\n[:a, 1..3, 3r, Date.new(2026, 1, 2), { a: :b }].each { |x| raise x.inspect unless same(x) == x }',
    'many objects': 'all = Array.new(500) { Stack.new }\nraise unless all.map(&:__id__).uniq.size == 500',
  };
  for (const [name, harness] of Object.entries(crossing)) {
    test(name, async () => expect(await judge(solution, `require "solution"\n${harness}`)).toMatchObject({ end: 'ended', stderr: '' }));
  }
});

describe('what does not cross says so by name:', () => {
  const refused: Readonly<Record<string, readonly [string, string]>> = {
    'a block of the harness': ['Stack.of(1).map { |x| x }', 'a block of the harness cannot be passed to map'],
    'a lambda of the harness': ['same(-> { 1 })', 'a block of the harness cannot be passed to the solution'],
    'an object of the harness': ['same(Object.new)', 'a object of Object of the harness cannot be passed'],
    'a class of the harness': ['same(Class.new)', 'a class of the harness cannot be passed'],
    '`==` with a value of the harness': [
      'raise unless Stack.new == 3',
      '`==` between an object of the solution and a value of the harness',
    ],
  };
  for (const [name, [harness, message]] of Object.entries(refused)) {
    test(name, async () =>
      expect(await judge(solution, harness)).toMatchObject({ end: 'runtime-error', stderr: expect.stringContaining(message) }),
    );
  }
});

describe('no object of the solution learns what is expected or passes by a lie:', () => {
  const liar = `
class Liar < BasicObject
  def method_missing(name, *given)
    ::Kernel.puts(*given.map { |x| "saw #{x}" })
    true
  end
  def ==(other) = method_missing(:==, other)
  def !=(other) = method_missing(:!=, other)
  def coerce(other) = [0, 0]
  def respond_to?(*) = true
end
def f(x) = Liar.new
`;
  const attacks: Readonly<Record<string, readonly [string, string]>> = {
    'by ==': [liar, 'raise unless f(1) == 987'],
    'by == from the other side': [liar, 'raise unless 987 == f(1)'],
    'by == of a text': [liar, 'raise unless "987" == f(1)'],
    'by == of lists': [liar, 'raise unless [f(1)] == [987]'],
    'by a difference': [liar, 'raise unless (987 - f(1)).abs < 1e-9'],
    'by a difference from the other side': [liar, 'raise unless (f(1) - 987).abs < 1e-9'],
    'by include?': [liar, 'raise unless f(1).include?(987)'],
    'by eql?': [liar, 'raise unless f(1).eql?(987)'],
    'by a case': [liar, 'case 987\nwhen f(1) then nil\nelse raise "other"\nend'],
    'by is_a?': [liar, 'raise unless f(1).is_a?(Integer)'],
    'by a rescue of every error': ['Empty = StandardError\ndef f(x) = nil', 'begin\n  f(1)\n  raise "987"\nrescue Empty\n  nil\nend'],
    'by an array that equals everything': [
      'class L < Array\n  def ==(other) = true\n  def include?(x) = true\nend\ndef f(x) = L.new',
      'raise unless f(1) == [987] || f(1).include?(987)',
    ],
    'by a text that recurses': ['class A\n  def to_s = to_s\nend\ndef f(x) = A.new', 'raise unless f(1).to_s == "987"'],
    'by a huge text': ['class A\n  def to_s = "9" * 40_000_000\nend\ndef f(x) = A.new', 'raise unless f(1).to_s == "987"'],
    'by a block that is called without an end': [
      'class A\n  def each = loop { yield 1 }\nend\ndef f(x) = A.new',
      'seen = []\nf(1).each { |x| seen << x }\nraise unless seen == [987]',
    ],
    'by changing what talks to the harness': [
      'module AssayBoot\n  def self.plainly(value) = value\n  def self.lend(value) = { type: "object", id: [1], plain: 1 }\nend\nclass A; end\ndef f(x) = A.new',
      'raise unless f(1) == 987',
    ],
  };
  for (const [name, [source, harness]] of Object.entries(attacks)) {
    test(name, async () => {
      const run = await judge(source, harness);
      expect(run.end).toMatch(/^(runtime-error|memory-limit-exceeded|output-limit-exceeded|time-limit-exceeded)$/);
      expect(run.stdout).not.toContain('987');
      expect(await judge('def f(x) = 987', 'raise unless f(1) == 987')).toMatchObject({ end: 'ended', stderr: '' });
    });
  }
});
