import { describe, expect, test } from 'vitest';
import type { Plain } from '../../program.ts';
import { stdio as given, runOne } from '../../testing/run-one.ts';

const runRuby = runOne('ruby', { seconds: 5, memory: 128, output: 1_048_576 });

const stdio = (source: string, input = '') => runRuby(source, given(input));
const printed = async (source: string, input = ''): Promise<string> => {
  const run = await stdio(source, input);
  expect(run).toMatchObject({ end: 'ended', stderr: '' });
  return run.stdout;
};

describe('input', () => {
  const numbers = '3\n1 2 3\n4 5 6\n7 8 9\n';
  const ways: Readonly<Record<string, string>> = {
    gets: 'n = gets.to_i\nputs (1..n).sum { gets.split.sum(&:to_i) }',
    'STDIN.gets': 'n = STDIN.gets.to_i\nputs n.times.sum { STDIN.gets.split.sum(&:to_i) }',
    '$stdin.read': 'puts $stdin.read.split.drop(1).sum(&:to_i)',
    'STDIN.each_line': 'gets\nt = 0\nSTDIN.each_line { |line| t += line.split.sum(&:to_i) }\nputs t',
    readlines: 'puts readlines.drop(1).join(" ").split.sum(&:to_i)',
    'ARGF.read': 'puts ARGF.read.split.drop(1).sum(&:to_i)',
    '$<': 'puts $<.each_line.drop(1).join(" ").split.sum(&:to_i)',
    'while line = gets': 'gets\nt = 0\nwhile (line = gets)\n  t += line.split.sum(&:to_i)\nend\nputs t',
    'loop with readline': 'readline\nt = 0\nbegin\n  loop { t += readline.split.sum(&:to_i) }\nrescue EOFError\n  puts t\nend',
    'IO.new(0)': 'puts IO.new(0).read.split.drop(1).sum(&:to_i)',
    'STDIN.sysread': 'puts STDIN.sysread(1000).split.drop(1).sum(&:to_i)',
  };
  for (const [name, source] of Object.entries(ways)) {
    test(`is read by ${name}`, async () => expect(await printed(source, numbers)).toBe('45\n'));
  }

  test('is UTF-8, and characters may lie across two reads', async () => {
    const text = `${'x'.repeat(8191)}äöü😀${'€'.repeat(100_000)}`;
    expect(await printed('line = gets\nputs line, line.chomp.length, line.encoding', `${text}\n`)).toBe(
      `${text}\n108196\nUTF-8\n`.replace('108196', String([...text].length)),
    );
  });

  test('without a line is nil', async () => expect(await printed('p gets, gets', 'a')).toBe('"a"\nnil\n'));
});

describe('output', () => {
  test('of 1 MB arrives whole', async () =>
    expect((await stdio('print "0123456789" * 104_857')).stdout).toBe('0123456789'.repeat(104_857)));
  test('keeps characters that are written in parts', async () =>
    expect(await printed('"ä€😀".each_byte { |byte| STDOUT.syswrite(byte.chr) }')).toBe('ä€😀'));
  test('to standard error is kept apart', async () =>
    expect(await stdio('puts "out"\nwarn "err"\n$stderr.puts "more"')).toMatchObject({
      end: 'ended',
      stdout: 'out\n',
      stderr: 'err\nmore\n',
    }));
  test('before an error is kept', async () =>
    expect(await stdio('puts "before"\nraise "x"')).toMatchObject({ end: 'runtime-error', stdout: 'before\n', line: 2 }));
  test('of blocks at the end is written, the last one first', async () =>
    expect(await printed('at_exit { puts 1 }\nat_exit { puts 2; at_exit { puts 3 } }\nputs 0')).toBe('0\n2\n3\n1\n'));
  test('at its limit ends the run, and what is within the limit is kept', async () =>
    expect(await runRuby('$stdout.sync = true\nprint "12345"\nprint "67890"', given(), { output: 8 })).toMatchObject({
      end: 'output-limit-exceeded',
      stdout: '12345678',
    }));
});

describe('errors', () => {
  const compileErrors: Readonly<Record<string, readonly [string, number]>> = {
    'a missing bracket': ['x = 1\ny = (2\n', 2],
    'a method without an end': ['def f\n  1\n', 2],
    'an end too many': ['x = 1\nend\n', 2],
    'return in a class': ['class A\n  return 1\nend\n', 2],
  };
  for (const [name, [source, line]] of Object.entries(compileErrors)) {
    test(`${name} is a compile error with its line, and nothing runs`, async () => {
      const run = await stdio(`puts "ran"\n${source}`);
      expect(run).toMatchObject({ end: 'compile-error', stdout: '', stderr: expect.stringContaining('solution.rb:') });
      expect(run.line).toBeGreaterThanOrEqual(line);
      expect(run.line).toBeLessThanOrEqual(line + 2);
    });
  }

  test('a runtime error has the last line of the candidate, and no line of ours', async () => {
    const run = await stdio('require "json"\ndef read\n  JSON.parse("{")\nend\n\nread\n');
    expect(run).toMatchObject({ end: 'runtime-error', line: 3, stderr: expect.stringContaining("solution.rb:6:in '<main>'") });
    expect(run.stderr).not.toMatch(/assay|eval|boot/i);
  });

  test('exit codes are what Ruby makes of them', async () => {
    for (const source of ['exit', 'exit(0)', 'exit true', 'raise SystemExit', 'at_exit { exit 0 }\nexit 1'])
      expect(await stdio(source), source).toMatchObject({ end: 'ended' });
    for (const source of [
      'exit 1',
      'exit false',
      'exit!',
      'abort',
      'exit! 3',
      'at_exit { exit 2 }',
      'throw :x',
      'at_exit { raise "late" }',
    ])
      expect(await stdio(source), source).toMatchObject({ end: 'runtime-error' });
    expect(await stdio('abort "sorry"')).toMatchObject({ end: 'runtime-error', stderr: 'sorry\n' });
  });

  test('a program without statements ends', async () => expect(await printed('')).toBe(''));
});

describe('the language', () => {
  test('has the usual libraries', async () => {
    const libraries =
      'set json stringio strscan date time pp securerandom digest forwardable delegate tsort singleton English erb optparse shellwords tempfile timeout weakref ripper zlib';
    expect(await printed(`%w[${libraries}].each { |name| require name }\nputs "all"`)).toBe('all\n');
  });

  test('computes as Ruby does', async () => {
    const source = `
puts 2**100, -7 / 2, -7 % 3, 0.1 + 0.2, 1e308 * 10, 2.5.round, 7.divmod(-2).inspect, 10.pow(20, 7), Integer.sqrt(10**30), 255.to_s(16), "%.2f %05d" % [3.14159, 42]
puts [3, 1, 2].sort.inspect, %w[a b a].tally.inspect, (1..10).each_slice(3).to_a.inspect, [1, 2, 3].each_cons(2).map(&:sum).inspect, [1, 2, 3].permutation(2).count
puts "a1 b2".scan(/(\\w)(\\d)/).inspect, "hello world".gsub(/o(.)/) { $1.upcase }, "äöü".upcase, "abc".succ, "x".ord, "a,b".split(",").inspect
puts Rational(1, 3) + Rational(1, 6), Complex(1, 2) * Complex(0, 1), Date.new(2024, 2, 29) >> 12, Time.at(0).utc.iso8601, JSON.generate({ "ä" => [1, nil, true, 1.5] })
Point = Struct.new(:x, :y); P = Data.define(:a)
puts Point.new(1, 2).inspect, P.new(a: 1).inspect, Comparable.instance_methods.size > 3, [1, [2, [3]]].flatten.inspect
case { name: "x", list: [1, 2] }
in { name: String => name, list: [first, *] } then puts name, first
end
h = Hash.new { |hash, key| hash[key] = key < 2 ? key : hash[key - 1] + hash[key - 2] }
puts h[80]
e = Enumerator.new { |y| a = 0; loop { y << a; a += 1 } }
puts e.lazy.select(&:even?).map { _1 * 2 }.first(3).inspect, e.next, e.next
f = Fiber.new { Fiber.yield 1; 2 }
puts f.resume, f.resume, catch(:found) { throw :found, 5 }, [1, 2, 3].inject(:+), ObjectSpace.respond_to?(:each_object), __method__.inspect, $0 == __FILE__
`;
    expect(await printed(source)).toMatchInlineSnapshot(`
      "1267650600228229401496703205376
      -4
      2
      0.30000000000000004
      Infinity
      3
      [-4, -1]
      2
      1000000000000000
      ff
      3.14 00042
      [1, 2, 3]
      {"a" => 2, "b" => 1}
      [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10]]
      [3, 5]
      6
      [["a", "1"], ["b", "2"]]
      hell wRld
      ÄÖÜ
      abd
      120
      ["a", "b"]
      1/2
      -2+1i
      2025-02-28
      1970-01-01T00:00:00Z
      {"ä":[1,null,true,1.5]}
      #<struct Point x=1, y=2>
      #<data P a=1>
      true
      [1, 2, 3]
      x
      1
      23416728348467685
      [0, 4, 8]
      0
      1
      1
      2
      5
      6
      true
      nil
      true
      "
    `);
  });

  test('recurses 9,000 levels in Ruby, and 2,000 through blocks of functions in C while garbage is collected and errors are raised', async () => {
    expect(await printed('def f(n) = n.zero? ? 0 : f(n - 1) + 1\nputs f(9000)')).toBe('9000\n');
    expect(await printed('def f(n) = n.zero? ? (GC.start; 0) : [n].map { f(n - 1) + 1 }.first\nputs f(2000)')).toBe('2000\n');
    expect(
      await printed('def f(n) = n.zero? ? raise("deep") : [n].map { f(n - 1) }\nbegin\n  f(2000)\nrescue => e\n  puts e.message\nend'),
    ).toBe('deep\n');
    expect(await printed('h = Hash.new { |m, k| m[k] = k.zero? ? 0 : m[k - 1] + 1 }\nputs h[2000]')).toBe('2000\n');
  });

  test('recurses 350 levels through functions in C that guard their blocks', async () =>
    expect(
      await printed(
        'def f(n) = n.zero? ? (GC.start; 0) : [n].each_with_index.sum { |x, i| [1].inject(i) { f(n - 1) + 1 } }\nputs f(1)\ndef g(n) = n.zero? ? 0 : [n, 1].inject { g(n - 1) + 1 }\nputs g(350)',
      ),
    ).toBe('1\n350\n'));

  test('has a memory of the size that it is given', async () => {
    const source = 'x = "a" * 80_000_000\nputs x.size';
    expect(await runRuby(source, given(), { memory: 64 })).toMatchObject({ end: 'memory-limit-exceeded' });
    expect(await runRuby(source, given(), { memory: 128 })).toMatchObject({ end: 'ended', stdout: '80000000\n' });
    const run = await runRuby(source.replace('80', '300'), given(), { memory: 512 });
    expect(run).toMatchObject({ end: 'ended', stdout: '300000000\n' });
    expect(run.memory).toBeGreaterThan(280);
    expect(run.memory).toBeLessThan(340);
  });
});

describe('a run', () => {
  const source = `
puts rand, Random.new.rand, Random.rand(10**9), SecureRandom.hex(8), Time.now.to_f, Process.clock_gettime(Process::CLOCK_MONOTONIC), "text".hash, [1, "a"].hash
puts :symbol.object_id, Object.new.inspect, Object.new.object_id, $$, ENV.to_a.inspect, Dir.pwd, (1..20).to_a.shuffle.inspect, { a: 1 }.hash, RUBY_VERSION, GC.stat(:count)
`;
  const elsewhere = runOne('ruby', { seconds: 5, memory: 128, output: 1_048_576 });
  test('takes the same course every time, in another process too', async () => {
    const first = await printed(source);
    for (const again of [stdio(source), stdio(source), elsewhere(source)])
      expect(await again).toMatchObject({ end: 'ended', stdout: first });
  });

  test('sleeps without taking time, by the clock inside', async () =>
    expect(await printed('before = Time.now\nsleep 3600\nputs (Time.now - before).round')).toBe('3600\n'));
});

describe('a function', () => {
  const call = (source: string, name: string, ...args: readonly Plain[]) => runRuby(source, { mode: 'function', name, args });

  const values: Readonly<Record<string, Plain>> = {
    nil: null,
    true: true,
    'an integer': -5,
    'an integer beyond 2^53': { type: 'int', value: '123456789012345678901234567890' },
    'a float': 1.5,
    'a float without fraction': { type: 'float', value: '3.0' },
    infinity: { type: 'float', value: '-inf' },
    'a text': 'äö"\\\n😀\0',
    bytes: { type: 'bytes', value: '/wBB' },
    'a nested array': [1, [2, ['a', []]], null],
    'a set': { type: 'set', items: [1, 2] },
    'a hash': {
      type: 'dict',
      entries: [
        ['a', 1],
        [[1, 2], [true]],
        [3, { type: 'dict', entries: [] }],
      ],
    },
  };
  for (const [name, value] of Object.entries(values)) {
    test(`takes and returns ${name}`, async () =>
      expect(await call('def same(x) = x', 'same', value)).toMatchObject({ end: 'ended', value }));
  }

  test('gets its arguments in order; a tuple is an array, and a symbol that it returns is a text', async () => {
    expect(await call('def sub(a, b, *rest) = a - b - rest.size', 'sub', 10, 3, 0, 0)).toMatchObject({ end: 'ended', value: 5 });
    expect(await call('def f(t) = [t.first, :a, { b: 1 }]', 'f', { type: 'tuple', items: [7, 8] })).toMatchObject({
      end: 'ended',
      value: [7, 'a', { type: 'dict', entries: [['b', 1]] }],
    });
    expect(await call('define_method(:f) { |x| x + 1 } rescue self.class.define_method(:f) { |x| x + 1 }', 'f', 1)).toMatchObject({
      end: 'ended',
      value: 2,
    });
  });

  test('may stand beside a class Solution, and may change the strings that it gets', async () =>
    expect(await call('class Solution\n  def add(a) = a << "x"\nend\ndef add(a) = Solution.new.add(a)', 'add', 'a')).toMatchObject({
      end: 'ended',
      value: 'ax',
    }));

  test('keeps what it prints', async () =>
    expect(await call('puts "loaded"\ndef f\n  puts "called"\n  1\nend', 'f')).toMatchObject({
      end: 'ended',
      stdout: 'loaded\ncalled\n',
      value: 1,
    }));

  const failing: Readonly<Record<string, readonly [string, object]>> = {
    'that is missing': ['def g = 1', { end: 'runtime-error', stderr: expect.stringContaining("undefined function 'f'") }],
    'that raises': [
      'def f\n  x = 1\n  raise ArgumentError, x.to_s\nend',
      { end: 'runtime-error', line: 3, stderr: expect.stringContaining('ArgumentError') },
    ],
    'of a program that raises': ['x = 1\n1 / 0\ndef f = 1', { end: 'runtime-error', line: 2 }],
    'that returns an object': [
      'class A; end\ndef f = A.new',
      { end: 'runtime-error', stderr: expect.stringContaining('A is not a plain value') },
    ],
    'that returns an array within itself': ['def f\n  x = []\n  x << x\nend', { end: 'runtime-error' }],
    'that returns 300 nested arrays': ['def f = 300.times.inject([]) { |x, _| [x] }', { end: 'runtime-error' }],
    'that returns 5 MB': ['def f = "a" * 5_000_000', { end: 'output-limit-exceeded' }],
    'that takes other arguments': ['def f(a) = a', { end: 'runtime-error', stderr: expect.stringContaining('ArgumentError') }],
    'that leaves by exit!': ['def f = exit!(0)', { end: 'runtime-error' }],
    'that leaves by exit': ['def f = exit(0)', { end: 'runtime-error' }],
    'that throws': ['def f = throw(:x)', { end: 'runtime-error' }],
    'that fills the memory': ['def f\n  x = []\n  loop { x << "a" * 100_000 }\nend', { end: 'memory-limit-exceeded' }],
    'that is no program': ['def f(', { end: 'compile-error' }],
    'that forges a malformed value': [
      'def f\n  (3..9).each { |fd| IO.for_fd(fd, autoclose: false).syswrite(\'{"value": {"type": "int", "value": 1}}\') rescue 1 }\n  exit!(0)\nend',
      { end: 'runtime-error' },
    ],
  };
  for (const [name, [source, run]] of Object.entries(failing)) {
    test(`${name} has no value`, async () => {
      const failed = await call(source, 'f');
      expect(failed).toMatchObject(run);
      expect(failed.value).toBeUndefined();
    });
  }

  test("that is missing is not replaced by one of Ruby's own", async () =>
    expect(await call('x = 1', 'format', 'a')).toMatchObject({ end: 'runtime-error' }));
});

test('half of a surrogate pair in the source is U+FFFD', async () =>
  expect(await stdio('p 1 # \ud800')).toMatchObject({ end: 'ended', stdout: '1\n' }));

test('what comes after __END__ is read from DATA', async () => {
  const source = 'puts DATA.read.lines.map(&:chomp).inspect, DATA.eof?\n__END__\nfirst\nlast: __END__\n';
  expect(await runRuby(source)).toMatchObject({ end: 'ended', stdout: '["first", "last: __END__"]\ntrue\n' });
});
