import { z } from 'zod';
import { FileAnswer } from '../attempt/file-answer.ts';
import { CodeAnswer } from '../coding/code-answer.ts';
import { CodeSubmission } from '../coding/manage.ts';
import { completedByValues } from '../invitation/invitation-status.ts';
import { questionKinds } from '../questions/kinds.ts';
import { Review } from '../review/manage.ts';
import { reviewStates } from '../review/review.ts';
import { cursor, digits, instant, intParameter } from '../wire/paging.ts';
import { questionOutcomes, reportStatuses } from './report-status.ts';
import { Signal } from './signals.ts';

/** Questions of one page, and how many of them may be large: a program has up to 64 KiB and 200 cases, a rubric as much text. */
export const answersOfPage = { questions: 100, large: 20 } as const;

/** Grades of an answer that are shown, the last ones. */
export const mostGradesShown = 20;

/** `attempt`: a former one, that a reset archived; left out for the present one. */
export const ListAnswersQuery = z.object({
  attempt: digits('must be the number of an attempt').optional(),
  limit: intParameter(1, answersOfPage.questions, answersOfPage.questions),
  cursor,
});

/** The same attempt for a file of all of them. */
export const ExportAnswersQuery = ListAnswersQuery.pick({ attempt: true });

const { status, engine, version, insteadOf, limits, rounds, typing, cases } = CodeSubmission.shape;

/** An option, a text; options, texts; a number. */
const sent = [z.string(), z.array(z.string()), z.number()] as const;

/** What is known of a program beside its verdicts. */
export const AnsweredProgram = z.object({ status, engine, version, insteadOf, limits, rounds, typing });

const { graders, given, reconcile, rubric, grades } = Review.shape;

/**
 * How people grade an answer. `state` is null where nobody need: it is blank. `grades`, oldest first, of more than twenty the last: none
 * while the second grader has yet to give one, who might hold this key too.
 */
export const AnsweredReview = z.object({
  state: z.enum(reviewStates).nullable(),
  graders,
  given,
  reconcile,
  rubric,
  grades: z.array(grades.element.omit({ mine: true })),
});
export type AnsweredReview = z.output<typeof AnsweredReview>;

/**
 * A change of an answer that was saved. `size`: characters, how many options, or bytes of a file. `picked`: ids of the options in one text, or the number;
 * the text of an earlier version is not stored.
 */
export const AnswerRevision = z.object({
  revision: z.int(),
  at: instant,
  size: z.int(),
  picked: z.union([z.string(), z.number()]).optional(),
});

/**
 * A question of an attempt, what was answered, and what came of it. `answerText` and `keyText` say the same in words. `key` has the form of
 * an answer; of a text question it is every text that is right. Of programs and what people grade it is null; `decidedBy` says what decides there,
 * and that a question is void. `score` and `outcome` are null until the report is generated. `late`: it arrived after the deadline and counts. `secondsShown` and `pasted` are null where
 * nothing was recorded.
 */
export const AnsweredQuestion = z.object({
  questionId: z.int(),
  id: z.string(),
  section: z.string(),
  kind: z.enum(questionKinds),
  prompt: z.string(),
  options: z.array(z.object({ optionId: z.string(), text: z.string(), correct: z.boolean() })).optional(),
  answer: z.union([...sent, CodeAnswer, FileAnswer]).nullable(),
  answerText: z.string().nullable(),
  savedAt: instant.nullable(),
  late: z.boolean(),
  key: z.union(sent).nullable(),
  keyText: z.string().nullable(),
  decidedBy: z.string().nullable(),
  tolerance: z.number().optional(),
  marks: z.number(),
  penalty: z.number(),
  score: z.number().nullable(),
  outcome: z.enum(questionOutcomes).nullable(),
  secondsShown: z.int().nullable(),
  pasted: z.int().nullable(),
  timesShown: z.int(),
  revisions: z.array(AnswerRevision),
  runs: cases.optional(),
  program: AnsweredProgram.optional(),
  review: AnsweredReview.optional(),
});
export type AnsweredQuestion = z.output<typeof AnsweredQuestion>;

/** A completed attempt question by question, in the order of the test. */
export const AttemptAnswers = z.object({
  testInvitationId: z.int(),
  testId: z.int(),
  testVersion: z.int(),
  attempt: z.int(),
  startedAt: instant,
  completedAt: instant,
  completedBy: z.enum(completedByValues),
  reportStatus: z.enum(reportStatuses),
  signals: z.array(Signal),
  questions: z.array(AnsweredQuestion),
  nextCursor: z.string().nullable(),
});
export type AttemptAnswers = z.output<typeof AttemptAnswers>;
