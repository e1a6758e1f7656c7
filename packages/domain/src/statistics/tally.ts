import { z } from 'zod';
import { voids } from '../assessment/question-fields.ts';
import { type ScreenTimes, secondsShown } from '../attempt/screen-time.ts';
import type { ReportContent } from '../report/report-content.ts';
import { addProduct } from './exact-sum.ts';
import { addTime } from './time-bins.ts';

const count = z.int().min(0);
const whole = z.number();
const products = z.union([z.number(), z.string()]);

/**
 * Sums over the attempts that were asked a question: its score `x` and what the rest of the test came to, `r`, in hundredths of marks. They
 * are integers, so that adding is exact. Of each option that was chosen: how often, and the sum of those candidates' scores. `times`: how
 * long it was on the screen. `void`: its score says nothing, as everybody has the same.
 */
const ItemTally = z.object({
  marks: whole,
  n: count,
  x: whole,
  xx: products,
  r: whole,
  rr: products,
  xr: products,
  right: count,
  partial: count,
  wrong: count,
  blank: count,
  options: z.record(z.string(), z.tuple([count, whole])),
  times: z.record(z.string(), count),
  void: z.enum(voids).optional(),
});
export type ItemTally = z.output<typeof ItemTally>;

/** Attempts by whole per cent of the maximum score, and the sums of their per cent. */
const Spread = z.object({ n: count, sum: whole, squares: whole, bins: z.record(z.string(), count) });
export type Spread = z.output<typeof Spread>;

const VersionTally = z.object({ n: count, total: whole, t: whole, tt: products, items: z.record(z.string(), ItemTally) });
export type VersionTally = z.output<typeof VersionTally>;

/** What is kept of all counted attempts of a test: its statistics follow from it without reading an attempt again. */
export const TestTally = z.object({
  all: Spread,
  sections: z.record(z.string(), Spread),
  versions: z.record(z.string(), VersionTally),
});
export type TestTally = z.output<typeof TestTally>;

/** What an attempt adds. `chosen`: the options that were picked, by question; `shown`: how long each was on the screen. */
export type TalliedAttempt = {
  readonly version: number;
  readonly score: string;
  readonly totalScore: string;
  readonly content: ReportContent;
  readonly chosen: ReadonlyMap<number, readonly string[]>;
  readonly shown: ScreenTimes;
};

const emptySpread = (): Spread => ({ n: 0, sum: 0, squares: 0, bins: {} });
export const emptyTally = (): TestTally => ({ all: emptySpread(), sections: {}, versions: {} });

// Scores have at most two decimals. Their sums stay exact for nine million attempts at the largest test; squares need more.
const hundredths = (score: string): number => Math.round(Number(score) * 100);

/** Names are authors' text: with a sign before it none is a name that JavaScript's objects have. */
export const sectionKey = (name: string): string => `=${name}`;

/** Older versions, and further names of sections, are no longer told apart: a tally must not grow with every import. */
export const mostVersions = 20;
const mostSections = 500;

/** Penalties can take a score below zero; below -100 per cent no bin is needed. */
const binOf = (percent: number): number => Math.max(-100, Math.floor(percent));

const addTo = (spread: Spread, score: number, total: number): void => {
  const percent = total === 0 ? 0 : (100 * score) / total;
  const bin = binOf(percent);
  spread.n += 1;
  spread.sum += percent;
  spread.squares += percent * percent;
  spread.bins[bin] = (spread.bins[bin] ?? 0) + 1;
};

const emptyItem = (): ItemTally => ({
  marks: 0,
  n: 0,
  x: 0,
  xx: 0,
  r: 0,
  rr: 0,
  xr: 0,
  right: 0,
  partial: 0,
  wrong: 0,
  blank: 0,
  options: {},
  times: {},
});

/** The sums of a version; undefined if as many later ones are kept. */
const versionOf = ({ versions }: TestTally, version: number, total: number): VersionTally | undefined => {
  const known = versions[version];
  if (known !== undefined) return known;
  const kept = Object.keys(versions).map(Number);
  const oldest = Math.min(...kept);
  if (kept.length >= mostVersions && version < oldest) return undefined;
  if (kept.length >= mostVersions) delete versions[oldest];
  const sums = { n: 0, total, t: 0, tt: 0, items: {} };
  versions[version] = sums;
  return sums;
};

/** Adds an attempt to the tally, which is changed: 100,000 attempts in new objects would be slower than reading them. */
export const addAttempt = (tally: TestTally, { version, content, chosen, shown, ...scores }: TalliedAttempt): void => {
  const [score, total] = [hundredths(scores.score), hundredths(scores.totalScore)];
  addTo(tally.all, score, total);
  for (const { sectionName, candidateScore, sectionScore } of content.sections) {
    const key = sectionKey(sectionName);
    if (tally.sections[key] === undefined && Object.keys(tally.sections).length >= mostSections) continue;
    tally.sections[key] ??= emptySpread();
    addTo(tally.sections[key], hundredths(candidateScore), hundredths(sectionScore));
  }
  const sums = versionOf(tally, version, total);
  if (sums === undefined) return;
  sums.n += 1;
  sums.total = total;
  sums.t += score;
  sums.tt = addProduct(sums.tt, score, score);
  for (const question of content.questions) {
    const item = sums.items[question.questionId] ?? emptyItem();
    sums.items[question.questionId] = item;
    const x = hundredths(question.score);
    const rest = score - x;
    item.marks = hundredths(question.marks);
    item.n += 1;
    item.x += x;
    item.xx = addProduct(item.xx, x, x);
    item.r += rest;
    item.rr = addProduct(item.rr, rest, rest);
    item.xr = addProduct(item.xr, x, rest);
    item[question.outcome] += 1;
    if (question.void !== undefined) item.void = question.void;
    const seconds = secondsShown(shown, [question.questionId]);
    if (seconds !== null) addTime(item.times, seconds);
    for (const option of chosen.get(question.questionId) ?? []) {
      const [picked, sum] = item.options[option] ?? [0, 0];
      item.options[option] = [picked + 1, sum + score];
    }
  }
};
