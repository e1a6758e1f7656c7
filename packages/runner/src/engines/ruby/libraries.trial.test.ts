import { expect, test } from 'vitest';
import { runOne, stdio } from '../../testing/run-one.ts';

const runRuby = runOne('ruby', { seconds: 10, memory: 128, output: 1_048_576 });

test('the libraries and gems that come with Ruby are there', async () => {
  const source = `
require 'prime'; p Prime.first(5), 12.prime_division, 97.prime?
require 'matrix'; p Matrix[[1,2],[3,4]].determinant, (Matrix[[1,2],[3,4]] * Vector[1,1])
require 'benchmark'; p Benchmark.realtime { 1 + 1 } >= 0
require 'ostruct'; o = OpenStruct.new(a: 1); o.b = 2; p o, o.to_h
require 'csv'; p CSV.parse("a,b\\n1,\\"x, y\\"\\n", headers: true).map(&:to_h), CSV.generate { |c| c << [1, 'a,b'] }
require 'logger'; l = Logger.new($stdout); l.formatter = ->(s, _, _, m) { "#{s}: #{m}\\n" }; l.info('hello')
require 'base64'; p Base64.strict_encode64('abc'), Base64.decode64('YWJj')
require 'uri'; p URI.parse('https://example.com:8080/a?b=c#d').port, URI.encode_www_form(a: 1, b: 'x y')
require 'timeout'; p Timeout.timeout(1) { 5 }
p 'é'.unicode_normalize(:nfd).length, "e\\u0301".unicode_normalize
require 'observer'; require 'abbrev'; p %w[car cone].abbrev.size
require 'yaml'; puts({ 'a' => [1, 'x'] }.to_yaml); p YAML.load('a: [1, 2]')
begin; require 'nothing_such'; rescue LoadError => e; puts e.message; end
p require('csv'), $LOADED_FEATURES.grep(/prime/).size
p CSV.parse_line("a;b", col_sep: ';')
begin; Timeout.timeout(1) { loop { sleep 0.1 } }; rescue Timeout::Error; p $!.message; end
`;
  const run = await runRuby(source);
  expect(run).toMatchObject({ end: 'ended', stderr: '' });
  expect(run.stdout).toMatchInlineSnapshot(`
    "[2, 3, 5, 7, 11]
    [[2, 2], [3, 1]]
    true
    -2
    Vector[3, 7]
    true
    #<OpenStruct a=1, b=2>
    {a: 1, b: 2}
    [{"a" => "1", "b" => "x, y"}]
    "1,\\"a,b\\"\\n"
    INFO: hello
    "YWJj"
    "abc"
    8080
    "a=1&b=x+y"
    5
    2
    "é"
    5
    ---
    a:
    - 1
    - x
    {"a" => [1, 2]}
    cannot load such file -- nothing_such
    false
    1
    ["a", "b"]
    "execution expired"
    "
  `);
});

test('a program starts in /tmp, and reads there what it wrote, which is gone in the next run', async () => {
  const source = `require 'tempfile'
p Dir.pwd, Dir.children('.')
File.write('x', "one\\ntwo\\n")
File.open('/tmp/x', 'a') { |file| file.puts 'three' }
p File.readlines('x', chomp: true), File.size('x'), Dir.children('/tmp'), Tempfile.create { |file| file.puts 'a'; file.pos }
`;
  const stdout = '"/tmp"\n[]\n["one", "two", "three"]\n14\n["x"]\n2\n';
  for (const _ of [1, 2]) expect(await runRuby(source)).toMatchObject({ end: 'ended', stderr: '', stdout });
});

test('tests of Minitest run at the end, and one that fails ends the program badly', async () => {
  const source = `
require 'minitest/autorun'
class T < Minitest::Test
  def test_a = assert_equal(4, 2 + 2)
  def test_b = assert_raises(ZeroDivisionError) { 1 / 0 }
  def test_c = assert_equal(1, 2)
end
`;
  const run = await runRuby(source);
  expect(run.end).toBe('runtime-error');
  expect(run.stdout).toContain('3 runs, 3 assertions, 1 failures, 0 errors, 0 skips');
  expect(run.stdout).toContain('T#test_c [solution.rb:6]');
  expect(await runRuby(source.replace('assert_equal(1, 2)', 'assert_equal(2, 2)'))).toMatchObject({ end: 'ended' });
});

test('a time-out ends a sleep, the innermost one first, with the error that was asked for', async () => {
  const source = `require 'timeout'
class Late < StandardError; end
begin
  Timeout.timeout(5) { Timeout.timeout(1, Late) { sleep 10 } }
rescue Late
  puts 'late'
end
begin
  Timeout.timeout(1) { Timeout.timeout(5) { sleep 10 } }
rescue Timeout::Error => e
  puts e.message
end
puts Timeout.timeout(1) { |s| s }
sleep 100
`;
  expect(await runRuby(source)).toMatchObject({ end: 'ended', stdout: 'late\nexecution expired\n1\n' });
});

test('an error within a library has the line of the program', async () =>
  expect(await runRuby("require 'matrix'\nMatrix[[1, 2], [3]]", stdio())).toMatchObject({
    end: 'runtime-error',
    line: 2,
    stderr: expect.stringMatching(/^solution\.rb:2:in [^\n]*Matrix::ErrDimensionMismatch/),
  }));
