import { z } from 'zod';
import { reviewedKinds } from '../questions/kinds.ts';
import { atMost, bounds, wellFormed } from '../wire/fields.ts';
import { list } from '../wire/list.ts';
import { named } from '../wire/named.ts';
import { cursor, digits, instant, limit, total } from '../wire/paging.ts';
import { essayBounds } from './essay-bounds.ts';
import { gradeTypes, reviewStates } from './review.ts';

export const reviewFilters = ['open', 'graded'] as const;

/** `open`: what waits for a grade or a reconciliation, the oldest day first. `graded`: the newest day first. In a day by an order of the key. */
export const ListReviewsQuery = z.object({
  limit,
  cursor,
  state: z.enum(reviewFilters).default('open').describe('What waits, or what is graded.'),
  testId: digits('must be the id of a test').optional().describe('Only those of this test.'),
  questionId: digits('must be the number of a question').optional().describe('Only answers to this question of the test.'),
});

const file = named('ReviewedFile', 'A file that people grade.', {
  name: z
    .string()
    .describe('The id of the question with an extension; the name that the candidate gave it if the test file says `blind: false`.'),
  type: z.string().describe('What it is by its content.'),
  bytes: z.int().describe('Its size as uploaded, rounded up to 1,000 unless the test file says `blind: false`.'),
  sha256: z.string().nullable().describe('SHA-256 of its bytes, in hexadecimal digits; null unless the test file says `blind: false`.'),
});

const count = named('CountedWords', 'How many words an answer has, and should have.', {
  count: z.int().describe('Words of the answer.'),
  min: z.int().nullable().describe('At least; null without a limit.'),
  max: z.int().nullable().describe('At most; null without a limit.'),
});

export const ReviewSummary = named('ReviewSummary', 'An answer that people grade, without who gave it.', {
  reviewId: z.int(),
  testId: z.int(),
  testName: z.string(),
  questionId: z.int(),
  kind: z.enum(reviewedKinds).describe('`essay` or `file`.'),
  title: z.string().describe('First line of the question.'),
  file: file.nullable().describe('The file, of a question of kind `file`; else null.'),
  state: z
    .enum(reviewStates)
    .describe('`waiting` for a grade, `reconcile`: two graders differ, `graded`, or `withdrawn`: nobody need grade it any more.'),
  graders: z.int().describe('How many graders it needs.'),
  given: z.int().describe('How many have graded it.'),
  mine: z.boolean().describe('Whether the key of this request is one of them.'),
  claimedUntil: instant.nullable().describe('Until when another key keeps it; null if none does.'),
  score: z.string().nullable().describe('What it came to, an exact decimal in text; null until it is graded.'),
  marks: z.string().describe('The most that the rubric gives, an exact decimal in text.'),
  waitingSince: instant.describe('The hour in which the attempt was completed.'),
});
export type ReviewSummary = z.output<typeof ReviewSummary>;

export const ReviewPage = named('ReviewPage', 'A page of answers that people grade.', {
  reviews: z.array(ReviewSummary).describe('The answers.'),
  nextCursor: z.string().nullable(),
  total,
});
export type ReviewPage = z.output<typeof ReviewPage>;

/** For each criterion, in their order. */
export const GivenMarks = z.array(z.number());

/** Of an answer that waits for a second grader nobody is led by the grade of the first. */
export const Review = ReviewSummary.extend({
  candidate: named('ReviewedCandidate', 'Whose answer it is.', { testInvitationId: z.int(), fullName: z.string(), emailId: z.string() })
    .nullable()
    .describe('Whose answer it is; null unless the test file says `blind: false`.'),
  prompt: z.string(),
  answer: z.string().describe('The text of an essay; empty for a file.'),
  words: count.describe('How many words it has.'),
  rubric: z
    .array(
      named('RubricCriterion', 'A criterion of the rubric.', {
        criterion: z.string().describe('What it is.'),
        levels: z
          .array(
            named('RubricLevel', 'A level of a criterion.', {
              marks: z.number().describe('What it gives.'),
              text: z.string().describe('What it means.'),
            }),
          )
          .describe('Its levels, from the lowest.'),
      }),
    )
    .describe('What is graded.'),
  reconcile: z.number().describe('The most that two grades may differ without a decision.'),
  grades: z
    .array(
      named('ReviewGrade', 'A grade that somebody gave.', {
        type: z.enum(gradeTypes).describe('`grade`, `reconciliation` between two graders, or `correction` after the report.'),
        mine: z.boolean().describe('Whether the key of this request gave it.'),
        keyName: z.string().nullable().describe('Name of the key; null for the operator.'),
        marks: GivenMarks.describe('For each criterion.'),
        score: z.string().describe('Their sum, an exact decimal in text.'),
        comment: z.string().nullable().describe('A remark for the other graders and for those who read answers; null if there is none.'),
        reason: z.string().nullable().describe('Why it was corrected; null if it is no correction.'),
        at: instant.describe('When it was given.'),
      }),
    )
    .describe('Grades that this key may see, oldest first.'),
}).meta({ id: 'Review', description: 'An answer with its rubric and its grades.' });
export type Review = z.output<typeof Review>;

const remark = (max: number) =>
  z
    .string()
    .check(atMost(max), wellFormed())
    .refine((text) => !text.includes('\0'), 'must not contain control characters')
    .transform((text) => text.trim())
    .transform((text) => (text === '' ? undefined : text))
    .optional();

export const GradeBody = named('GradeBody', 'A grade.', {
  marks: list(z.number().min(0).max(10_000), essayBounds.criteria, { of: 'marks' })
    .min(1, 'needs the marks of each criterion')
    .describe('For each criterion of the rubric, in its order, the marks of the level that fits.'),
  comment: remark(essayBounds.comment).describe('A remark for the other graders and for those who read answers.'),
  reason: remark(bounds.notice).describe('Why a generated report is corrected; refused before.'),
});
