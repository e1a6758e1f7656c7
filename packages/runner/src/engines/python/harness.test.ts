import { describe, expect, test } from 'vitest';
import { runOne } from '../../testing/run-one.ts';

const runPython = runOne('python', { seconds: 5, memory: 128, output: 1_048_576 });

const judge = (source: string, harness: string, seconds = 5) => runPython(source, { mode: 'harness', harness }, { seconds });

const addition = 'from solution import *\nassert add(1, 2) == 3\nassert add("a", "b") == "ab"\nassert add([1], [2]) == [1, 2]\n';

test('a harness that reaches its end is the success', async () =>
  expect(await judge('def add(a, b): return a + b', addition)).toMatchObject({ end: 'ended', stdout: '', stderr: '' }));

describe('a harness', () => {
  const right: Readonly<Record<string, readonly [string, string]>> = {
    'imports by name, by module and by *': [
      'def f(x): return x * 2',
      'import solution\nfrom solution import f as g\nfrom solution import *\nassert solution.f(1) == g(1) == f(1) == 2',
    ],
    'passes and gets every plain value': [
      'def same(x, *, times=1): return [x] * times',
      'from solution import same\nfor x in [None, True, 1, 10 ** 30, 1.5, 2.0, float("inf"), "ä", b"\\xff", [1, [2]], (1, (2,)), {1, "a"}, {"a": {(1, 2): None}}]:\n    assert same(x, times=2) == [x, x] and type(same(x)[0]) is type(x)',
    ],
    'reads constants': ['LIMIT = 10\nNAMES = ("a", "b")', 'from solution import LIMIT, NAMES\nassert LIMIT == 10 and NAMES == ("a", "b")'],
    'catches the errors that the functions raise': [
      'def f(x):\n    if x < 0: raise ValueError("negative")\n    return {}[x]',
      'from solution import f\nfor x, kind in [(-1, ValueError), (1, KeyError)]:\n    try: f(x)\n    except kind as error: assert "negative" in str(error) or x == 1\n    else: assert False',
    ],
    'uses unittest': [
      'def f(x): return x + 1',
      'import unittest\nfrom solution import f\nclass T(unittest.TestCase):\n    def test(self): self.assertEqual(f(1), 2)\nresult = unittest.TextTestRunner(open("/dev/null", "w") if False else __import__("io").StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(T))\nassert result.wasSuccessful()',
    ],
    'finds the state that calls left': [
      'n = 0\ndef count():\n    global n\n    n += 1\n    return n',
      'from solution import count\nassert [count() for _ in range(200)] == list(range(1, 201))',
    ],
  };
  for (const [name, [source, harness]] of Object.entries(right)) {
    test(name, async () => expect(await judge(source, harness)).toMatchObject({ end: 'ended', stderr: '' }));
  }

  test('keeps what the candidate prints', async () =>
    expect(await judge('print("load")\ndef f():\n    print("call")', 'import solution\nsolution.f()')).toMatchObject({
      end: 'ended',
      stdout: 'load\ncall\n',
    }));

  test('that fails says why, and names no line of the candidate', async () => {
    const run = await judge('def add(a, b): return a - b', 'from solution import add\nassert add(1, 2) == 3, "one and two"');
    expect(run).toMatchObject({ end: 'runtime-error', line: undefined, stderr: expect.stringContaining('AssertionError: one and two') });
  });

  test('names the line of the candidate when its code raised the error', async () =>
    expect(await judge('def add(a, b):\n    x = a\n    return x / 0', addition)).toMatchObject({
      end: 'runtime-error',
      line: 3,
      stderr: expect.stringContaining('File "solution.py", line 3, in add'),
    }));

  test('that is no program is no fault of the candidate', async () =>
    expect(await judge('x = 1', 'assert (')).toMatchObject({ end: 'not-run', stderr: expect.stringContaining('SyntaxError') }));

  test('that uses nothing of the candidate would let everybody pass: it is not run', async () => {
    const source = 'def sum(x): return -1';
    expect(await judge(source, 'from solution import *\nassert sum([1, 2]) == 3')).toMatchObject({ end: 'not-run' });
    expect(await judge(source, 'from solution import sum\nassert sum([1, 2]) == 3')).toMatchObject({ end: 'runtime-error' });
  });

  test('keeps its own name when it imports *', async () =>
    expect(await judge('def f(): return 1', 'from solution import *\nassert f() == 1 and __name__ == "__main__"')).toMatchObject({
      end: 'ended',
    }));

  test('gives copies: a function that changes its argument does not change the one that is compared with', async () =>
    expect(
      await judge('def order(x):\n    x.clear()\n    return []', 'from solution import order\nx = [2, 1]\nassert order(x) == sorted(x)'),
    ).toMatchObject({ end: 'runtime-error' }));
});

describe('no cheat passes a harness:', () => {
  const cheats: Readonly<Record<string, string>> = {
    'an object that equals everything':
      'class A:\n    def __eq__(self, other): return True\n    def __ne__(self, other): return False\ndef add(a, b): return A()',
    'an int that equals everything': 'class A(int):\n    def __eq__(self, other): return True\ndef add(a, b): return A(0)',
    'a text that equals everything': 'class A(str):\n    def __eq__(self, other): return True\ndef add(a, b): return A()',
    'a list that equals everything': 'class A(list):\n    def __eq__(self, other): return True\ndef add(a, b): return A()',
    'os._exit(0) while it is loaded': 'import os\nos._exit(0)',
    'os._exit(0) in a call': 'import os\ndef add(a, b): os._exit(0)',
    'sys.exit(0) while it is loaded': 'import sys\nsys.exit(0)',
    'sys.exit(0) in a call': 'import sys\ndef add(a, b): sys.exit(0)',
    'raising StopIteration': 'def add(a, b): raise StopIteration',
    'raising GeneratorExit': 'def add(a, b): raise GeneratorExit',
    'raising KeyboardInterrupt': 'def add(a, b): raise KeyboardInterrupt',
    'raising SystemExit with a false name': 'class E(Exception): pass\nE.__name__ = "SystemExit"\ndef add(a, b): raise E(0)',
    'raising an error that says it is no failure': 'class E(BaseException): pass\nE.__name__ = "StopIteration"\ndef add(a, b): raise E',
    'closing standard output': 'import sys, os\nsys.stdout.close()\nos.close(1)\ndef add(a, b): return 0',
    'changing the builtins':
      'import builtins\nbuiltins.isinstance = lambda *a: True\nbuiltins.sorted = builtins.all = lambda *a: True\ndef add(a, b): return 0',
    'functions named like those that the harness uses':
      'def all(x): return True\ndef any(x): return False\ndef len(x): return 3\ndef int(x): return 3\ndef AssertionError(): return None\ndef add(a, b): return 0',
    'looking through the frames':
      'import sys\ndef add(a, b):\n    frame = sys._getframe()\n    while frame:\n        for name, value in list(frame.f_globals.items()):\n            if name in ("harness", "run", "send", "failure"): frame.f_globals[name] = lambda *a: None\n        frame = frame.f_back\n    return 0',
    'looking through the collector':
      'import gc\ndef add(a, b):\n    for o in gc.get_objects():\n        if type(o) is dict and "expected" in o: return o["expected"]\n    return 0',
    'reading the harness': 'import sys\ndef add(a, b):\n    try: return open("harness.py").read()\n    except OSError: return 0',
    'importing the harness':
      'import sys\ndef add(a, b): return str(sys.modules.get("harness")) + str(getattr(sys.modules["__main__"], "expected", 0))',
    'a reply of its own, then the end': `import os\ndef add(a, b):\n    for fd in range(3, 9):\n        try: os.write(fd, b'{"value": 3}')\n        except OSError: pass\n    os._exit(0)`,
    'a report of success while it is loaded': `import os\nfor fd in range(3, 9):\n    try: os.write(fd, b'{"value": null}')\n    except OSError: pass\nos._exit(0)`,
    'a reply that is no JSON': `import os\ndef add(a, b):\n    for fd in range(3, 9):\n        try: os.write(fd, b'[')\n        except OSError: pass`,
    'a missing function': 'def other(): pass',
    'a constant in place of the function': 'add = 3',
    'a recursion without an end': 'def add(a, b): return add(a, b)',
    'a class in place of the function': 'class add:\n    def __init__(self, a, b): pass\n    def __eq__(self, other): return True',
    'a full memory': 'def add(a, b):\n    x = []\n    while True: x.append("a" * 100_000)',
    'a reply of 50 MB': 'def add(a, b): return "a" * 50_000_000',
    'output without an end': 'def add(a, b):\n    while True: print("a" * 1000)',
    'a stack that overflows': 'import sys\nsys.setrecursionlimit(2**31 - 1)\ndef add(a, b): return sorted([1], key=lambda x: add(1, 1))',
    'a hook at exit': 'import atexit, os\natexit.register(os._exit, 0)\ndef add(a, b): return 0',
    NaN: 'def add(a, b): return float("nan")',
    'names of the machinery':
      'Solution = ask = standin = receive = send = None\n__all__ = []\n__getattr__ = lambda name: 3\ndef add(a, b): return 0',
  };
  for (const [name, source] of Object.entries(cheats)) {
    test(`${name}, and the next run is right`, async () => {
      const harness = `from solution import *\nexpected = 3\nvalues = list(map(lambda pair: add(*pair), [(1, 2), (2, 2)]))\nassert all(int(len(values) == 2) for _ in 'a')\nassert values == [expected, 4]`;
      expect((await judge(source, harness)).end).toMatch(/^(runtime-error|memory-limit-exceeded|output-limit-exceeded)$/);
      expect((await judge(source, addition)).end).not.toBe('ended');
      expect(await judge('def add(a, b): return a + b', addition)).toMatchObject({ end: 'ended', stdout: '', stderr: '' });
    });
  }

  test('a call that never ends', async () => {
    expect(await judge('def add(a, b):\n    while True: pass', addition, 0.4)).toMatchObject({ end: 'time-limit-exceeded' });
    expect(await judge('def add(a, b): return a + b', addition)).toMatchObject({ end: 'ended' });
  });
});
