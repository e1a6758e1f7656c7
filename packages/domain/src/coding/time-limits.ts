import { z } from 'zod';
import type { AskedLimits } from '../questions/coding/question.ts';
import { named } from '../wire/named.ts';
import { PinnedEngine } from './engines.ts';
import { answerLanguages, type CodingLanguage } from './languages.ts';
import { codingBounds } from './question-bounds.ts';
import type { End } from './verdicts.ts';

const limitSource = z.enum(['author', 'solution', 'default']);

export const RunLimits = named('RunLimits', 'Limits of each run.', {
  seconds: z.number().describe('Seconds of processor time.'),
  memory: z.number().describe('MiB of memory.'),
  from: named('LimitSources', 'What limits come from: the author, the solution’s runs, or the default.', {
    seconds: limitSource.describe('Of the seconds.'),
    memory: limitSource.describe('Of the memory.'),
  }).describe('What they come from.'),
});
export type RunLimits = z.output<typeof RunLimits>;
type LimitSource = z.output<typeof limitSource>;

/** With the engine that they were measured on, and that runs all programs of the question in this language. */
export const RunSettings = RunLimits.extend({ engine: PinnedEngine.optional() });
export type RunSettings = z.output<typeof RunSettings>;

/** Of each question that is answered with a program, by its id, and of each of its languages. */
export const RunLimitsOfTest = z.record(z.string(), z.partialRecord(z.enum(answerLanguages), RunSettings));
export type RunLimitsOfTest = z.output<typeof RunLimitsOfTest>;

type LimitRule = { readonly [Name in 'factor' | 'least' | 'step' | 'without' | 'most']: number };

/** What a run of the solution took; memory is null where the engine cannot tell. */
export type Measured = { readonly seconds: number; readonly memory: number | null };

/**
 * Limits come from the slowest run of the solution on this installation, so that a slower machine gives more. Three times leaves room for
 * an honest program that is not as quick; a second hides the start of an interpreter, and half seconds what two measurements differ by.
 */
export const secondsRule: LimitRule = { factor: 3, least: 1, step: 0.5, without: 2, most: codingBounds.seconds.most };
const memoryRule: LimitRule = { factor: 2, least: 128, step: 32, without: 256, most: codingBounds.memory.most };

const limitFrom = (
  asked: number | null,
  measured: readonly (number | null)[],
  { factor, least, step, without, most }: LimitRule,
): { readonly value: number; readonly from: LimitSource } => {
  if (asked !== null) return { value: asked, from: 'author' };
  const known = measured.filter((one) => one !== null);
  if (known.length === 0) return { value: without, from: 'default' };
  // To a double 3 × 0.1 is above 0.3; a billionth keeps that from the next step.
  const steps = Math.ceil((factor * Math.max(...known)) / step - 1e-9);
  return { value: Math.min(most, Math.max(least, steps * step)), from: 'solution' };
};

/**
 * The limits of a question in one language. A language without a solution gets those of the slowest that has one. The author's own
 * number is that of every language.
 */
export const runLimits = (
  asked: AskedLimits,
  measured: { readonly [Language in CodingLanguage | 'sql']?: readonly Measured[] | undefined },
  language: CodingLanguage | 'sql',
): RunLimits => {
  const runs = measured[language] ?? Object.values(measured).flatMap((one) => one ?? []);
  const seconds = limitFrom(
    asked.seconds,
    runs.map((one) => one.seconds),
    secondsRule,
  );
  const memory = limitFrom(
    asked.memory,
    runs.map((one) => one.memory),
    memoryRule,
  );
  return { seconds: seconds.value, memory: memory.value, from: { seconds: seconds.from, memory: memory.from } };
};

const nearby = 0.15;
const mostTries = 3;

/** What the runner is to enforce: a little more than the limit, so that a run that is near it ends by itself and its time is known. */
export const enforcedSeconds = (limit: number): number => Math.ceil(limit * (1 + nearby) * 1000) / 1000;

/** How the time of a case was decided, kept with its verdict: the rule, the limit, and the seconds of each try. */
export const TimeRecord = z.object({ rule: z.literal('quickest of at most 3 within 15 %'), limit: z.number(), tries: z.array(z.number()) });
export type TimeRecord = z.output<typeof TimeRecord>;

type Timed = { readonly end: End; readonly seconds: number };

const wasCutOff = ({ end }: Timed): boolean => end === 'time-limit-exceeded';

const quicker = <Run extends Timed>(one: Run, other: Run): Run => {
  if (wasCutOff(one) !== wasCutOff(other)) return wasCutOff(one) ? other : one;
  return other.seconds < one.seconds ? other : one;
};

/**
 * What ends within 15 % over the limit is run again, at most twice, and the quickest try decides: a busy machine only ever adds to the
 * processor time of a program. A try within the limit needs no other, because none could change what it decided. What was cut off ran
 * 15 % over the limit, and is not run again.
 */
export const afterTries = <Run extends Timed>(
  limit: number,
  tries: readonly [Run, ...Run[]],
): { readonly again: true } | { readonly again: false; readonly run: Run; readonly end: End; readonly time: TimeRecord } => {
  const [first, ...others] = tries;
  const run = tries.find(({ end }) => end === 'not-run') ?? others.reduce(quicker, first);
  const isOver = run.end !== 'not-run' && run.end !== 'compile-error' && (wasCutOff(run) || run.seconds > limit);
  const isNear = !wasCutOff(run) && run.seconds <= limit * (1 + nearby);
  if (isOver && isNear && tries.length < mostTries) return { again: true };
  const time = { rule: 'quickest of at most 3 within 15 %', limit, tries: tries.map(({ seconds }) => seconds) } as const;
  return { again: false, run, end: isOver ? 'time-limit-exceeded' : run.end, time };
};
