import { type Decimal, decimal, formatDecimal, roundScore, sum } from '../decimal.ts';
import { err, ok, type Result } from '../result.ts';
import { type Refusal, refusal } from '../wire/status-codes.ts';
import type { ReviewRules } from './rubric.ts';

/** What a grade is for. `reconciliation`: two graders differ, and this one decides. `correction`: after the report, with a reason. */
export const gradeTypes = ['grade', 'reconciliation', 'correction'] as const;
export type GradeType = (typeof gradeTypes)[number];

/** Marks for each criterion, in the order of the rubric. `grader`: the API key that gave them. */
export type Grade = { readonly grader: number; readonly type: GradeType; readonly marks: readonly number[] };

/** `withdrawn`: its attempt was reset or its question is void, and nobody need grade it. */
export const reviewStates = ['waiting', 'reconcile', 'graded', 'withdrawn'] as const;
export type ReviewState = (typeof reviewStates)[number];

/** Where a review stands by the grades given so far. `score` is an exact decimal in text. */
export type ReviewStanding = { readonly state: 'waiting' | 'reconcile' } | { readonly state: 'graded'; readonly score: string };

type Rules = Pick<ReviewRules, 'graders' | 'reconcile' | 'rubric'>;

const totalOf = ({ marks }: Pick<Grade, 'marks'>): Decimal => sum(marks.map(decimal));

/** The score that one grade gives by itself. */
export const scoreOfGrade = (grade: Pick<Grade, 'marks'>): string => formatDecimal(roundScore(totalOf(grade)));

/** The latest grade of each grader, in the order in which they began. */
const firstHand = (grades: readonly Grade[]): readonly Grade[] => [
  ...new Map(grades.filter(({ type }) => type === 'grade').map((one) => [one.grader, one])).values(),
];

/**
 * The last correction decides, else the last reconciliation, else the graders: of two the mean, rounded half-even to two decimals once,
 * unless they differ by more than `reconcile`.
 */
export const standingOf = ({ graders, reconcile }: Rules, grades: readonly Grade[]): ReviewStanding => {
  const decisive = grades.findLast(({ type }) => type === 'correction') ?? grades.findLast(({ type }) => type === 'reconciliation');
  if (decisive !== undefined) return { state: 'graded', score: scoreOfGrade(decisive) };
  const totals = firstHand(grades).map(totalOf);
  const [one, other] = totals;
  if (one === undefined || totals.length < graders) return { state: 'waiting' };
  if (other === undefined) return { state: 'graded', score: formatDecimal(roundScore(one)) };
  if (one.minus(other).abs().gt(reconcile)) return { state: 'reconcile' };
  return { state: 'graded', score: formatDecimal(one.plus(other).div(2)) };
};

/** Marks that no level of a criterion gives. */
export const checkMarks = (
  { rubric }: Pick<Rules, 'rubric'>,
  marks: readonly number[],
): Result<readonly number[], Refusal<'request.invalid'>> => {
  if (marks.length !== rubric.length) return err(refusal('request.invalid', `marks: must be ${rubric.length}, one for each criterion`));
  const wrong = rubric.findIndex(({ levels }, index) => levels.every((level) => level.marks !== marks[index]));
  const levels = rubric[wrong]?.levels.map((level) => level.marks).join(', ');
  return wrong < 0 ? ok(marks) : err(refusal('request.invalid', `marks[${wrong}]: must be those of a level: ${levels}`));
};

/** Nobody corrects themselves this often. */
export const mostGrades = 100;

const conflict = (message: string) => err(refusal('resource.conflict', message));

type Given = {
  readonly grader: number;
  /** The report is generated, and shows a score for it. */
  readonly isReported: boolean;
  readonly reason?: string | undefined;
};

/** What a further grade would be, or why there is none. */
export const decideGrade = (
  rules: Rules,
  { isWithdrawn, grades }: { readonly isWithdrawn: boolean; readonly grades: readonly Grade[] },
  { grader, isReported, reason }: Given,
): Result<GradeType, Refusal> => {
  if (isWithdrawn) return conflict('The answer is not graded any more');
  // Of each key: the grades of one must not keep another's, and with it the report, away for good.
  const own = grades.filter((one) => one.grader === grader).length;
  if (own >= mostGrades) return conflict(`A key gives an answer at most ${mostGrades} grades`);
  if (isReported) return reason === undefined ? conflict('The report is generated; a correction of it needs a reason') : ok('correction');
  if (reason !== undefined) return conflict('A reason belongs to a correction, and the report is not generated yet');
  const { state } = standingOf(rules, grades);
  if (state === 'reconcile' || grades.some(({ type }) => type === 'reconciliation')) return ok('reconciliation');
  return own > 0 || state === 'waiting'
    ? ok('grade')
    : conflict('The answer has all the grades that it needs; only who gave one can change it');
};
