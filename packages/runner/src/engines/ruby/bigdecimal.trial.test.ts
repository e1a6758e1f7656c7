import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { runOne, stdio } from '../../testing/run-one.ts';

const runRuby = runOne('ruby', { seconds: 20, memory: 128, output: 4 * 1024 * 1024 });

const printed = async (source: string): Promise<string> => {
  const run = await runRuby(source, stdio());
  expect(run).toMatchObject({ end: 'ended', stderr: '' });
  return run.stdout;
};

test('BigDecimal is there when it is required, and not before', async () => {
  const source = `p defined?(BigDecimal), require('bigdecimal'), require('bigdecimal'), 1.respond_to?(:to_d)
require 'bigdecimal/util'
p 1.to_d, '1.5 kg'.to_d, 0.1.to_d + 0.2.to_d, Rational(1, 3).to_d(5), nil.to_d, BigDecimal('12.50').to_digits`;
  expect(await printed(source)).toBe('nil\ntrue\nfalse\nfalse\n0.1e1\n0.15e1\n0.3e0\n0.33333e0\n0.0\n"12.5"\n');
});

test('what is rounded has the digits that version 4 of the gem gives it', async () => {
  const source = `require 'bigdecimal'
p BigDecimal(2) / 3, BigDecimal('1e-20') / 7, BigDecimal('12345678901234567890123456789') / 7, BigDecimal(1).quo(3, 5), BigDecimal(2).sqrt(2), BigDecimal(2).sqrt(0)
p BigDecimal(2)**1.2, BigDecimal(3)**-2, BigDecimal('1.1').power(10, 5), BigDecimal('1.05')**3, BigDecimal(0.1), BigDecimal(0.1, 3), BigDecimal(Rational(1, 3), 3)
p BigDecimal(1) / 0, BigDecimal(0) / 0, BigDecimal('Infinity') - BigDecimal('Infinity'), BigDecimal('1') + Rational(1, 3), 2 / BigDecimal(3)
BigDecimal.save_limit { BigDecimal.limit(5); p BigDecimal(2) / 3, BigDecimal('1.23456789') + 1 }
BigDecimal.save_rounding_mode { BigDecimal.mode(BigDecimal::ROUND_MODE, :half_even); p BigDecimal('2.5').round, BigDecimal('2.25').round(1) }
p BigDecimal('2.5').round, BigDecimal.limit, Marshal.load(Marshal.dump(BigDecimal('1.5')))`;
  expect(await printed(source)).toMatchInlineSnapshot(`
    "0.66666666666666666666666666666667e0
    0.142857142857142857142857142857142857e-20
    0.1763668414462081127160493827e28
    0.33333e0
    0.14e1
    0.1414213562373095e1
    0.22973967099940700135972538935559e1
    0.11111111111111111111111111111111e0
    0.25937e1
    0.1157625e1
    0.1e0
    0.1e0
    0.333e0
    Infinity
    NaN
    NaN
    0.133333333333333333333333333333333e1
    0.66666666666666666666666666666667e0
    0.66667e0
    0.22346e1
    2
    0.22e1
    3
    0
    0.15e1
    "
  `);
});

test('functions of BigMath have the digits that are asked for', async () => {
  const source = `require 'bigdecimal/math'
p BigMath.PI(30), BigMath.E(30), BigMath.exp(BigDecimal('-2.5'), 20), BigMath.log(BigDecimal('1.0000001'), 20), BigMath.log(1000, 20)
p BigMath.sin(BigDecimal('100'), 20), BigMath.cos(BigMath.PI(60) / 2, 10).abs < 1e-30, BigMath.atan(BigDecimal('-5'), 20), BigMath.sqrt(2, 20)
[-> { BigMath.log(0, 5) }, -> { BigMath.exp(1, 0) }, -> { BigDecimal(-1).sqrt(2) }, -> { BigDecimal(-8)**0.5 }].each { |work| work.call rescue puts $!.message }`;
  expect(await printed(source)).toBe(`0.314159265358979323846264338328e1
0.271828182845904523536028747135e1
0.8208499862389879517e-1
0.99999995000000333333e-7
0.69077552789821370521e1
-0.50636564110975879366e0
true
-0.13734007669450158609e1
0.14142135623730950488e1
Zero or negative argument for log
Zero or negative precision for exp
sqrt of negative value
Computation results in complex number
`);
});

test('a mistake has the line of the program and the words of Ruby', async () =>
  expect(await runRuby("require 'bigdecimal'\n\nBigDecimal('1,5')", stdio())).toMatchObject({
    end: 'runtime-error',
    line: 3,
    stderr: expect.stringMatching(/^solution\.rb:3:in [^\n]*: invalid value for BigDecimal\(\): "1,5" \(ArgumentError\)/),
  }));

/** Where the versions of the gem agree: what is exact, or rounded as the program says. `to_i` of a negative fraction is wrong in version 3.1.1. */
const values = `require 'bigdecimal'
require 'bigdecimal/util'
random = Random.new(4)
400.times do
  a = BigDecimal(random.rand(-10**12..10**12).to_s) * BigDecimal("1e#{random.rand(-9..2)}")
  b = BigDecimal(random.rand(1..10**6).to_s) * BigDecimal("1e#{random.rand(-8..0)}") * (random.rand(2).zero? ? 1 : -1)
  digits = random.rand(-3..6)
  p a + b, a - b, a * b, a.div(b), a % b, a.remainder(b), a.divmod(b), a <=> b, a == b, b < a, a.to_f, a.abs.to_i, a.to_r, a.to_s, a.inspect
  p a.round(digits), a.floor(digits), a.ceil(digits), a.truncate(digits), a.round, a.ceil, a.floor, a.fix, a.frac, a.abs, -a, b**3, b**0
  p a.div(b, 12), (a / b).round(8), a.add(b, 6), a.mult(b, 9), a.sub(b, 4), a.abs.sqrt(30).round(9), a.to_s('F'), a.to_s('3F'), a.to_s('+5E'), a.abs.to_digits
  p a.precision, a.scale, a.exponent, a.n_significant_digits, a.split, a.sign, a.zero?, a + 1, 2 * a, a - 1.5, a * 0.25, Rational(1, 2) + a, a > 7.5, a.hash == (a * 10 / 10).hash
  %i[down half_up half_down half_even ceiling floor].each { |mode| p a.round(digits, mode), (b * 5).round(digits, mode) }
  puts format('%.3f %d %s', a, a.to_f.to_i, b), a.coerce(3).inspect, a.clamp(-5, 5), [a, b, 0].max, [a, b, 1.5].sum
end`;

const hasReal = ((): boolean => {
  try {
    execFileSync('ruby', ['-rbigdecimal', '-e', 'exit 1 if BigDecimal::VERSION < "3.1"'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

test.runIf(hasReal)('of random numbers, results are those of the BigDecimal of this machine', async () => {
  const found = (await printed(values)).split('\n');
  const expected = execFileSync('ruby', ['-e', values], { encoding: 'utf8', maxBuffer: 8_000_000 }).split('\n');
  expect(found).toHaveLength(expected.length);
  expect(found.filter((line, index) => line !== expected[index])).toEqual([]);
});
