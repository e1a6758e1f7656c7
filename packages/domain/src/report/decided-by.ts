import { match } from 'ts-pattern';
import { isReviewed, type Question } from '../assessment/test-file.ts';

const counted = (amount: number, what: string): string => `${amount} ${what}${amount === 1 ? '' : 's'}`;

type Cases = readonly { readonly sample: boolean }[];

const casesInWords = (cases: Cases): string => {
  const samples = cases.filter(({ sample }) => sample).length;
  const parts = [
    ...(samples === 0 ? [] : [counted(samples, 'sample case')]),
    ...(samples === cases.length ? [] : [counted(cases.length - samples, 'hidden case')]),
  ];
  return parts.join(' and ');
};

const voidWords = {
  'full-marks': 'nothing: it is void, and everybody has its marks',
  'not-counted': 'nothing: it is void, and counts for nobody',
} as const satisfies Record<NonNullable<Question['void']>, string>;

/**
 * What decides where no key does: `2 sample cases and 12 hidden cases`, `1 grader, by a rubric: Argument (0 to 4)`; null where a key does.
 * `ran`: the cases that a program was graded by, which a regrade may have changed.
 */
export const decidedBy = (question: Question, ran: Cases = []): string | null => {
  if (question.void !== undefined) return voidWords[question.void];
  if (isReviewed(question)) {
    const { graders, rubric } = question;
    const criteria = rubric.map(({ criterion, levels }) => `${criterion} (${levels[0]?.marks} to ${levels.at(-1)?.marks})`);
    return `${counted(graders, 'grader')}, by a rubric: ${criteria.join(', ')}`;
  }
  return match(question)
    .with({ kind: 'sql' }, ({ data }) => `the rows of the solution, on ${counted(data.length, 'data set')}`)
    .with({ kind: 'coding', io: 'harness' }, () => "the author's harness")
    .with({ kind: 'coding' }, ({ cases, allOrNothing }) => {
      const words = casesInWords(ran.length > 0 ? ran : cases);
      return allOrNothing ? `${words}, all of which must be accepted` : words;
    })
    .otherwise(() => null);
};
