import { z } from 'zod';
import { questionOutcomes } from '../report/report-status.ts';
import { cursor, instant, intParameter } from '../wire/paging.ts';
import { CaseResult } from './evaluate.ts';
import { GradedCode } from './graded-code.ts';
import { answerLanguages } from './languages.ts';
import { verdicts } from './verdicts.ts';

/** Each may have a program of 64 KiB and 200 cases. */
export const ListSubmissionsQuery = z.object({ limit: intParameter(1, 20, 20), cursor });

/** `seconds` of processor time, `memory` in MiB; `weight` as in the test's version that the round graded. */
const submissionCase = z.object({
  ...CaseResult.omit({ time: true }).shape,
  weight: z.number(),
  sample: z.boolean(),
});

/** What was typed, over all languages: `typed` and `pasted` count characters, and what was deleted again counts too. */
export const TypingFigures = z.object({
  edits: z.int(),
  typed: z.int(),
  pasted: z.int(),
  pastes: z.int(),
  firstAt: instant.nullable(),
  lastAt: instant.nullable(),
});
export type TypingFigures = z.output<typeof TypingFigures>;

/**
 * The answer to a question that is answered with a program. `blank`: there is none. `waiting`: its last round is not graded yet; cases are
 * those of the last round that is. `score` and `outcome` are null until the report is generated.
 */
export const CodeSubmission = z.object({
  questionId: z.int(),
  /** First line of the prompt. */
  prompt: z.string(),
  status: z.enum(['blank', 'waiting', 'graded']),
  language: z.enum(answerLanguages).nullable(),
  source: z.string().nullable(),
  engine: z.string().nullable(),
  version: z.string().nullable(),
  limits: GradedCode.shape.limits.nullable(),
  cases: z.array(submissionCase),
  marks: z.number(),
  score: z.number().nullable(),
  outcome: z.enum(questionOutcomes).nullable(),
  rounds: z.array(
    z.object({
      round: z.int(),
      /** Of the test, whose cases were run. */
      testVersion: z.int(),
      gradedAt: instant.nullable(),
      verdicts: z.partialRecord(z.enum(verdicts), z.int()),
    }),
  ),
  typing: TypingFigures,
});
export type CodeSubmission = z.output<typeof CodeSubmission>;

/**
 * Of the present attempt, in the order of the test; none before it is completed. `nextCursor` is passed back as `cursor` for the next
 * page; null on the last.
 */
export const CodeSubmissions = z.object({
  testInvitationId: z.int(),
  attempt: z.int(),
  submissions: z.array(CodeSubmission),
  nextCursor: z.string().nullable(),
});
export type CodeSubmissions = z.output<typeof CodeSubmissions>;
