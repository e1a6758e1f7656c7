import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { answerLanguages } from '../languages.ts';
import { comparableTokens, fingerprintsOf, runsInWindow, surelyFound, tokensInRun } from './fingerprints.ts';

const ended = <Value>(steps: Generator<void, Value>): Value => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};
const tokensOf = (source: string, language: (typeof answerLanguages)[number] = 'python') => ended(comparableTokens({ language, source }));
const kindsOf = (...given: Parameters<typeof tokensOf>) => [...tokensOf(...given).kinds];

it('comments, space, names, numbers and texts make no difference; keywords and signs do', () => {
  const one = kindsOf('for i in range(10):  # count\n    print(i, "a")');
  expect(kindsOf("for each in numbers(3):\n\n\tshow(each, 'other')")).toEqual(one);
  expect(kindsOf('while i in range(10): print(i, "a")')).not.toEqual(one);
  expect(kindsOf('for i in range[10]: print(i, "a")')).not.toEqual(one);
  expect(kindsOf('let a = 1;\nb()', 'javascript')).toEqual(kindsOf('let a = 1\nb();', 'javascript'));
  expect(kindsOf('SELECT a FROM b', 'sql')).toEqual(kindsOf('select c from d', 'sql'));
  expect(kindsOf('SELECT', 'c')).toEqual(kindsOf('x', 'c'));
});

it('each token knows its line, whatever ends the lines', () => {
  const { lines } = tokensOf('a\r\n"""\n\n""" + b # c\rd');
  expect([...lines]).toEqual([1, 2, 4, 4, 5]);
});

it('of every window of runs at least one is a fingerprint, so what is long enough and in both is found', () => {
  const kinds = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: surelyFound, maxLength: 60 });
  const print = (tokens: readonly number[]) => fingerprintsOf({ kinds: Uint32Array.from(tokens), lines: new Uint32Array(tokens.length) });
  fc.assert(
    fc.property(kinds, kinds, kinds, (shared, one, other) => {
      const { starts } = print([...one, ...shared]);
      for (let index = 1; index < starts.length; index += 1)
        expect((starts[index] ?? 0) - (starts[index - 1] ?? 0)).toBeLessThanOrEqual(runsInWindow);
      const hashes = new Set(print([...shared, ...one]).hashes);
      expect([...print([...other, ...shared]).hashes].some((hash) => hashes.has(hash))).toBe(true);
    }),
  );
  expect(print(Array.from({ length: tokensInRun }, (_, index) => index)).starts).toEqual(Uint32Array.of(0));
  expect(print([1, 2, 3]).hashes).toHaveLength(0);
});

it('a line that is repeated a thousand times has few fingerprints', () => {
  const { hashes } = fingerprintsOf(tokensOf('total = total + 1\n'.repeat(1000)));
  expect(new Set(hashes).size).toBeLessThanOrEqual(5);
});

it('gives way while it reads a long program', () => {
  let steps = 0;
  for (const _ of comparableTokens({ language: 'python', source: 'a '.repeat(32_000) })) steps += 1;
  expect(steps).toBeGreaterThan(20);
});
