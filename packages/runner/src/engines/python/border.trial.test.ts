import { describe, expect, test } from 'vitest';
import { runOne } from '../../testing/run-one.ts';

const runPython = runOne('python', { seconds: 5, memory: 128, output: 1_048_576 });
const judge = (source: string, harness: string, seconds = 5) => runPython(source, { mode: 'harness', harness }, { seconds });

const classes = `
class Empty(Exception):
    def __init__(self, size):
        super().__init__(f'size {size}')
        self.size = size

class Stack:
    kept = 0
    def __init__(self, items=()):
        self.items = list(items)
        self.top = None
    def push(self, item):
        self.items.append(item)
        return self
    def pop(self):
        if not self.items: raise Empty(len(self.items))
        return self.items.pop()
    def __len__(self): return len(self.items)
    def __iter__(self): return iter(self.items)
    def __getitem__(self, at): return self.items[at]
    def __setitem__(self, at, item): self.items[at] = item
    def __contains__(self, item): return item in self.items
    def __eq__(self, other): return isinstance(other, Stack) and self.items == other.items
    def __add__(self, other): return Stack(self.items + other.items)
    def __str__(self): return f'Stack of {len(self)}'
    def __enter__(self): return self
    def __exit__(self, kind, error, trace): return True
    @classmethod
    def of(cls, *items): return cls(items)
    @property
    def size(self): return len(self)

class Words(list):
    def longest(self): return max(self, key=len)

def fail(): return [][1]
def count(n):
    for i in range(n): yield i
`;

describe('across the border go', () => {
  const crossing: Readonly<Record<string, string>> = {
    'classes, methods, properties and class methods':
      'one = Stack()\none.push(1)\none.push(2)\nassert one.pop() == 2 and one.size == 1 and Stack.of(1, 2).pop() == 2 and Stack.__name__ == "Stack"',
    'attributes that are set and deleted':
      'one = Stack()\none.top = [1]\nassert one.top == [1]\ndel one.top\nassert not hasattr(one, "top")',
    identity: 'one = Stack()\nassert one.push(1) is one\nother = Stack()\none.top = other\nassert one.top is other and one is not other',
    'lengths, items, iteration and texts':
      'one = Stack.of(3, 4)\nassert len(one) == 2 and one[0] == 3 and list(one) == [3, 4] and str(one) == f"{one}" == "Stack of 2" and sorted(one) == [3, 4]\none[0] = 5\nassert [x for x in one] == [5, 4]\nassert not Stack()',
    'operators between objects of the solution':
      'assert Stack.of(1) == Stack.of(1) != Stack.of(2) and list(Stack.of(1) + Stack.of(2)) == [1, 2] and Stack.of(Stack()).__contains__(Stack())',
    'methods that are called by name with any value': 'assert Stack.of(1).__contains__(1) and not Stack.of(1).__contains__(2)',
    'exceptions with class, message and attributes':
      'import unittest\ntry: Stack().pop()\nexcept Empty as error: assert str(error) == "size 0" and error.size == 0 and type(error) is Empty\nelse: assert False\nassert issubclass(Empty, Exception)\nwith unittest.TestCase().assertRaises(Empty): Stack().pop()\nmade = Empty(3)\nassert made.size == 3 and isinstance(made, Empty)',
    'exceptions of Python': 'try: fail()\nexcept IndexError as error: assert "out of range" in str(error)\nelse: assert False',
    generators: 'assert list(count(3)) == [0, 1, 2]\ng = count(2)\nassert next(g) == 0 and next(g) == 1 and next(g, None) is None',
    'instances of classes': 'assert isinstance(Stack(), Stack) and not isinstance(1, Stack) and not isinstance(Stack(), int)',
    'classes that extend a plain one, which are equal as that':
      'words = Words(["a", "bcd"])\nassert words.longest() == "bcd" and words == ["a", "bcd"] and words + ["c"] == ["a", "bcd", "c"] and "a" in words',
    'context managers': 'with Stack() as one: one.push(1)\nassert one.size == 1',
    'decimals, fractions, dates and ranges':
      'from decimal import Decimal\nfrom datetime import date\nfor value in [Decimal("1.5"), date(2026, 1, 2), range(3), 1j]: assert Stack.of(value).pop() == value',
    'many objects': 'all = [Stack() for _ in range(2000)]\nassert len({id(x) for x in all}) == 2000',
  };
  for (const [name, harness] of Object.entries(crossing)) {
    test(name, async () =>
      expect(await judge(classes, `from solution import Stack, Empty, Words, fail, count\n${harness}`)).toMatchObject({
        end: 'ended',
        stderr: '',
      }),
    );
  }
});

describe('what does not cross says so by name:', () => {
  const refused: Readonly<Record<string, readonly [string, string]>> = {
    'a function of the harness': ['Stack().push(lambda x: x)', 'a function of the harness cannot be passed to the solution'],
    'a class of the harness': ['class A: pass\nStack().push(A)', 'a class of the harness cannot be passed to the solution'],
    'an object of the harness': ['Stack().push(object())', 'a object of the harness cannot be passed to the solution'],
    'a class that extends one of the solution': ['class A(Stack): pass', 'cannot extend a class of the solution'],
    '`==` with a value of the harness': ['assert Stack() == 3', '`==` between an object of the solution and a value of the harness'],
    '`in` with a value of the harness': ['assert 3 in Stack.of(3)', 'call its method __contains__'],
  };
  for (const [name, [harness, message]] of Object.entries(refused)) {
    test(name, async () =>
      expect(await judge(classes, `from solution import Stack\n${harness}`)).toMatchObject({
        end: 'runtime-error',
        stderr: expect.stringContaining(message),
      }),
    );
  }
});

describe('no object of the solution learns what is expected or passes by a lie:', () => {
  const liar = `
class Liar:
    def __getattribute__(self, name): return lambda *a: True
    def _yes(self, *others):
        for other in others: print('saw', other)
        return True
    __eq__ = __ne__ = __lt__ = __gt__ = __le__ = __ge__ = __contains__ = __bool__ = _yes
    def _self(self, *others):
        for other in others: print('saw', other)
        return self
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __abs__ = __neg__ = __truediv__ = __rtruediv__ = __and__ = __or__ = _self
    def __hash__(self): return 0
    def __exit__(self, *others): return True
    def __enter__(self): return self
`;
  const attacks: Readonly<Record<string, readonly [string, string]>> = {
    'by ==': [`${liar}def f(x): return Liar()`, 'assert f(1) == 987'],
    'by == from the other side': [`${liar}def f(x): return Liar()`, 'assert 987 == f(1)'],
    'by == of lists': [`${liar}def f(x): return [Liar()]`, 'assert f(1) == [987]'],
    'by == of a class that extends int': [
      `class L(int):\n    def __eq__(self, o): return True\ndef f(x): return L()`,
      'assert f(1) == 987',
    ],
    'by < and >': [`${liar}def f(x): return Liar()`, 'assert 986 < f(1) < 988'],
    'by a difference': [`${liar}def f(x): return Liar()`, 'assert abs(f(1) - 987) < 1e-9'],
    'by a difference from the other side': [`${liar}def f(x): return Liar()`, 'assert abs(987 - f(1)) < 1e-9'],
    'by in': [`${liar}def f(x): return Liar()`, 'assert 987 in f(1)'],
    'by a method of plain values': [`${liar}def f(x): return Liar()`, 'assert f(1).startswith("987")'],
    'by a comparison that is called by name': [`${liar}def f(x): return Liar()`, 'assert f(1).__eq__(987)'],
    'as the key of a mapping': [`${liar}def f(x): return Liar()`, 'assert {0: 1}[f(1)] == 987'],
    'by assertEqual': [`${liar}def f(x): return Liar()`, 'import unittest\nunittest.TestCase().assertEqual(f(1), 987)'],
    'by suppressing the assertion': [`${liar}def f(x): return Liar()`, 'with f(1): assert False, 987'],
    'by an error that catches assertions': [
      'E = AssertionError\ndef f(x): pass',
      'try:\n    f(1)\n    assert False, 987\nexcept solution.E: pass',
    ],
    'by an error that is every error': [
      'E = BaseException\ndef f(x): pass',
      'try:\n    f(1)\n    assert False, 987\nexcept solution.E: pass',
    ],
    'by a skipped test': [
      'import unittest\ndef f(x): raise unittest.SkipTest("no")',
      'import unittest, io\nclass T(unittest.TestCase):\n    def test(self): self.assertEqual(f(1), 987)\nassert unittest.TextTestRunner(io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(T)).wasSuccessful()',
    ],
    'by a value of another kind in place of the plain one': [
      'class L(int): pass\nimport sys\ng = sys._getframe(1).f_globals\nwhile "ACTIONS" not in g: g = sys._getframe(2).f_globals\ng["ACTIONS"]["plain"] = lambda v: v\ndef f(x): return L()',
      'assert f(1) == 987',
    ],
    'by a text that recurses': ['class A:\n    def __str__(self): return str(self)\ndef f(x): return A()', 'assert str(f(1)) == "987"'],
    'by a hash without an end of objects': [
      'class A:\n    def __iter__(self):\n        while True: yield A()\ndef f(x): return A()',
      'assert list(f(1)) == [987]',
    ],
    'by a huge text': ['class A:\n    def __str__(self): return "9" * 40_000_000\ndef f(x): return A()', 'assert str(f(1)) == "987"'],
    'by a length that is no number': ['class A:\n    def __len__(self): return -1\ndef f(x): return A()', 'assert len(f(1)) == 987'],
    'by handles that it makes up': [
      'import sys\ng = sys._getframe(1).f_globals\ndef lend(v): return {"type": "object", "id": [1], "callable": 1, "plain": 1}\ng["lend"] = lend\nclass A: pass\ndef f(x): return A()',
      'assert f(1) == 987',
    ],
  };
  for (const [name, [source, harness]] of Object.entries(attacks)) {
    test(name, async () => {
      const run = await judge(source, `import solution\nfrom solution import f\n${harness}`);
      expect(run.end).toMatch(/^(runtime-error|memory-limit-exceeded|output-limit-exceeded|time-limit-exceeded)$/);
      expect(run.stdout).not.toContain('987');
      expect(await judge('def f(x): return 987', 'from solution import f\nassert f(1) == 987')).toMatchObject({ end: 'ended', stderr: '' });
    });
  }
});
