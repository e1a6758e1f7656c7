import { alikeFrom, codeTokens, similarPrograms } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { type Graded, readProblems } from './problem.ts';

const problems = readProblems();

/** Wrong and crashing programs of the bank are the right ones with a fault, so they are alike. */
const solves = ({ is }: Graded): boolean => is === 'right' || is === 'slow';

type Program = Pick<Graded, 'language' | 'source'>;

const similarityOf = (...programs: readonly [Program, Program]): number | 'short' => {
  const compared = programs.map((one, index) => ({ ...one, group: '', person: String(index), starter: '' }));
  const steps = similarPrograms(compared, { atLeast: 0.01, limit: 1 });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value.tooShort > 0 ? 'short' : (step.value.pairs[0]?.similarity ?? 0);
  }
};

type Change = (program: Program) => string;

const withTokens =
  (change: (token: { readonly kind: string; readonly text: string }) => string): Change =>
  ({ language, source }) =>
    [...codeTokens(language, source)].map(change).join('');

const lineEnd = ({ language }: Program): string => (['python', 'ruby', 'sql'].includes(language) ? '' : ';');

const changes: Readonly<Record<string, Change>> = {
  'functions in another order': ({ source }) =>
    source
      .split(/\n\n+(?=\S)/)
      .toReversed()
      .join('\n\n'),
  'other names': withTokens(({ kind, text }) => (kind === 'name' ? `${text}_other` : text)),
  'other numbers and texts': withTokens(({ kind, text }) =>
    kind === 'number' ? `${text}7` : kind === 'text' ? `${text[0]}z${text.slice(1)}` : text,
  ),
  'other comments and space': withTokens(({ kind, text }) =>
    kind === 'comment' ? '' : kind === 'space' ? text.replaceAll('\n', '\n\n').replaceAll(' ', '   ') : text,
  ),
  'a line that does nothing': (program) => {
    const lines = program.source.split('\n');
    const middle = Math.floor(lines.length / 2);
    return lines.toSpliced(middle, 0, `${/^\s*/.exec(lines[middle] ?? '')?.[0]}unused = 12345${lineEnd(program)}`).join('\n');
  },
};
const all: Change = (program) => Object.values(changes).reduce((source, change) => change({ ...program, source }), program.source);

const quantile = (sorted: readonly number[], part: number): string => (sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(2);
const summary = (name: string, figures: readonly number[]): string => {
  const sorted = figures.toSorted((one, other) => one - other);
  return `${name}: ${figures.length}, ${[0, 0.01, 0.5, 0.9, 0.99, 1].map((part) => `${part * 100} % ${quantile(sorted, part)}`).join(', ')}`;
};

const measured = (pairs: readonly (readonly [Program, Program])[]): readonly number[] =>
  pairs.map(([one, other]) => similarityOf(one, other)).filter((one) => one !== 'short');

/** The figures in docs/decisions/2026-11-22-similar-programs.md. */
const report = (...lines: readonly string[]): void => {
  if (process.env.TRIALS === 'full') for (const line of lines) process.stdout.write(`${line}\n`);
};

describe('the measure of programs that are alike, over the bank', () => {
  const solving = problems.map(({ programs }) => programs.filter(solves));

  it('two solutions of one problem stay below the default', () => {
    const pairs = solving.flatMap((programs) =>
      programs.flatMap((one, index) =>
        programs
          .slice(index + 1)
          .filter(({ language, source }) => language === one.language && source !== one.source)
          .map((other) => [one, other] as const),
      ),
    );
    const figures = measured(pairs);
    report(summary('two solutions', figures));
    expect(figures.length).toBeGreaterThan(150);
    expect(Math.max(...figures)).toBeLessThan(alikeFrom);
  });

  it.each(Object.entries(changes))('a solution with %s does not', (name, change) => {
    const pairs = solving.flat().map((one) => [one, { ...one, source: change(one) }] as const);
    const figures = measured(pairs.filter(([one, other]) => one.source !== other.source));
    report(summary(name, figures));
    expect(figures.length).toBeGreaterThan(100);
    expect(Math.min(...figures)).toBeGreaterThanOrEqual(alikeFrom);
  });

  it('nor do nearly all with every change at once', () => {
    const figures = measured(solving.flat().map((one) => [one, { ...one, source: all(one) }] as const));
    report(summary('every change', figures));
    expect(figures.filter((one) => one >= alikeFrom).length).toBeGreaterThan(0.97 * figures.length);
  });
});
