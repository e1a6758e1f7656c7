import { type Question, questionsOf, type TestDefinition } from '../assessment/test-file.ts';
import { idsAcross } from '../assessment/test-version.ts';
import { type ExactSum, exactSum, exactVariance } from './exact-sum.ts';
import { flagsOf } from './flags.ts';
import type { OptionStatistics, QuestionStatistics, TestReliability, TestStatistics } from './manage.ts';
import { correlation, reliabilityOf, variance } from './reliability.ts';
import type { ItemTally, Spread, TestTally, VersionTally } from './tally.ts';
import { medianOf } from './time-bins.ts';

/** A version whose attempts were counted, newest first. */
type Taken = {
  readonly version: number;
  readonly questions: readonly Question[];
  /** The ids of its questions in the newest version. */
  readonly ids: ReadonlyMap<number, string>;
  readonly sums: VersionTally;
};

const places = (value: number, decimals: number): number => Number(value.toFixed(decimals));

const distributionOf = ({ bins }: Spread): TestStatistics['distribution'] =>
  Array.from({ length: 10 }, (_, index) => {
    const [from, to] = [index * 10, index * 10 + 10];
    const within = (bin: number) => (index === 0 || bin >= from) && (index === 9 || bin < to);
    const candidates = Object.entries(bins).reduce((sum, [bin, many]) => (within(Number(bin)) ? sum + many : sum), 0);
    return { from, to, candidates };
  });

/** What makes two versions of a test the same to a candidate's score: the same questions with the same marks, and the same of them void. */
const askedBy = ({ questions, ids, sums }: Taken): string =>
  JSON.stringify(
    questions.map(({ questionId }) => [ids.get(questionId), sums.items[questionId]?.marks, sums.items[questionId]?.void ?? null]),
  );

const squaresOf = (sums: readonly { readonly sum: ExactSum; readonly squares: ExactSum }[]) =>
  [exactSum(sums.map(({ sum }) => sum)), exactSum(sums.map(({ squares }) => squares))] as const;

const reliabilityIn = (taken: readonly Taken[]): TestReliability | null => {
  const [newest] = taken;
  if (newest === undefined) return null;
  const asked = askedBy(newest);
  const alike = taken.filter((one) => askedBy(one) === asked);
  const n = alike.reduce((sum, { sums }) => sum + sums.n, 0);
  const totals = squaresOf(alike.map(({ sums }) => ({ sum: sums.t, squares: sums.tt })));
  // The same questions in the same order, so the same place is the same question.
  const variances = newest.questions.flatMap(({ questionId }, place) => {
    if (newest.sums.items[questionId]?.void !== undefined) return [];
    const items = alike.map(({ questions, sums }) => sums.items[questions[place]?.questionId ?? 0]);
    return [exactVariance(n, ...squaresOf(items.map((item) => ({ sum: item?.x ?? 0, squares: item?.xx ?? 0 }))))];
  });
  const totalVariance = exactVariance(n, ...totals);
  const reliability = reliabilityOf(n, variances, totalVariance);
  if (reliability === null) return null;
  const { alpha, lower, upper } = reliability;
  const standardDeviation = Math.sqrt(totalVariance) / 100;
  return {
    versions: alike.map(({ version }) => version),
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

type Asked = { readonly version: number; readonly question: Question; readonly item: ItemTally; readonly total: number };

/** Sums in shares of the marks of the question and of the rest, so that versions with other marks add up. */
const sharesOf = (asked: readonly Asked[]) => {
  const sums = { x: 0, xx: 0, y: 0, yy: 0, xy: 0 };
  for (const { item, total } of asked) {
    const [marks, rest] = [item.marks, total - item.marks];
    if (marks <= 0) continue;
    sums.x += item.x / marks;
    sums.xx += Number(item.xx) / (marks * marks);
    if (rest <= 0) continue;
    sums.y += item.r / rest;
    sums.yy += Number(item.rr) / (rest * rest);
    sums.xy += Number(item.xr) / (marks * rest);
  }
  return sums;
};

const textsOf = (question: Question): string => ('options' in question ? JSON.stringify(question.options.map(({ text }) => text)) : '');

/** Letters of options are places, so only versions with the same options are added up. */
const optionsOf = (asked: readonly Asked[]): OptionStatistics[] => {
  const newest = asked[0]?.question;
  if (newest === undefined || !('options' in newest)) return [];
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

const statisticsOf = (id: string, asked: readonly Asked[]): QuestionStatistics[] => {
  const [newest] = asked;
  if (newest === undefined) return [];
  const { questionId, kind, prompt } = newest.question;
  const count = (of: 'n' | 'right' | 'partial' | 'wrong' | 'blank') => asked.reduce((sum, { item }) => sum + item[of], 0);
  const n = count('n');
  const counted = asked.filter(({ item }) => item.void === undefined);
  const graded = counted.reduce((sum, { item }) => sum + item.n, 0);
  const sums = sharesOf(counted);
  const discrimination = correlation(graded, sums);
  const measured = {
    id,
    questionId,
    versions: asked.map(({ version }) => version),
    kind,
    prompt,
    candidates: n,
    void: newest.item.void ?? null,
    difficulty: graded === 0 ? null : places(sums.x / graded, 4),
    discrimination: discrimination === null ? null : places(discrimination, 4),
    right: count('right'),
    partial: count('partial'),
    wrong: count('wrong'),
    blank: count('blank'),
    ...medianOf(asked.map(({ item }) => item.times)),
    options: optionsOf(asked),
  };
  return [{ ...measured, flags: flagsOf(measured) }];
};

/** Statistics of a test and its questions over versions. `definitions`: by version, of those in the tally. */
export const testStatistics = (
  tally: TestTally,
  definitions: ReadonlyMap<number, TestDefinition>,
): Omit<TestStatistics, 'testId' | 'isComplete'> => {
  const byAge = [...definitions].toSorted(([one], [other]) => other - one).filter(([version]) => tally.versions[version] !== undefined);
  const newest = byAge[0]?.[1];
  const taken: Taken[] = byAge.flatMap(([version, definition]) => {
    const sums = tally.versions[version];
    if (sums === undefined || newest === undefined) return [];
    return [{ version, questions: questionsOf(definition), ids: idsAcross(definition, newest), sums }];
  });
  const asked = new Map<string, Asked[]>();
  for (const { version, questions, ids, sums } of taken)
    for (const question of questions) {
      const item = sums.items[question.questionId];
      if (item === undefined) continue;
      const id = ids.get(question.questionId) ?? question.id;
      asked.set(id, [...(asked.get(id) ?? []), { version, question, item, total: sums.total }]);
    }
  const { n, sum, squares } = tally.all;
  return {
    candidates: n,
    meanPercent: n === 0 ? null : places(sum / n, 2),
    standardDeviationPercent: n < 2 ? null : places(Math.sqrt(variance(n, sum, squares)), 2),
    distribution: distributionOf(tally.all),
    reliability: reliabilityIn(taken),
    questions: [...asked].flatMap(([id, versions]) => statisticsOf(id, versions)),
  };
};
