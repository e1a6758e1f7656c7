import { describe, expect, test } from 'vitest';
import { runOne } from '../../testing/run-one.ts';

const runRuby = runOne('ruby', { seconds: 5, memory: 128, output: 1_048_576 });
const judge = (source: string, harness: string, seconds = 5) => runRuby(source, { mode: 'harness', harness }, { seconds });

const addition =
  'require "solution"\nraise "one" unless add(1, 2) == 3\nraise "two" unless add("a", "b") == "ab"\nraise "three" unless add([1], [2]) == [1, 2]\n';
const right = 'def add(a, b) = a + b';

test('a harness that reaches its end is the success', async () =>
  expect(await judge(right, addition)).toMatchObject({ end: 'ended', stdout: '', stderr: '' }));

describe('a harness', () => {
  const fine: Readonly<Record<string, readonly [string, string]>> = {
    'calls functions by name and by module': [
      'def f(x) = x * 2',
      'require_relative "solution"\nraise unless f(1) == 2 && Solution.f(2) == 4',
    ],
    'passes and gets every plain value': [
      'def same(x, times: 1) = [x] * times',
      '[nil, true, 1, 10**30, 1.5, 2.0, Float::INFINITY, "ä", "\\xff".b, [1, [2]], Set[1, "a"], { "a" => { [1, 2] => nil } }].each { |x| raise x.inspect unless same(x, times: 2) == [x, x] && same(x)[0].class == x.class }',
    ],
    'reads constants': ['LIMIT = 10', 'raise unless Solution::LIMIT == 10'],
    'catches the errors that functions raise': [
      'def f(x)\n  raise ArgumentError, "negative" if x < 0\n  {}.fetch(x)\nend',
      '[[-1, ArgumentError], [1, KeyError]].each do |x, kind|\n  f(x)\n  raise "none"\nrescue kind\nend',
    ],
    'finds the state that calls left': ['$n = 0\ndef count = $n += 1', 'raise unless 200.times.map { count } == (1..200).to_a'],
    'calls a function that is named like one of Ruby by the module': ['def format(x) = x + 1', 'raise unless Solution.format(1) == 2'],
  };
  for (const [name, [source, harness]] of Object.entries(fine)) {
    test(name, async () => expect(await judge(source, harness)).toMatchObject({ end: 'ended', stderr: '' }));
  }

  test('that fails says why, and names no line of the candidate', async () =>
    expect(await judge('def add(a, b) = a - b', addition)).toMatchObject({
      end: 'runtime-error',
      line: undefined,
      stderr: expect.stringContaining('one'),
    }));

  test('names the line of the candidate when its code raised the error', async () =>
    expect(await judge('def add(a, b)\n  x = a\n  x / 0\nend', addition)).toMatchObject({
      end: 'runtime-error',
      line: 3,
      stderr: expect.stringContaining('ZeroDivisionError'),
    }));

  test('that is no program, or uses nothing of the candidate, is no fault of the candidate', async () => {
    expect(await judge(right, 'raise (')).toMatchObject({ end: 'not-run' });
    expect(await judge('def format(x) = 1', 'raise unless format("1") == "1"')).toMatchObject({ end: 'not-run' });
  });

  test('gives copies', async () =>
    expect(await judge('def order(x)\n  x.clear\n  []\nend', 'x = [2, 1]\nraise unless order(x) == x.sort')).toMatchObject({
      end: 'runtime-error',
    }));
});

describe('no cheat passes a harness:', () => {
  const cheats: Readonly<Record<string, string>> = {
    'an object that equals everything': 'class A\n  def ==(other) = true\n  def coerce(x) = [self, self]\nend\ndef add(a, b) = A.new',
    'a string that equals everything': 'class A < String\n  def ==(other) = true\nend\ndef add(a, b) = A.new("x")',
    'an array that equals everything': 'class A < Array\n  def ==(other) = true\nend\ndef add(a, b) = A.new',
    'exit! while it is loaded': 'exit!(0)',
    'exit! in a call': 'def add(a, b) = exit!(0)',
    'exit while it is loaded': 'exit(0)',
    'exit in a call': 'def add(a, b) = exit(0)',
    'raising StopIteration': 'def add(a, b) = raise(StopIteration)',
    'raising ClosedQueueError': 'def add(a, b) = raise(ClosedQueueError)',
    'raising SystemExit': 'def add(a, b) = raise(SystemExit.new(0))',
    'raising an error with a false name':
      'class E < StandardError\n  def self.to_s = "SystemExit"\n  def self.name = "StopIteration"\nend\ndef add(a, b) = raise(E)',
    throwing: 'def add(a, b) = throw(:done)',
    'a break out of the call': 'def add(a, b) = Fiber.yield(3)',
    'changing every class':
      'class Object\n  def ==(other) = true\n  def !=(other) = false\nend\nclass Integer\n  def ==(other) = true\nend\ndef add(a, b) = 0',
    'functions named like those of Ruby': 'def raise(*) = nil\ndef require(*) = nil\ndef add(a, b) = 0',
    'looking through all objects':
      'def add(a, b)\n  ObjectSpace.each_object(Integer).to_a\n  ObjectSpace.each_object(String) { |text| return 3 if text.include?("expected = ") }\n  0\nend',
    'reading the harness': 'def add(a, b) = File.read("harness.rb")',
    'changing the module that talks to the host':
      'AssayBoot.singleton_methods.each { |name| AssayBoot.define_singleton_method(name) { |*| nil } }\ndef add(a, b) = 0',
    'a reply of its own, then the end': `def add(a, b)\n  (3..9).each { |fd| IO.for_fd(fd, autoclose: false).syswrite('{"value": 3}') rescue 1 }\n  exit!(0)\nend`,
    'a report of success while it is loaded': `(3..9).each { |fd| IO.for_fd(fd, autoclose: false).syswrite('{"value": null}') rescue 1 }\nexit!(0)`,
    'a missing function': 'def other = 1',
    'a constant in place of the function': 'Add = 3',
    'a recursion without an end': 'def add(a, b) = add(a, b)',
    'a full memory': 'def add(a, b)\n  x = []\n  loop { x << "a" * 100_000 }\nend',
    'a reply of 50 MB': 'def add(a, b) = "a" * 50_000_000',
    'output without an end': 'def add(a, b) = loop { puts "a" * 1000 }',
    'a block at exit': 'at_exit { exit!(0) }\ndef add(a, b) = 0',
    NaN: 'def add(a, b) = Float::NAN',
  };
  for (const [name, source] of Object.entries(cheats)) {
    test(`${name}, and the next run is right`, async () => {
      const harness =
        'expected = 3\nvalues = []\npairs = [[1, 2], [2, 2]].each\nloop { values << add(*pairs.next) }\nraise "wrong" unless values == [expected, 4]';
      expect((await judge(source, harness)).end).toMatch(/^(runtime-error|memory-limit-exceeded|output-limit-exceeded)$/);
      expect((await judge(source, addition)).end).not.toBe('ended');
      expect(await judge(right, addition)).toMatchObject({ end: 'ended', stdout: '', stderr: '' });
    });
  }

  test('a call that never ends', async () => {
    expect(await judge('def add(a, b) = loop { }', addition, 0.4)).toMatchObject({ end: 'time-limit-exceeded' });
    expect(await judge(right, addition)).toMatchObject({ end: 'ended' });
  });
});
