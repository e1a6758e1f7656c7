import { describe, expect, it } from 'vitest';
import { type ComparedProgram, mostParts, similarPrograms } from './similar-programs.ts';

const compare = (programs: readonly ComparedProgram[], { atLeast = 0.7, limit = 50 } = {}) => {
  const steps = similarPrograms(programs, { atLeast, limit });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};

const words = '+ - * / ( ) [ ] { } < > = , . : if else for in'.split(' ');

/** Lines of which no two have the same run of tokens; `seed` chooses which. */
const lines = (seed: number, count: number): string[] => {
  let state = seed * 7919 + 1;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 16;
  };
  return Array.from({ length: count }, () => Array.from({ length: 12 }, () => words[next() % words.length]).join(' '));
};
const text = (...parts: readonly (readonly string[])[]): string => parts.flat().join('\n');

let people = 0;
const program = (source: string, changes: Partial<ComparedProgram> = {}): ComparedProgram => {
  people += 1;
  return { language: 'python', source, group: 'one', person: `person ${people}`, starter: '', ...changes };
};

describe('programs that are alike', () => {
  it('are found with the parts that they share, wherever these stand', () => {
    const [head, tail] = [lines(1, 6), lines(2, 6)];
    const left = program(text(head, tail));
    const right = program(text(['# in another order', ''], tail, ['', 'unused = 1'], head));
    const { pairs, found, tooShort } = compare([left, program(text(lines(3, 12))), right]);
    expect({ found, tooShort }).toEqual({ found: 1, tooShort: 0 });
    const [pair] = pairs;
    expect(pair).toMatchObject({ left: { program: 0 }, right: { program: 2 } });
    expect(pair?.similarity).toBeGreaterThan(0.9);
    expect(pair?.similarity).toBe((2 * (pair?.shared ?? 0)) / ((pair?.left.fingerprints ?? 0) + (pair?.right.fingerprints ?? 0)));
    expect(pair?.parts.map(({ left, right }) => [left, right])).toEqual([
      [
        { from: 1, to: 6 },
        { from: 11, to: 16 },
      ],
      [
        { from: 7, to: 12 },
        { from: 3, to: 8 },
      ],
    ]);
    expect(pair?.longest).toBe(Math.max(...(pair?.parts.map(({ tokens }) => tokens) ?? [])));
  });

  it('come most alike first, as many as are asked for', () => {
    const whole = lines(1, 20);
    const programs = [20, 16, 18].map((shared) => program(text(whole.slice(0, shared), lines(shared, 20 - shared))));
    const all = compare(programs);
    expect(all.found).toBe(3);
    expect(all.pairs[0]).toMatchObject({ left: { program: 0 }, right: { program: 2 } });
    const similarities = all.pairs.map(({ similarity }) => similarity);
    expect(similarities).toEqual(similarities.toSorted((one, other) => other - one));
    expect(compare(programs, { limit: 1 })).toEqual({ ...all, pairs: all.pairs.slice(0, 1) });
    const most = all.pairs[0]?.similarity ?? 0;
    expect(compare(programs, { atLeast: most })).toMatchObject({ found: 1 });
  });

  it('are not compared across groups, nor with those of the same person', () => {
    const source = text(lines(1, 10));
    expect(compare([program(source), program(source, { group: 'other' })]).found).toBe(0);
    expect(compare([program(source, { person: 'a' }), program(source, { person: 'a' })]).found).toBe(0);
    expect(compare([program(source), program(source)]).found).toBe(1);
  });

  it('are none when they are short, or when the starter is all that they share', () => {
    const short = 'a, b = map(int, input().split())\nprint(a + b)\n';
    expect(compare([program(short), program(short)])).toEqual({ tooShort: 2, found: 0, pairs: [] });
    const starter = text(lines(1, 10));
    expect(compare([program(starter, { starter }), program(`x = 1\n${starter}`, { starter })])).toMatchObject({ tooShort: 2, found: 0 });
    const own = [2, 3].map((seed) => program(text(lines(1, 10), lines(seed, 10)), { starter }));
    expect(compare(own, { atLeast: 0.1 }).found).toBe(0);
    expect(
      compare(
        own.map((one) => ({ ...one, starter: '' })),
        { atLeast: 0.3 },
      ).found,
    ).toBe(1);
  });

  it('are none by what more than half of ten programs have', () => {
    const common = lines(1, 20);
    const some = (count: number) => Array.from({ length: count }, (_, index) => program(text(common, lines(10 + index, 10))));
    expect(compare(some(9), { atLeast: 0.5 }).found).toBe(36);
    expect(compare(some(10), { atLeast: 0.1 }).found).toBe(0);
    const half = [...some(5), ...Array.from({ length: 5 }, (_, index) => program(text(lines(50 + index, 10))))];
    expect(compare(half, { atLeast: 0.5 }).found).toBe(10);
  });

  it('are named by their longest parts, however often a line is repeated', () => {
    const parts = (seed: number) => Array.from({ length: 80 }, (_, index) => [...lines(index, 2), ...lines(seed + index, 1)]);
    const [pair] = compare([program(text(...parts(1000))), program(text(...parts(2000)))], { atLeast: 0.3 }).pairs;
    expect(pair?.parts).toHaveLength(mostParts);
    expect(pair?.parts.map(({ left }) => left.from)).toEqual(
      pair?.parts.map(({ left }) => left.from).toSorted((one, other) => one - other),
    );
  });
});
