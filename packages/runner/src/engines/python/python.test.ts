import { describe, expect, test } from 'vitest';
import type { Plain } from '../../program.ts';
import { stdio as given, runOne } from '../../testing/run-one.ts';

const runPython = runOne('python', { seconds: 5, memory: 128, output: 1_048_576 });

const stdio = (source: string, input = '') => runPython(source, given(input));
const printed = async (source: string, input = ''): Promise<string> => {
  const run = await stdio(source, input);
  expect(run).toMatchObject({ end: 'ended', stderr: '' });
  return run.stdout;
};

describe('input', () => {
  const numbers = '3\n1 2 3\n4 5 6\n7 8 9\n';
  const ways: Readonly<Record<string, string>> = {
    'input()': 'n = int(input())\nprint(sum(sum(map(int, input().split())) for _ in range(n)))',
    'sys.stdin by lines': 'import sys\nnext(sys.stdin)\nprint(sum(int(x) for line in sys.stdin for x in line.split()))',
    'sys.stdin.readline': 'import sys\nread = sys.stdin.readline\nprint(sum(sum(map(int, read().split())) for _ in range(int(read()))))',
    'sys.stdin.read': 'import sys\nprint(sum(map(int, sys.stdin.read().split()[1:])))',
    'sys.stdin.buffer.read': 'import sys\nprint(sum(map(int, sys.stdin.buffer.read().split()[1:])))',
    'sys.stdin.readlines': 'import sys\nprint(sum(int(x) for line in sys.stdin.readlines()[1:] for x in line.split()))',
    'open(0)': 'print(sum(map(int, open(0).read().split()[1:])))',
    'os.read': 'import os\nprint(sum(map(int, os.read(0, 10**6).split()[1:])))',
    fileinput: 'import fileinput\nprint(sum(int(x) for line in list(fileinput.input())[1:] for x in line.split()))',
    'input() until its end':
      'input()\ntotal = 0\ntry:\n    while True: total += sum(map(int, input().split()))\nexcept EOFError: print(total)',
    'a buffered reader of its own':
      'import io, os\nread = io.BytesIO(os.read(0, 10**6)).readline\nread()\nprint(sum(map(int, (read()+read()+read()).split())))',
  };
  for (const [name, source] of Object.entries(ways)) {
    test(`is read by ${name}`, async () => expect(await printed(source, numbers)).toBe('45\n'));
  }

  test('is bytes: characters may lie across two reads', async () => {
    const text = `${'x'.repeat(8191)}äöü😀${'€'.repeat(100_000)}`;
    expect(await printed('print(input())', `${text}\n`)).toBe(`${text}\n`);
    expect(await printed('import os\nprint(len(os.read(0, 8192)), len(os.read(0, 1)))', text)).toBe('8192 1\n');
  });

  test('without a line is an EOFError on the line that reads', async () =>
    expect(await stdio('x = 1\ninput()')).toMatchObject({ end: 'runtime-error', line: 2, stderr: expect.stringContaining('EOFError') }));

  test('keeps carriage returns and lines without an end as Python does', async () =>
    expect(await printed('import sys\nprint(repr(sys.stdin.buffer.read()), end="")', 'a\r\nb')).toBe("b'a\\r\\nb'"));
});

describe('output', () => {
  test('of 1 MB arrives whole', async () => {
    const run = await stdio('print("0123456789" * 104_857, end="")');
    expect(run.stdout).toBe('0123456789'.repeat(104_857));
  });

  test('keeps characters that lie across two writes', async () => {
    expect(await printed('import os\nfor b in "ä€😀".encode(): os.write(1, bytes([b]))')).toBe('ä€😀');
    expect(await printed('for i in range(3000): print("€😀", end="")')).toBe('€😀'.repeat(3000));
  });

  test('that is no UTF-8 is replaced, not refused', async () =>
    expect(await printed('import os\nos.write(1, b"a\\xffb")')).toBe('a\ufffdb'));

  test('of a file object that the program never closed is written', async () => {
    expect(await printed('out = open(1, "w")\nout.write("late")')).toBe('late');
    expect(await printed('import io, sys\nsys.stdout = io.TextIOWrapper(sys.stdout.buffer)\nprint("wrapped")')).toBe('wrapped\n');
    expect(
      await printed(
        'import io, sys, os, atexit\nsys.stdout = io.StringIO()\natexit.register(lambda: os.write(1, sys.stdout.getvalue().encode()))\nprint("fast")',
      ),
    ).toBe('fast\n');
  });

  test('to standard error is kept apart', async () =>
    expect(await stdio('import sys\nprint("out")\nprint("err", file=sys.stderr)')).toMatchObject({
      end: 'ended',
      stdout: 'out\n',
      stderr: 'err\n',
    }));

  test('before an error is kept', async () =>
    expect(await stdio('print("before")\n1/0')).toMatchObject({ end: 'runtime-error', stdout: 'before\n', line: 2 }));

  test('at its limit ends the run, and what is within the limit is kept', async () => {
    const run = await runPython('print("12345", end="", flush=True)\nprint("67890", end="", flush=True)', given(), { output: 8 });
    expect(run).toMatchObject({ end: 'output-limit-exceeded', stdout: '12345678', stderr: '' });
    expect(await runPython('print("12345678", end="")', given(), { output: 8 })).toMatchObject({
      end: 'ended',
      stdout: '12345678',
    });
  });
});

describe('errors', () => {
  const compileErrors: Readonly<Record<string, readonly [string, number]>> = {
    'a missing bracket': ['x = 1\ny = (2\nz = 3\n', 2],
    'a wrong indentation': ['def f():\n    return 1\n  x = 2\n', 3],
    'a statement that is none': ['x = 1\nfor in range(3): pass\n', 2],
    'return outside a function': ['x = 1\nreturn x\n', 2],
    'print of Python 2': ['\nprint "hello"\n', 2],
    'a text that does not end': ['x = 1\ny = "abc\n', 2],
  };
  for (const [name, [source, line]] of Object.entries(compileErrors)) {
    test(`${name} is a compile error with its line, and nothing runs`, async () =>
      expect(await stdio(`print("ran")\n${source}`)).toMatchObject({
        end: 'compile-error',
        line: line + 1,
        stdout: '',
        stderr: expect.stringMatching(/Error: /),
      }));
  }

  test('a null character is a compile error', async () => expect(await stdio('x = "\0"')).toMatchObject({ end: 'compile-error' }));

  test('a runtime error has the last line of the candidate, though it was raised in the library', async () => {
    const run = await stdio('import json\ndef read():\n    return json.loads("{")\n\nread()\n');
    expect(run).toMatchObject({ end: 'runtime-error', line: 3 });
    expect(run.stderr).toContain('File "solution.py", line 5, in <module>\n    read()');
    expect(run.stderr).toContain('JSONDecodeError');
    expect(run.stderr).not.toContain('<string>');
  });

  test('an error raised by exec or eval at run time is a runtime error', async () =>
    expect(await stdio('x = 1\neval("1 +")')).toMatchObject({
      end: 'runtime-error',
      line: 2,
      stderr: expect.stringContaining('SyntaxError'),
    }));

  test('exit codes are what Python makes of them', async () => {
    for (const source of [
      'exit()',
      'import sys\nsys.exit(0)',
      'raise SystemExit',
      'quit()',
      'import sys\nsys.exit(None)',
      'sys = __import__("sys")\nsys.exit(False)',
    ]) {
      expect(await stdio(source)).toMatchObject({ end: 'ended' });
    }
    expect(await stdio('exit(1)')).toMatchObject({ end: 'runtime-error' });
  });

  test('a program without statements ends', async () => expect(await printed('')).toBe(''));
});

describe('the language', () => {
  test('has the usual modules', async () => {
    const modules =
      'math re json collections itertools functools heapq bisect datetime random decimal fractions string statistics typing dataclasses ' +
      'sys os io copy enum operator time array struct hashlib base64 textwrap contextlib abc cmath queue calendar numbers pprint types ' +
      'unittest csv uuid zlib secrets asyncio threading inspect warnings traceback ast bisect graphlib zoneinfo unicodedata difflib';
    expect(await printed(`import ${modules.replaceAll(' ', ', ')}\nprint("all")`)).toBe('all\n');
  });

  test('computes as Python does', async () => {
    const source = `
import math, re, json, collections, itertools, functools, heapq, bisect, datetime, decimal, fractions, string, statistics, dataclasses, typing, hashlib
print(2 ** 100, 7 // -2, -7 % 3, 0.1 + 0.2, 1e308 * 10, round(2.5), divmod(-7, 2), int('-0x1f', 16), f'{3.14159:.2f} {1234567:,} {255:#x}')
print(math.gcd(12, 18), math.comb(50, 25), math.isqrt(10 ** 30), math.pi, math.inf)
print(re.findall(r'(\\w)(\\d)', 'a1 b2'), re.sub(r'\\s+', ' ', 'a \\n b'), json.dumps({'ä': [1, None, True, 1.5]}, ensure_ascii=False))
print(collections.Counter('abca').most_common(1), collections.deque([1, 2, 3], 2), collections.OrderedDict(a=1), collections.defaultdict(list))
print(list(itertools.permutations('abc', 2))[:3], list(itertools.accumulate([1, 2, 3])), functools.reduce(lambda a, b: a * b, range(1, 6)))
h = [3, 1, 2]; heapq.heapify(h); print(heapq.heappop(h), bisect.bisect([1, 3, 5], 3))
print(datetime.date(2024, 2, 29) + datetime.timedelta(365), datetime.datetime(2024, 1, 1).strftime('%A %j'))
print(decimal.Decimal('0.1') + decimal.Decimal('0.2'), fractions.Fraction(1, 3) + fractions.Fraction(1, 6), statistics.median([1, 3, 2]))
@dataclasses.dataclass(order=True)
class P:
    x: int
    y: typing.Optional[int] = None
print(P(1), P(1, 2) < P(2, 1), hashlib.sha256(b'x').hexdigest()[:8], string.ascii_lowercase[:3])
match [1, 2]:
    case [a, b]: print(a, b)
print((lambda *a, k=1, **kw: (a, k, kw))(1, 2, k=3, z=4), [*range(3)], {**{'a': 1}}, sorted('bca', key=lambda c: -ord(c)))
async def main(): return 5
import asyncio
`;
    expect(await printed(source)).toMatchInlineSnapshot(`
      "1267650600228229401496703205376 -4 2 0.30000000000000004 inf 2 (-4, 1) -31 3.14 1,234,567 0xff
      6 126410606437752 1000000000000000 3.141592653589793 inf
      [('a', '1'), ('b', '2')] a b {"ä": [1, null, true, 1.5]}
      [('a', 2)] deque([2, 3], maxlen=2) OrderedDict([('a', 1)]) defaultdict(<class 'list'>, {})
      [('a', 'b'), ('a', 'c'), ('b', 'a')] [1, 3, 6] 120
      1 2
      2025-02-28 Monday 001
      0.3 1/2 2
      P(x=1, y=None) True 2d711642 abc
      1 2
      ((1, 2), 3, {'z': 4}) [0, 1, 2] {'a': 1} ['c', 'b', 'a']
      "
    `);
  });

  test('runs as __main__', async () =>
    expect(await printed('def main():\n    print(__name__, __file__)\n\nif __name__ == "__main__":\n    main()')).toBe(
      '__main__ solution.py\n',
    ));

  test('recurses 900 levels in Python, and 450 through functions in C, without another limit', async () => {
    expect(await printed('def f(n): return n and f(n - 1) + 1\nprint(f(980))')).toBe('980\n');
    expect(await printed('from functools import lru_cache\n@lru_cache(None)\ndef f(n): return n and f(n - 1) + 1\nprint(f(450))')).toBe(
      '450\n',
    );
    expect(await printed('def f(n): return sorted([n], key=lambda x: x and f(n - 1))\nprint(f(300))')).toBe('[300]\n');
  });

  test('recurses 100,000 levels in Python when the program asks for it', async () =>
    expect(await printed('import sys\nsys.setrecursionlimit(10 ** 6)\ndef f(n): return n and f(n - 1) + 1\nprint(f(100_000))')).toBe(
      '100000\n',
    ));

  test('has a memory of the size that it is given', async () => {
    const source = 'x = bytearray(60_000_000)\nprint(len(x))';
    expect(await runPython(source, given(), { memory: 64 })).toMatchObject({ end: 'memory-limit-exceeded' });
    expect(await runPython(source, given(), { memory: 128 })).toMatchObject({ end: 'ended', stdout: '60000000\n' });
    const run = await runPython(source.replaceAll('60', '300'), given(), { memory: 512 });
    expect(run).toMatchObject({ end: 'ended', stdout: '300000000\n' });
    expect(run.memory).toBeGreaterThan(280);
  });
});

describe('a run', () => {
  const source = `
import random, time, datetime, uuid, secrets, os, tempfile, hashlib, sys
print(random.random(), random.randint(1, 10 ** 9), time.time(), time.perf_counter(), time.monotonic_ns(), datetime.datetime.now())
print(uuid.uuid4(), uuid.uuid1(), secrets.token_hex(8), os.urandom(8), hash('text'), hash((1, 'a')), id(object()), id([]), object())
print({str(i) for i in range(50)}, os.getpid(), sorted(os.environ), os.getcwd(), sys.version)
random.shuffle(x := list(range(20)))
print(x, time.localtime(), time.process_time())
`;
  const elsewhere = runOne('python', { seconds: 5, memory: 128, output: 1_048_576 });
  test('takes the same course every time, in another process too', async () => {
    const first = await printed(source);
    for (const again of [stdio(source), stdio(source), elsewhere(source)]) {
      expect(await again).toMatchObject({ end: 'ended', stdout: first });
    }
    expect(first).toContain('2026-01-01 00:00:00');
  });

  test('finds nothing of the run before it', async () => {
    const source =
      'import os, math, builtins\nprint(input(), hasattr(math, "left"), hasattr(builtins, "left"))\nmath.left = builtins.left = 1\nos.environ["A"] = "b"';
    for (const input of ['1', '2', '3']) expect(await printed(source, `${input}\n`)).toBe(`${input} False False\n`);
  });
});

describe('a function', () => {
  const call = (source: string, name: string, ...args: readonly Plain[]) => runPython(source, { mode: 'function', name, args });
  const same = 'def same(x): return x';

  const values: Readonly<Record<string, Plain>> = {
    None: null,
    'a bool': true,
    'an int': -5,
    'an int beyond 2^53': { type: 'int', value: '123456789012345678901234567890' },
    'a float': 1.5,
    'a float without fraction': { type: 'float', value: '3.0' },
    infinity: { type: 'float', value: '-inf' },
    'a text': 'äö"\\\n😀\0',
    'a lone surrogate': '\ud800',
    bytes: { type: 'bytes', value: '/wBB' },
    'a nested list': [1, [2, ['a', []]], null],
    'a tuple': { type: 'tuple', items: [1, 'a', { type: 'tuple', items: [] }] },
    'a set': { type: 'set', items: [1, 2] },
    'a dict': {
      type: 'dict',
      entries: [
        ['a', 1],
        [{ type: 'tuple', items: [1, 2] }, [true]],
        [3, { type: 'dict', entries: [] }],
      ],
    },
  };
  for (const [name, value] of Object.entries(values)) {
    test(`takes and returns ${name}`, async () => expect(await call(same, 'same', value)).toMatchObject({ end: 'ended', value }));
  }

  test('gets its arguments in order, and may be any callable of the module', async () => {
    expect(await call('def sub(a, b, *rest): return a - b - len(rest)', 'sub', 10, 3, 0, 0)).toMatchObject({ end: 'ended', value: 5 });
    expect(await call('from operator import mul', 'mul', 6, 7)).toMatchObject({ end: 'ended', value: 42 });
    expect(await call('class Box:\n    def __init__(self, x): self.x = x\nget = lambda x: Box(x).x', 'get', 7)).toMatchObject({
      end: 'ended',
      value: 7,
    });
  });

  test('returns subclasses of plain types as plain values', async () =>
    expect(
      await call(
        'from collections import *\nfrom enum import IntEnum\nP = namedtuple("P", "x y")\nclass E(IntEnum):\n    A = 4\ndef f(): return [Counter("aa"), P(1, 2), E.A, frozenset([1]), OrderedDict(a=1)]',
        'f',
      ),
    ).toMatchObject({
      end: 'ended',
      value: [
        { type: 'dict', entries: [['a', 2]] },
        { type: 'tuple', items: [1, 2] },
        4,
        { type: 'set', items: [1] },
        { type: 'dict', entries: [['a', 1]] },
      ],
    }));

  test('runs no part that is for __main__, and keeps what it prints', async () =>
    expect(
      await call('print("loaded")\ndef f():\n    print("called")\n    return 1\nif __name__ == "__main__": print("main")', 'f'),
    ).toMatchObject({
      end: 'ended',
      stdout: 'loaded\ncalled\n',
      value: 1,
    }));

  const failing: Readonly<Record<string, readonly [string, object]>> = {
    'that is missing': ['def g(): pass', { end: 'runtime-error', stderr: expect.stringContaining("function 'f' is not defined") }],
    'that is no function': ['f = 5', { end: 'runtime-error' }],
    'that raises': [
      'def f():\n    x = 1\n    raise ValueError(x)',
      { end: 'runtime-error', line: 3, stderr: expect.stringContaining('ValueError: 1') },
    ],
    'of a module that raises': ['x = 1\n1/0\ndef f(): pass', { end: 'runtime-error', line: 2 }],
    'that returns an object': [
      'class A: pass\ndef f(): return A()',
      { end: 'runtime-error', stderr: expect.stringContaining("'A' is not a plain value") },
    ],
    'that returns a generator': [
      'def f(): yield 1',
      { end: 'runtime-error', stderr: expect.stringContaining("'generator' is not a plain value") },
    ],
    'that returns a list within itself': ['def f():\n    x = []\n    x.append(x)\n    return x', { end: 'runtime-error' }],
    'that returns 300 nested lists': ['def f():\n    x = []\n    for i in range(300): x = [x]\n    return x', { end: 'runtime-error' }],
    'that returns 5 MB': ['def f(): return "a" * 5_000_000', { end: 'output-limit-exceeded' }],
    'that takes other arguments': ['def f(a): pass', { end: 'runtime-error', stderr: expect.stringContaining('TypeError') }],
    'that leaves by os._exit(0)': ['import os\ndef f(): os._exit(0)', { end: 'runtime-error' }],
    'that leaves by sys.exit(0)': ['import sys\ndef f(): sys.exit(0)', { end: 'runtime-error' }],
    'that fills the memory': ['def f():\n    x = []\n    while True: x.append("a" * 100000)', { end: 'memory-limit-exceeded', line: 3 }],
    'that is no program': ['def f(:', { end: 'compile-error', line: 1 }],
    'that forges a malformed value': [
      'import os\ndef f():\n    for fd in range(3, 9):\n        try: os.write(fd, b\'{"value": {"type": "int", "value": "evil"}}\')\n        except OSError: pass\n    os._exit(0)',
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
});

test('half of a surrogate pair in the source is U+FFFD', async () =>
  expect(await stdio('print(1) # \ud800')).toMatchObject({ end: 'ended', stdout: '1\n' }));
