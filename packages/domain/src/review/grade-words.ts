import type { AnsweredReview } from '../report/attempt-answers.ts';
import { marksOfRubric } from './rubric.ts';

// What the terminal and the PDF say of an answer that people grade, in English as both are.

type Grade = AnsweredReview['grades'][number];

export const gradeTypeWords = { grade: 'Grade', reconciliation: 'Reconciliation', correction: 'Correction' } as const satisfies Record<
  Grade['type'],
  string
>;

/** Why it has its score. */
const ground = ({ graders, grades }: AnsweredReview): string => {
  const decisive = grades.findLast(({ type }) => type === 'correction') ?? grades.findLast(({ type }) => type === 'reconciliation');
  if (decisive !== undefined) {
    const isOnly = grades.filter(({ type }) => type === decisive.type).length === 1;
    return `graded; the ${isOnly ? '' : 'last '}${decisive.type} counts`;
  }
  return graders === 1 ? 'graded' : 'graded; the mean of both counts';
};

/** Where an answer that people grade stands, and why it has its score. */
export const gradingInWords = (review: AnsweredReview): string => {
  const { state, graders, given, reconcile } = review;
  switch (state) {
    case null:
      return 'not needed: the answer is blank';
    case 'waiting':
      return graders === 1 || given === 0 ? 'waits for a grade' : 'waits for the second grade; the first is shown with it';
    case 'reconcile':
      return `the graders differ by more than ${reconcile}; a third grade decides`;
    case 'graded':
      return ground(review);
    case 'withdrawn':
      return 'not needed any more';
  }
};

/** A heading, and what stands below it. */
export type Titled = { readonly title: string; readonly lines: readonly string[] };

const levelInWords = ({ criterion, levels }: AnsweredReview['rubric'][number], marks: number | undefined): string => {
  const level = levels.find((one) => one.marks === marks);
  return `${criterion}: ${marks ?? '–'} of ${levels.at(-1)?.marks}${level === undefined ? '' : `, ${level.text}`}`;
};

/** The level of each criterion: `Argument: 2 of 4, One reason`. */
export const levelsInWords = (rubric: AnsweredReview['rubric'], marks: readonly number[]): readonly string[] =>
  rubric.map((criterion, index) => levelInWords(criterion, marks[index]));

/** Each grade with the level of every criterion: `Grade by Reviewer: 5 of 6`. */
export const gradesInWords = ({ rubric, grades }: AnsweredReview, when: (at: string) => string): readonly Titled[] =>
  grades.map(({ type, keyName, marks, score, reason, comment, at }) => ({
    title: `${gradeTypeWords[type]} by ${keyName ?? 'the operator'}: ${score} of ${marksOfRubric(rubric)}, ${when(at)}`,
    lines: [
      ...levelsInWords(rubric, marks),
      ...(reason === null ? [] : [`Reason: ${reason}`]),
      ...(comment === null ? [] : [`Comment: ${comment}`]),
    ],
  }));

/** Each criterion with its levels. */
export const rubricInWords = ({ rubric }: Pick<AnsweredReview, 'rubric'>): readonly Titled[] =>
  rubric.map(({ criterion, levels }) => ({ title: criterion, lines: levels.map(({ marks, text }) => `${marks}: ${text}`) }));
