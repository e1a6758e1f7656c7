import type { Worked } from './honest.ts';

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

/** Of one operation in one kind of rounds: medians over the rounds, but the longest of all. */
export type Figures = { readonly p50: number; readonly p95: number; readonly longest: number };

const figuresOf = (rounds: readonly Worked[], operation: string): Figures => {
  const each = rounds.map(({ times }) => times[operation] ?? []).filter((times) => times.length > 0);
  const median = (share: number) =>
    percentile(
      each.map((times) => percentile(times, share)),
      0.5,
    );
  return { p50: median(0.5), p95: median(0.95), longest: Math.max(...each.flat()) };
};

export type Compared = { readonly operation: string; readonly quiet: Figures; readonly beside: Figures; readonly ratio: number };

/** Each operation of the honest ones beside an attack, against quiet ones. */
export const compare = (quiet: readonly Worked[], beside: readonly Worked[]): readonly Compared[] =>
  Object.keys(quiet[0]?.times ?? {}).map((operation) => {
    const [before, during] = [figuresOf(quiet, operation), figuresOf(beside, operation)];
    return { operation, quiet: before, beside: during, ratio: during.p95 / before.p95 };
  });

const ms = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));

export const tableOf = (compared: readonly Compared[]): string =>
  compared
    .map(({ operation, quiet, beside, ratio }) =>
      [
        `  ${operation.padEnd(14)}`,
        `p50 ${ms(quiet.p50)} → ${ms(beside.p50)} ms`.padEnd(26),
        `p95 ${ms(quiet.p95)} → ${ms(beside.p95)} ms`.padEnd(26),
        `longest ${ms(quiet.longest)} → ${ms(beside.longest)} ms`.padEnd(32),
        `ratio ${ratio.toFixed(2)}`,
      ].join(' '),
    )
    .join('\n');

/** One line: the operation that suffers most, and saves. */
export const lineOf = (name: string, compared: readonly Compared[], statuses: Readonly<Record<string, number>>): string => {
  const [worst] = compared.filter(({ ratio }) => !Number.isNaN(ratio)).toSorted((one, other) => other.ratio - one.ratio);
  const save = compared.find(({ operation }) => operation === 'save');
  const longest = Math.max(...compared.map(({ beside }) => beside.longest));
  return `${name.padEnd(62)} save ${save?.ratio.toFixed(1).padStart(5)}   most ${worst?.ratio.toFixed(1).padStart(6)} (${worst?.operation})   longest ${ms(longest)} ms   ${JSON.stringify(statuses)}`;
};
