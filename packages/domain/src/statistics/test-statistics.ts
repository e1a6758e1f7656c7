import { questionsOf, type TestDefinition } from '../assessment/test-file.ts';
import { idsAcross } from '../assessment/test-version.ts';
import { kindOf, type Question } from '../questions/kinds.ts';
import { hasOtherKey } from '../report/grading/corrected-keys.ts';
import { type ExactSum, exactSum, exactVariance } from './exact-sum.ts';
import { flagsOf } from './flags.ts';
import type { KeyCorrection, OptionStatistics, QuestionStatistics, TestReliability, TestStatistics } from './managed-statistics.ts';
import { correlation, reliabilityOf, variance } from './reliability.ts';
import { type ItemTally, itemsOf, newestGraded, type Spread, shareNumber, type TestTally, type VersionTally, versionKey } from './tally.ts';
import { medianOf } from './time-bins.ts';

/** A version with the keys that grade attempts on it. `corrected`: which version corrected a key since it was taken, and when, by question. */
export type GradedVersion = {
  readonly version: number;
  readonly keyVersion: number;
  readonly paper: TestDefinition;
  readonly corrected: ReadonlyMap<number, Omit<KeyCorrection, 'attempts'>>;
};

/** Attempts on a version that the same keys grade. `ids`: of its questions in the present version. */
type Taken = Omit<GradedVersion, 'paper'> & {
  readonly questions: readonly Question[];
  readonly ids: ReadonlyMap<number, string>;
  readonly sums: VersionTally;
};

const places = (value: number, decimals: number): number => Number(value.toFixed(decimals));

const versionsOf = (all: readonly { readonly version: number }[]): number[] => [...new Set(all.map(({ version }) => version))];

const distributionOf = ({ shares }: Spread): TestStatistics['distribution'] => {
  const bands = Array.from({ length: 10 }, () => 0);
  for (const [share, many] of Object.entries(shares)) {
    const band = Math.max(0, Math.min(9, Math.floor(shareNumber(share) * 10)));
    bands[band] = (bands[band] ?? 0) + many;
  }
  return bands.map((candidates, index) => ({ from: index * 10, to: index * 10 + 10, candidates }));
};

/** What makes two versions of a test the same to a candidate's score: the same questions with the same marks, and the same of them void. */
const askedBy = ({ questions, ids, sums }: Taken): string =>
  JSON.stringify(
    questions.map(({ questionId }) => {
      const [item] = itemsOf(sums, questionId);
      return [ids.get(questionId), item?.marks, item?.void ?? null];
    }),
  );

/** Nothing is void to some of the attempts only: these have different questions that count. */
const countsTheSame = ({ questions, sums }: Taken): boolean => questions.every(({ questionId }) => itemsOf(sums, questionId).length < 2);

const squaresOf = (sums: readonly { readonly sum: ExactSum; readonly squares: ExactSum }[]) =>
  [exactSum(sums.map(({ sum }) => sum)), exactSum(sums.map(({ squares }) => squares))] as const;

const reliabilityIn = (all: readonly Taken[]): TestReliability | null => {
  const taken = all.filter(countsTheSame);
  const [newest] = taken;
  if (newest === undefined) return null;
  const asked = askedBy(newest);
  const alike = taken.filter((one) => askedBy(one) === asked);
  const n = alike.reduce((sum, { sums }) => sum + sums.n, 0);
  const totals = squaresOf(alike.map(({ sums }) => ({ sum: sums.t, squares: sums.tt })));
  // The same questions in the same order, so the same place is the same question.
  const variances = newest.questions.flatMap(({ questionId }, place) => {
    if (itemsOf(newest.sums, questionId)[0]?.void !== undefined) return [];
    const items = alike.map(({ questions, sums }) => itemsOf(sums, questions[place]?.questionId ?? 0)[0]);
    return [exactVariance(n, ...squaresOf(items.map((item) => ({ sum: item?.x ?? 0, squares: item?.xx ?? 0 }))))];
  });
  const totalVariance = exactVariance(n, ...totals);
  const reliability = reliabilityOf(n, variances, totalVariance);
  if (reliability === null) return null;
  const { alpha, lower, upper } = reliability;
  const standardDeviation = Math.sqrt(totalVariance) / 100;
  return {
    versions: versionsOf(alike),
    candidates: n,
    questions: variances.length,
    mean: places(Number(totals[0]) / n / 100, 4),
    standardDeviation: places(standardDeviation, 4),
    alpha: places(alpha, 4),
    lower: places(lower, 4),
    upper: places(upper, 4),
    standardError: places(standardDeviation * Math.sqrt(Math.max(0, 1 - alpha)), 4),
  };
};

type Asked = Pick<GradedVersion, 'version' | 'keyVersion'> & {
  readonly question: Question;
  readonly item: ItemTally;
  readonly total: number;
  readonly corrected: Omit<KeyCorrection, 'attempts'> | undefined;
};

/** Sums in shares of the marks of the question and of the rest, so that versions with other marks add up. */
const sharesOf = (asked: readonly Asked[]) => {
  const sums = { x: 0, xx: 0, y: 0, yy: 0, xy: 0 };
  for (const { item, total } of asked) {
    const [marks, rest] = [item.marks, total - item.marks];
    sums.x += item.x / marks;
    sums.xx += Number(item.xx) / (marks * marks);
    if (rest <= 0) continue;
    sums.y += item.r / rest;
    sums.yy += Number(item.rr) / (rest * rest);
    sums.xy += Number(item.xr) / (marks * rest);
  }
  return sums;
};

const textsOf = (question: Question): string => JSON.stringify(kindOf(question).texts(question));

/** Letters of options are places, so only versions with the same options are added up. */
const optionsOf = (newest: Question, asked: readonly Asked[]): OptionStatistics[] => {
  if (!('options' in newest)) return [];
  const alike = asked.filter(({ question }) => textsOf(question) === textsOf(newest));
  return newest.options.map(({ optionId, text, correct }) => {
    const chosen = alike.flatMap(({ item, total }) => {
      const [many = 0, sum = 0] = item.options[optionId] ?? [];
      return many === 0 || total <= 0 ? [] : [{ many, percent: (100 * sum) / total }];
    });
    const candidates = chosen.reduce((sum, one) => sum + one.many, 0);
    const percent = chosen.reduce((sum, one) => sum + one.percent, 0);
    return { optionId, text, correct, candidates, meanPercent: candidates === 0 ? null : places(percent / candidates, 2) };
  });
};

/** What is added up of all these attempts, each by the key that grades it. A void question counts in no outcome. */
const measure = (newest: Question, asked: readonly Asked[]) => {
  const counted = asked.filter(({ item }) => item.void === undefined);
  const count = (of: 'n' | 'right' | 'partial' | 'wrong' | 'blank') => counted.reduce((sum, { item }) => sum + item[of], 0);
  // A question that is worth 0 marks, as 0.004 are, has no share of them.
  const worth = counted.filter(({ item }) => item.marks > 0);
  const graded = worth.reduce((sum, { item }) => sum + item.n, 0);
  const sums = sharesOf(worth);
  const discrimination = correlation(graded, sums);
  return {
    candidates: asked.reduce((sum, { item }) => sum + item.n, 0),
    difficulty: graded === 0 ? null : places(sums.x / graded, 4),
    discrimination: discrimination === null ? null : places(discrimination, 4),
    right: count('right'),
    partial: count('partial'),
    wrong: count('wrong'),
    blank: count('blank'),
    options: optionsOf(newest, asked),
  };
};

/** The last correction of a key, and the attempts that it moved. */
const correctionOf = (asked: readonly Asked[]): KeyCorrection | null => {
  const last = asked
    .flatMap(({ corrected }) => corrected ?? [])
    .reduce<Omit<KeyCorrection, 'attempts'> | null>((found, one) => (found === null || one.version > found.version ? one : found), null);
  return last === null ? null : { ...last, attempts: asked.reduce((sum, { item }) => sum + item.moved, 0) };
};

/** The newest key that grades an attempt, by which the others are advised on; of an essay, what it is to the most of those. */
const byKey = (one: Asked, other: Asked): number =>
  other.keyVersion - one.keyVersion || other.version - one.version || other.item.n - one.item.n;

/** `present`: the question in the present version of the test, if it is there. */
const statisticsOf = (id: string, asked: readonly Asked[], present: Question | undefined): QuestionStatistics[] => {
  const [taken] = asked;
  const [shown] = asked.toSorted(byKey);
  if (taken === undefined || shown === undefined) return [];
  const judged = asked.filter(({ question }) => !hasOtherKey(question, shown.question));
  const other =
    present === undefined ? [] : asked.filter(({ question, item }) => item.void === undefined && hasOtherKey(question, present));
  const { questionId, kind, prompt } = taken.question;
  const advised = measure(shown.question, judged);
  const all = judged.length === asked.length ? advised : measure(shown.question, asked);
  const facts = { void: shown.item.void ?? null, otherKey: other.reduce((sum, { item }) => sum + item.n, 0) };
  return [
    {
      id,
      questionId,
      versions: versionsOf(asked),
      kind,
      prompt,
      ...all,
      ...facts,
      corrected: facts.void === null ? correctionOf(judged) : null,
      ...medianOf(asked.map(({ item }) => item.times)),
      // Scores by another key favour those who chose what it says.
      options: all.options.map((option, place) => ({ ...option, meanPercent: advised.options[place]?.meanPercent ?? null })),
      flags: flagsOf({ ...advised, ...facts }),
    },
  ];
};

/**
 * Statistics of a test and its questions over versions. `graded`: by `versionKey`, of those in the tally. `present`: the version that a
 * regrade would grade by.
 */
export const testStatistics = (
  tally: TestTally,
  graded: readonly GradedVersion[],
  present: TestDefinition,
): Omit<TestStatistics, 'testId' | 'isComplete'> => {
  const taken: Taken[] = graded.toSorted(newestGraded).flatMap(({ paper, ...version }) => {
    const sums = tally.versions[versionKey(version)];
    return sums === undefined ? [] : [{ ...version, questions: questionsOf(paper), ids: idsAcross(paper, present), sums }];
  });
  const asked = new Map<string, Asked[]>();
  for (const { version, keyVersion, questions, ids, sums, corrected } of taken)
    for (const question of questions) {
      const id = ids.get(question.questionId) ?? question.id;
      const items = itemsOf(sums, question.questionId).map((item) => ({
        ...{ version, keyVersion, question, item },
        ...{ total: sums.total, corrected: corrected.get(question.questionId) },
      }));
      if (items.length > 0) asked.set(id, [...(asked.get(id) ?? []), ...items]);
    }
  const there = new Map(questionsOf(present).map((question) => [question.id, question]));
  const { n, sum, squares } = tally.all;
  return {
    candidates: n,
    meanPercent: n === 0 ? null : places(sum / n, 2),
    standardDeviationPercent: n < 2 ? null : places(Math.sqrt(variance(n, sum, squares)), 2),
    distribution: distributionOf(tally.all),
    reliability: reliabilityIn(taken),
    questions: [...asked].flatMap(([id, versions]) => statisticsOf(id, versions, there.get(id))),
  };
};
