import { z } from 'zod';
import { reviewedKinds } from '../questions/kinds.ts';
import { atMost, bounds, wellFormed } from '../wire/fields.ts';
import { list } from '../wire/list.ts';
import { cursor, digits, instant, limit, total } from '../wire/paging.ts';
import { essayBounds } from './essay-bounds.ts';
import { gradeTypes, reviewStates } from './review.ts';

export const reviewFilters = ['open', 'graded'] as const;

/** `open`: what waits for a grade or a reconciliation, the oldest day first. `graded`: the newest day first. In a day by an order of the key. */
export const ListReviewsQuery = z.object({
  limit,
  cursor,
  state: z.enum(reviewFilters).default('open'),
  testId: digits('must be the id of a test').optional(),
  questionId: digits('must be the number of a question').optional(),
});

/**
 * An uploaded file. Unless the test file says that graders see who it is, `name` tells no candidate's, `bytes` is rounded up to 1,000 and
 * `sha256` is null.
 */
const file = z.object({ name: z.string(), type: z.string(), bytes: z.int(), sha256: z.string().nullable() });

const count = z.object({ count: z.int(), min: z.int().nullable(), max: z.int().nullable() });

/**
 * An answer that people grade, without a word of who gave it. `given` of `graders` have graded it, `mine`: the calling key is one of them.
 * `claimedUntil`: another key grades it at the moment.
 */
export const ReviewSummary = z.object({
  reviewId: z.int(),
  testId: z.int(),
  testName: z.string(),
  questionId: z.int(),
  kind: z.enum(reviewedKinds),
  /** First line of the prompt. */
  title: z.string(),
  file: file.nullable(),
  state: z.enum(reviewStates),
  graders: z.int(),
  given: z.int(),
  mine: z.boolean(),
  claimedUntil: instant.nullable(),
  score: z.string().nullable(),
  marks: z.string(),
  waitingSince: instant,
});
export type ReviewSummary = z.output<typeof ReviewSummary>;

export const ReviewPage = z.object({ reviews: z.array(ReviewSummary), nextCursor: z.string().nullable(), total });
export type ReviewPage = z.output<typeof ReviewPage>;

/** For each criterion, in their order. */
export const GivenMarks = z.array(z.number());

/**
 * `grades`, oldest first: of an answer that waits for a second grader only those of the calling key, so that nobody is led by the first.
 * `keyName` is null for the operator. `candidate` is null unless the test file says that graders see who it is.
 */
export const Review = ReviewSummary.extend({
  candidate: z.object({ testInvitationId: z.int(), fullName: z.string(), emailId: z.string() }).nullable(),
  prompt: z.string(),
  answer: z.string(),
  words: count,
  rubric: z.array(z.object({ criterion: z.string(), levels: z.array(z.object({ marks: z.number(), text: z.string() })) })),
  reconcile: z.number(),
  grades: z.array(
    z.object({
      type: z.enum(gradeTypes),
      mine: z.boolean(),
      keyName: z.string().nullable(),
      marks: GivenMarks,
      score: z.string(),
      comment: z.string().nullable(),
      reason: z.string().nullable(),
      at: instant,
    }),
  ),
});
export type Review = z.output<typeof Review>;

const remark = (max: number) =>
  z
    .string()
    .check(atMost(max), wellFormed())
    .refine((text) => !text.includes('\0'), 'must not contain control characters')
    .transform((text) => text.trim())
    .transform((text) => (text === '' ? undefined : text))
    .optional();

/** `marks`: of the level that is chosen for each criterion, in their order. `reason`: only of a correction of a generated report. */
export const GradeBody = z.object({
  marks: list(z.number().min(0).max(10_000), essayBounds.criteria, { of: 'marks' }).min(1, 'needs the marks of each criterion'),
  comment: remark(essayBounds.comment),
  reason: remark(bounds.notice),
});
