import { z } from 'zod';
import { type ScreenTimes, secondsShown } from '../attempt/screen-time.ts';
import { voids } from '../questions/question-fields.ts';
import type { ReportContent } from '../report/report-content.ts';
import { markedOutcome } from '../report/words/outcome-counts.ts';
import { addProduct } from './exact-sum.ts';
import { addTime } from './time-bins.ts';

const count = z.int().min(0);
const whole = z.number();
const products = z.union([z.number(), z.string()]);

/**
 * Sums over the attempts that were asked a question: its score `x` and what the rest of the test came to, `r`, in hundredths of marks. They
 * are integers, so that adding is exact. Of each option that was chosen: how often, and the sum of those candidates' scores. `times`: how
 * long it was on the screen. `moved`: attempts that a corrected key grades otherwise than the one they were taken by. `void`: its score says
 * nothing, as everybody has the same.
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
  moved: count,
  void: z.enum(voids).optional(),
});
export type ItemTally = z.output<typeof ItemTally>;

/** Attempts by their exact share of the maximum score (`shareOf`), and the sums of their per cent. `isCut`: not every share is there. */
const Spread = z.object({ n: count, sum: whole, squares: whole, shares: z.record(z.string(), count), isCut: z.boolean().optional() });
export type Spread = z.output<typeof Spread>;

/** Of the attempts on a version that are graded by the keys of a version: `items` by question, and apart where it is void. */
const VersionTally = z.object({
  version: count,
  keyVersion: count,
  n: count,
  total: whole,
  t: whole,
  tt: products,
  items: z.record(z.string(), ItemTally),
});
export type VersionTally = z.output<typeof VersionTally>;

/** What is kept of all counted attempts of a test: its statistics follow from it without reading an attempt again. */
export const TestTally = z.object({
  all: Spread,
  sections: z.record(z.string(), Spread),
  /** How many shares the sections have together. */
  sectionShares: count,
  versions: z.record(z.string(), VersionTally),
});
export type TestTally = z.output<typeof TestTally>;

/**
 * What an attempt adds. `keyVersion`: the version whose keys grade it. `chosen`: the options that were picked, by question; `moved`: the
 * questions that another key graded otherwise; `shown`: how long each was on the screen.
 */
export type TalliedAttempt = {
  readonly version: number;
  readonly keyVersion: number;
  readonly score: string;
  readonly totalScore: string;
  readonly content: ReportContent;
  readonly chosen: ReadonlyMap<number, readonly string[]>;
  readonly moved: ReadonlySet<number>;
  readonly shown: ScreenTimes;
};

const emptySpread = (): Spread => ({ n: 0, sum: 0, squares: 0, shares: {} });
export const emptyTally = (): TestTally => ({ all: emptySpread(), sections: {}, sectionShares: 0, versions: {} });

// Scores have at most two decimals. Their sums stay exact for nine million attempts at the largest test; squares need more.
export const hundredths = (score: string): number => Math.round(Number(score) * 100);

/** Names are authors' text: with a sign before it none is a name that JavaScript's objects have. */
export const sectionKey = (name: string): string => `=${name}`;

/** Older versions, and further names of sections, are no longer told apart: a tally must not grow with every import. */
export const mostVersions = 20;
const mostSections = 500;

/** Far more than whole and half marks give; beyond, a section of this tally has no percentile. */
const mostSectionShares = 50_000;

const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));

/** The share of the maximum as a fraction in lowest terms, equal for equal shares of any two maxima: `11/15`. Both are in hundredths. */
export const shareOf = (score: number, total: number): string => {
  if (total === 0) return '0/1';
  const by = divisor(Math.abs(score), total);
  return `${score / by}/${total / by}`;
};

export const shareNumber = (share: string): number => {
  const bar = share.indexOf('/');
  return Number(share.slice(0, bar)) / Number(share.slice(bar + 1));
};

const addPercent = (spread: Spread, score: number, total: number): void => {
  const percent = total === 0 ? 0 : (100 * score) / total;
  spread.n += 1;
  spread.sum += percent;
  spread.squares += percent * percent;
};

const addToAll = ({ all }: TestTally, score: number, total: number): void => {
  addPercent(all, score, total);
  const share = shareOf(score, total);
  all.shares[share] = (all.shares[share] ?? 0) + 1;
};

const addToSection = (tally: TestTally, key: string, score: number, total: number): void => {
  if (tally.sections[key] === undefined && Object.keys(tally.sections).length >= mostSections) return;
  tally.sections[key] ??= emptySpread();
  const spread = tally.sections[key];
  addPercent(spread, score, total);
  const share = shareOf(score, total);
  const many = spread.shares[share];
  if (many === undefined && tally.sectionShares >= mostSectionShares) {
    spread.isCut = true;
    return;
  }
  if (many === undefined) tally.sectionShares += 1;
  spread.shares[share] = (many ?? 0) + 1;
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
  moved: 0,
});

type Graded = { readonly version: number; readonly keyVersion: number };

/** Where a tally has the attempts on a version that the keys of a version grade. */
export const versionKey = ({ version, keyVersion }: Graded): string => (version === keyVersion ? `${version}` : `${version}/${keyVersion}`);

/** The newest first, by the version that was taken. */
export const newestGraded = (one: Graded, other: Graded): number => other.version - one.version || other.keyVersion - one.keyVersion;

/** The sums of a version; undefined if as many later ones are kept. */
const versionOf = ({ versions }: TestTally, graded: Graded, total: number): VersionTally | undefined => {
  const key = versionKey(graded);
  const known = versions[key];
  if (known !== undefined) return known;
  const kept = Object.values(versions).toSorted(newestGraded);
  const oldest = kept.at(-1);
  if (oldest !== undefined && kept.length >= mostVersions) {
    if (newestGraded(graded, oldest) > 0) return undefined;
    delete versions[versionKey(oldest)];
  }
  const { version, keyVersion } = graded;
  const sums = { version, keyVersion, n: 0, total, t: 0, tt: 0, items: {} };
  versions[key] = sums;
  return sums;
};

type Voided = ReportContent['questions'][number]['void'];
const itemKey = (questionId: number, how: Voided): string => (how === undefined ? `${questionId}` : `${questionId}/${how}`);

/** The sums of a question: of what grades it, and of each way in which it is void. An essay may be void to some of a version. */
export const itemsOf = ({ items }: VersionTally, questionId: number): readonly ItemTally[] =>
  [undefined, ...voids].flatMap((how) => items[itemKey(questionId, how)] ?? []);

/** Adds an attempt to the tally, which is changed: 100,000 attempts in new objects would be slower than reading them. */
export const addAttempt = (tally: TestTally, { content, chosen, moved, shown, ...attempt }: TalliedAttempt): void => {
  const [score, total] = [hundredths(attempt.score), hundredths(attempt.totalScore)];
  addToAll(tally, score, total);
  for (const { sectionName, candidateScore, sectionScore } of content.sections)
    addToSection(tally, sectionKey(sectionName), hundredths(candidateScore), hundredths(sectionScore));
  const sums = versionOf(tally, attempt, total);
  if (sums === undefined) return;
  sums.n += 1;
  sums.total = total;
  sums.t += score;
  sums.tt = addProduct(sums.tt, score, score);
  for (const question of content.questions) {
    const key = itemKey(question.questionId, question.void);
    const item = sums.items[key] ?? emptyItem();
    sums.items[key] = item;
    const x = hundredths(question.score);
    const rest = score - x;
    item.marks = hundredths(question.marks);
    item.n += 1;
    item.x += x;
    item.xx = addProduct(item.xx, x, x);
    item.r += rest;
    item.rr = addProduct(item.rr, rest, rest);
    item.xr = addProduct(item.xr, x, rest);
    const outcome = markedOutcome(question);
    if (outcome !== null) item[outcome] += 1;
    if (moved.has(question.questionId)) item.moved += 1;
    if (question.void !== undefined) item.void = question.void;
    const seconds = secondsShown(shown, [question.questionId]);
    if (seconds !== null) addTime(item.times, seconds);
    for (const option of chosen.get(question.questionId) ?? []) {
      const [picked, sum] = item.options[option] ?? [0, 0];
      item.options[option] = [picked + 1, sum + score];
    }
  }
};
