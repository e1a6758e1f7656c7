import { z } from 'zod';
import { questionOutcomes } from '../report/report-status.ts';
import { atMost } from '../wire/fields.ts';
import { cursor, digits, instant, intParameter, limit } from '../wire/paging.ts';
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
  insteadOf: GradedCode.shape.insteadOf,
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
      /** Without those that were left out. */
      verdicts: z.partialRecord(z.enum(verdicts), z.int()),
      leftOut: z.int().optional(),
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

/** Unrelated programs stay below it: docs/decisions/2026-11-22-similar-programs.md. */
export const alikeFrom = 0.7;

/** Programs that one request compares, the newest, and how many characters they have together. */
export const mostCompared = { programs: 2_000, characters: 4 * 1024 * 1024 };

const similarityRule = 'must be a number from 0.1 to 1 with at most three decimals';

const similarity = z
  .string()
  .check(atMost(5, similarityRule))
  .regex(/^(?:0\.\d{1,3}|1(?:\.0{1,3})?)$/, similarityRule)
  .transform(Number)
  .refine((value) => value >= 0.1, similarityRule)
  .default(alikeFrom)
  .meta({ override: { type: 'number', minimum: 0.1, maximum: 1, default: alikeFrom } });

/** Without `questionId` it is the first question that is answered with a program; without `language`, each language by itself. */
export const ListSimilarQuery = z.object({
  questionId: digits('must be the number of a question').optional(),
  language: z.enum(answerLanguages).optional(),
  atLeast: similarity,
  limit,
});

/**
 * `fingerprints` of this program count, and `share` of them (0 to 1) are also in the other one: a program that holds all of a shorter one
 * has a small share, the shorter one 1.
 */
const similarSide = z.object({
  testInvitationId: z.int(),
  attempt: z.int(),
  testVersion: z.int(),
  emailId: z.string(),
  fullName: z.string(),
  completedAt: instant,
  fingerprints: z.int(),
  share: z.number(),
});

const lines = z.object({ from: z.int(), to: z.int() });

/** Tokens that both programs have in the same order, and the lines where they stand. */
const similarPart = z.object({ tokens: z.int(), left: lines, right: lines });

/** What the numbers mean is in docs/decisions/2026-11-22-similar-programs.md, and for callers in the reference. */
export const SimilarPair = z.object({
  language: z.enum(answerLanguages),
  similarity: z.number(),
  /** Fingerprints that both have. */
  shared: z.int(),
  /** Tokens of the longest part. */
  longest: z.int(),
  left: similarSide,
  right: similarSide,
  parts: z.array(similarPart),
});
export type SimilarPair = z.output<typeof SimilarPair>;

export const SimilarSubmissions = z.object({
  testId: z.int(),
  questionId: z.int().nullable(),
  /** Of the present version, those that are answered with a program. */
  questions: z.array(z.object({ questionId: z.int(), prompt: z.string() })),
  compared: z.int(),
  tooShort: z.int(),
  older: z.int().nullable(),
  found: z.int(),
  pairs: z.array(SimilarPair),
});
export type SimilarSubmissions = z.output<typeof SimilarSubmissions>;
