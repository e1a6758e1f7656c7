import { z } from 'zod';
import { FileAnswer } from '../attempt/file-answer.ts';
import { CodeAnswer } from '../coding/code-answer.ts';
import { CodeSubmission } from '../coding/submissions.ts';
import { completedByValues } from '../invitation/invitation-status.ts';
import { questionKinds } from '../questions/kinds.ts';
import { Review } from '../review/managed-reviews.ts';
import { reviewStates } from '../review/review.ts';
import { named } from '../wire/named.ts';
import { cursor, digits, instant, intParameter } from '../wire/paging.ts';
import { questionOutcomes, reportStatuses } from './report-status.ts';
import { Signal } from './signals.ts';

/** Questions of one page, and how many of them may be large: a program has up to 64 KiB and 200 cases, a rubric as much text. */
export const answersOfPage = { questions: 100, large: 20 } as const;

/** Grades of an answer that are shown, the last ones. */
export const mostGradesShown = 20;

export const ListAnswersQuery = z.object({
  attempt: digits('must be the number of an attempt')
    .optional()
    .describe('A former attempt, which a reset archived; left out for the present one.'),
  limit: intParameter(1, answersOfPage.questions, answersOfPage.questions).describe('Questions per page.'),
  cursor,
});

/** The same attempt for a file of all of them. */
export const ExportAnswersQuery = ListAnswersQuery.pick({ attempt: true });

const { status, engine, version, insteadOf, limits, rounds, typing, cases } = CodeSubmission.shape;

/** An option, a text; options, texts; a number. */
const sent = [z.string(), z.array(z.string()), z.number()] as const;

export const AnsweredProgram = named('AnsweredProgram', 'What is known of a program beside its runs.', {
  status,
  engine,
  version,
  insteadOf,
  limits,
  rounds,
  typing,
});

const { graders, given, reconcile, rubric, grades } = Review.shape;

/** No `grades` while the second grader has yet to give one, who might hold this key too. */
export const AnsweredReview = named('AnsweredReview', 'How people grade an answer.', {
  state: z
    .enum(reviewStates)
    .nullable()
    .describe(
      '`waiting` for a grade, `reconcile`: two graders differ, `graded`, or `withdrawn`: the question is void. Null where nobody need grade it: it is blank.',
    ),
  graders,
  given,
  reconcile,
  rubric,
  grades: z
    .array(grades.element.omit({ mine: true }).meta({ id: 'AnsweredGrade', description: 'A grade that somebody gave.' }))
    .describe('Its grades, oldest first, of more than twenty the last. None while it waits for a grader, who may be reading this.'),
});
export type AnsweredReview = z.output<typeof AnsweredReview>;

export const AnswerRevision = named('AnswerRevision', 'A change of an answer. The text of an earlier one is not stored.', {
  revision: z.int().describe('Counts the edits on the candidate’s page, from 1.'),
  at: instant.describe('When it was saved.'),
  size: z.int().describe('Characters, or how many options were picked; 1 for a number, 0 when it was cleared.'),
  picked: z.union([z.string(), z.number()]).optional().describe('The letters of the options, or the number.'),
});

export const AnsweredQuestion = named('AnsweredQuestion', 'A question, what was answered, and what came of it.', {
  questionId: z.int(),
  id: z.string().describe('Names the question in all versions of the test.'),
  section: z.string().describe('Name of its section.'),
  kind: z.enum(questionKinds).describe('How it is answered.'),
  prompt: z.string(),
  options: z
    .array(
      named('AnswerOption', 'An option of a question.', {
        optionId: z.string().describe('The letter of the option.'),
        text: z.string().describe('What it says, in Markdown.'),
        correct: z.boolean().describe('Whether it is right.'),
      }),
    )
    .optional()
    .describe('The options; only where there are some.'),
  answer: z
    .union([...sent, CodeAnswer, FileAnswer])
    .nullable()
    .describe('The answer that counts; null or empty if there is none.'),
  answerText: z
    .string()
    .nullable()
    .describe('The same in words: the texts of options, a number, a text, a program; null if there is none.'),
  savedAt: instant.nullable().describe('When it was saved; null if it never was.'),
  late: z.boolean().describe('Whether it arrived after the deadline and counts.'),
  key: z
    .union(sent)
    .nullable()
    .describe(
      'What is right, in the form of an answer; of a text question every text that is; null for a program and for what people grade.',
    ),
  keyText: z.string().nullable().describe('The same in words; null where `key` is.'),
  decidedBy: z
    .string()
    .nullable()
    .describe(
      'What decides where no key does, in words: the cases of a program, a rubric with its criteria, or nothing as the question is void; else null.',
    ),
  tolerance: z.number().optional().describe('How far a number may be off.'),
  marks: z.number(),
  penalty: z.number(),
  score: z.number().nullable().describe('Marks given, negative for a penalty; null until the report is generated.'),
  outcome: z
    .enum(questionOutcomes)
    .nullable()
    .describe('What came of it, by its marks: all is right, some partial, none or less wrong; null until the report is generated.'),
  secondsShown: z
    .int()
    .nullable()
    .describe(
      'How long it was on the screen, in whole seconds, without the time outside the window; null where nothing was recorded, or more than 700 visits.',
    ),
  pasted: z.int().nullable().describe('Characters that were pasted; null where that is not recorded: options and numbers.'),
  timesShown: z.int().describe('How often the candidate came to it.'),
  revisions: z
    .array(AnswerRevision)
    .describe('Its changes that were saved, oldest first; of more than a hundred some are left out, never the first and the latest ones.'),
  runs: cases.optional().describe('Of a program: the result of each case, as in submissions.'),
  program: AnsweredProgram.optional().describe('What is known of a program beside its runs.'),
  review: AnsweredReview.optional().describe('Of a question that people grade: the rubric and the grades.'),
});
export type AnsweredQuestion = z.output<typeof AnsweredQuestion>;

export const AttemptAnswers = named('AttemptAnswers', 'What was answered in a completed attempt.', {
  testInvitationId: z.int(),
  testId: z.int(),
  testVersion: z.int().describe('Version of the test that the attempt is of.'),
  attempt: z.int(),
  startedAt: instant.describe('When the attempt was started.'),
  completedAt: instant,
  completedBy: z.enum(completedByValues).describe('The candidate by submitting, or the deadline.'),
  reportStatus: z.enum(reportStatuses).describe('Before `Generated` no question has a score.'),
  signals: z
    .array(Signal)
    .describe(
      'What stands out in how the attempt went, with the numbers it comes from: never a verdict. Of the whole attempt, on every page.',
    ),
  questions: z.array(AnsweredQuestion).describe('In the order of the test.'),
  nextCursor: z.string().nullable(),
});
export type AttemptAnswers = z.output<typeof AttemptAnswers>;
