import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { runOne, stdio } from '../../testing/run-one.ts';

const runPython = runOne('python', { seconds: 20, memory: 128, output: 4 * 1024 * 1024 });

/** Values of CPython on glibc. The C library of the binary gives several of them another last digit. */
test('the last digit of a function of math is that of CPython', async () => {
  const source = `import math
print(math.exp(1), math.tanh(0.77), math.log10(0.001234), math.sin(0.3), math.cos(1e22), math.tan(1.5), math.atan2(-32.9, -48.3))
print(1.1 ** 10, 2 ** 0.5, math.pow(1.05, 20), math.log(10), math.log(8, 2), math.log2(3), math.acos(0.1), math.asinh(1000.5), math.exp(-745))`;
  expect(await runPython(source, stdio())).toMatchObject({
    stdout: `${[
      '2.718281828459045 0.6469294504417666 -2.908684840302777 0.29552020666133955 0.523214785395139 14.101419947171719 -2.5436236026360186',
      '2.5937424601000023 1.4142135623730951 2.653297705144422 2.302585092994046 3.0 1.584962500721156 1.4706289056333368 7.601402584333827 5e-324',
    ].join('\n')}\n`,
  });
});

test('values where a function has none, or too large a one, are errors as ever', async () => {
  const source = `import cmath, math
for work in (lambda: math.log(0), lambda: math.acos(2), lambda: math.exp(1000), lambda: math.sin(math.inf), lambda: 0.0 ** -1, lambda: math.sqrt(-1), lambda: math.atanh(1), lambda: math.log1p(-1)):
    try: print(work())
    except Exception as error: print(type(error).__name__, error)
for parts in ((math.inf, math.nan), (-1e308, 1e308), (0.0, -0.0), (5e-324, -5e-324), (3.0, 4.0), (1e200, 1e-200)): print(abs(complex(*parts)), end=' ')
print(cmath.log(-1), cmath.sqrt(-4), math.gamma(0.5), math.gamma(171), math.lgamma(-0.5), [n for n in range(1000) if math.cbrt(n ** 3) != n])
print(math.atan2(0.0, -0.0), math.atan2(5e-324, 5e-324), math.exp(-1000), math.tan(-0.0), math.cos(math.nan), math.exp(-math.inf), math.log(10 ** 400), 0.0 ** 0.0, (-8) ** 3.0, (-2.0) ** -3)`;
  expect(await runPython(source, stdio())).toMatchObject({
    stdout: `ValueError math domain error
ValueError math domain error
OverflowError math range error
ValueError math domain error
ZeroDivisionError 0.0 cannot be raised to a negative power
ValueError math domain error
ValueError math domain error
ValueError math domain error
inf 1.4142135623730951e+308 0.0 5e-324 5.0 1e+200 3.141592653589793j 2j 1.7724538509055159 7.257415615307998e+306 1.265512123484645 []
3.141592653589793 0.7853981633974483 0.0 -0.0 nan 0.0 921.0340371976182 1.0 -512.0 -0.125
`,
  });
});

const values = `import cmath, math, random
random.seed(7)
for name in 'acos acosh asin asinh atan atanh cos cosh exp exp2 expm1 log log1p log10 log2 sin sinh tan tanh'.split():
    work = getattr(math, name)
    for _ in range(1500):
        x = random.uniform(-1, 1) if name in ('acos', 'asin', 'atanh') else random.uniform(1, 500) if name in ('acosh', 'log', 'log10', 'log2', 'log1p') else random.choice([random.uniform(-1, 1), random.uniform(-20, 20), random.uniform(-300, 300)])
        print(name, work(x).hex())
for _ in range(1500):
    print('atan2', math.atan2(random.uniform(-9, 9), random.uniform(-9, 9)).hex(), (random.uniform(0, 100) ** random.uniform(-10, 10)).hex())
    x = random.choice([random.uniform(-1, 1), random.uniform(-20, 20), random.uniform(0, 170)])
    print('gamma', math.gamma(x).hex())
    print('lgamma', math.lgamma(x).hex())
def plane(): return complex(*(random.choice([random.uniform(-1, 1), random.uniform(-9, 9)]) for _ in 'xy'))
def show(name, z): print(name, z.real.hex(), z.imag.hex())
for name in 'acos acosh asin asinh atan atanh cos cosh exp log log10 sin sinh sqrt tan tanh'.split():
    for _ in range(1500): show('cmath.' + name, getattr(cmath, name)(plane()))
for _ in range(1500):
    show('cmath.rect', cmath.rect(*cmath.polar(plane())))
    show('complex', plane() ** random.choice([0.5, 3, 1.5]))
    print('abs', abs(plane()).hex())`;

const realPython = ((): string | undefined => {
  try {
    return execFileSync('python3', ['-c', `import platform, sys; print(sys.version_info >= (3, 11) and platform.libc_ver()[0])`], {
      encoding: 'utf8',
    });
  } catch {
    return undefined;
  }
})();

test.runIf(realPython === 'glibc\n')(
  'of random arguments, at most one in two hundred results differs from that of the Python of this machine, of complex ones one in a hundred',
  async () => {
    const found = (await runPython(values, stdio())).stdout.split('\n');
    const expected = execFileSync('python3', ['-c', values], { encoding: 'utf8', maxBuffer: 8_000_000 }).split('\n');
    expect(found).toHaveLength(expected.length);
    const differing = new Map<string, number>();
    for (const [index, line] of expected.entries()) {
      const name = line.split(' ')[0] ?? '';
      if (line !== found[index]) differing.set(name, (differing.get(name) ?? 0) + 1);
    }
    expect([...differing].filter(([name, count]) => count > (/^c(math|omplex)/.test(name) ? 16 : 8))).toEqual([]);
  },
);
