import { z } from 'zod';
import { questionOutcomes } from '../report/report-status.ts';
import { atMost } from '../wire/fields.ts';
import { named } from '../wire/named.ts';
import { cursor, digits, instant, intParameter, limit } from '../wire/paging.ts';
import { CaseResult } from './comparison/evaluate.ts';
import { GradedCode } from './graded-code.ts';
import { answerLanguages } from './languages.ts';
import { fewestFingerprints, mostParts } from './similarity/similar-programs.ts';
import { verdicts } from './verdicts.ts';

/** Each may have a program of 64 KiB and 200 cases. */
export const ListSubmissionsQuery = z.object({ limit: intParameter(1, 20, 20), cursor });

const submissionCase = named('CodeCaseResult', 'What a run came to.', {
  ...CaseResult.omit({ time: true }).shape,
  weight: z.number().describe('Share of the marks.'),
  sample: z.boolean().describe('Whether candidates saw it.'),
});

export const TypingFigures = named('TypingFigures', 'What was typed, over all languages; what was deleted again counts too.', {
  edits: z.int().describe('How many changes were recorded.'),
  typed: z.int().describe('Characters typed.'),
  pasted: z.int().describe('Characters pasted.'),
  pastes: z.int().describe('How often something was pasted.'),
  firstAt: instant.nullable().describe('First change; null if nothing was recorded.'),
  lastAt: instant.nullable().describe('Last change; null if nothing was recorded.'),
});
export type TypingFigures = z.output<typeof TypingFigures>;

export const CodeSubmission = named('CodeSubmission', 'The answer to a question that is answered with a program.', {
  questionId: z.int(),
  prompt: z.string().describe('First line of the question.'),
  status: z.enum(['blank', 'waiting', 'graded']).describe('`blank`: there is none. `waiting`: its last round is not graded yet. `graded`.'),
  language: z.enum(answerLanguages).nullable().describe('Language of the program; null if there is none.'),
  source: z.string().nullable().describe('Text of the program; null if there is none.'),
  engine: z.string().nullable().describe('What ran it; null before the first grading.'),
  version: z.string().nullable().describe('Version of the language; null before the first grading.'),
  insteadOf: GradedCode.shape.insteadOf,
  limits: GradedCode.shape.limits.nullable().describe('Limits of each run; null before the first grading.'),
  cases: z.array(submissionCase).describe('Results of the last round that is graded, in the order of the question’s cases.'),
  marks: z.number().describe('Marks for a right answer.'),
  score: z.number().nullable().describe('Marks given; null until the report is generated.'),
  outcome: z
    .enum(questionOutcomes)
    .nullable()
    .describe('What came of it, by its marks: all is right, some partial, none or less wrong; null until the report is generated.'),
  rounds: z
    .array(
      named('GradingRound', 'One grading of a program.', {
        round: z.int().describe('Number of the round, from 1.'),
        testVersion: z.int().describe('Version of the test whose cases were run.'),
        gradedAt: instant.nullable().describe('When it was graded; null while it waits.'),
        verdicts: z.partialRecord(z.enum(verdicts), z.int()).describe('How many cases ended with each verdict.'),
        leftOut: z.int().optional().describe('How many were not run, because all marks were lost; left out if there is none.'),
      }),
    )
    .describe('Each time it was graded; a regrade adds one.'),
  typing: TypingFigures.describe('How it was typed.'),
});
export type CodeSubmission = z.output<typeof CodeSubmission>;

export const CodeSubmissions = named('CodeSubmissions', 'The programs of an attempt.', {
  testInvitationId: z.int(),
  attempt: z.int(),
  submissions: z.array(CodeSubmission).describe('In the order of the test.'),
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
  .meta({
    description: `How alike the programs of a pair are at least, from 0.1 to 1. Unrelated programs seldom reach ${alikeFrom}.`,
    override: { type: 'number', minimum: 0.1, maximum: 1, default: alikeFrom },
  });

/** Without `questionId` it is the first question that is answered with a program; without `language`, each language by itself. */
export const ListSimilarQuery = z.object({
  questionId: digits('must be the number of a question')
    .optional()
    .describe('The question; left out for the first one that is answered with a program.'),
  language: z.enum(answerLanguages).optional().describe('Only programs in this language.'),
  atLeast: similarity,
  limit: limit.describe('Pairs, the most alike ones.'),
});

const similarSide = named('ComparedProgram', 'A program that was compared.', {
  testInvitationId: z.int(),
  attempt: z.int(),
  testVersion: z.int().describe('Version of the test that the attempt is of.'),
  emailId: z.string(),
  fullName: z.string(),
  completedAt: instant,
  fingerprints: z.int().describe('Fingerprints of it that count.'),
  share: z.number().describe('How much of them the other program has, from 0 to 1: 1 for a program that the other one holds whole.'),
});

const lines = named('LineRange', 'Lines of a program.', {
  from: z.int().describe('First line, from 1.'),
  to: z.int().describe('Last line.'),
});

const similarPart = named('SharedPart', 'Tokens that both programs have in the same order.', {
  tokens: z.int().describe('How many tokens.'),
  left: lines.describe('Where they stand in the left program.'),
  right: lines.describe('Where they stand in the right program.'),
});

/** What the numbers mean is in docs/decisions/2026-11-22-similar-programs.md, and for callers in the reference. */
export const SimilarPair = named('SimilarPair', 'Two programs that are alike.', {
  language: z.enum(answerLanguages),
  similarity: z.number().describe('Twice the number of fingerprints that both have, over the sum of those that each has, from 0 to 1.'),
  shared: z.int().describe('Fingerprints that both have.'),
  longest: z.int().describe('Tokens of the longest part that both have.'),
  left: similarSide.describe('The program of the newer invitation.'),
  right: similarSide.describe('The other program.'),
  parts: z.array(similarPart).describe(`What both have, in the order of the left program: the ${mostParts} longest parts.`),
});
export type SimilarPair = z.output<typeof SimilarPair>;

export const SimilarSubmissions = named('SimilarSubmissions', 'Programs to one question that are alike.', {
  testId: z.int(),
  questionId: z.int().nullable().describe('The question; null when none of the test is answered with a program.'),
  questions: z
    .array(
      named('ComparedQuestion', 'A question that is answered with a program.', {
        questionId: z.int(),
        prompt: z.string().describe('First line of the question.'),
      }),
    )
    .describe('Questions of the present version that are answered with a program.'),
  compared: z.int().describe('How many programs were compared.'),
  tooShort: z.int().describe(`Those of them with fewer than ${fewestFingerprints} fingerprints that count: they are in no pair.`),
  older: z
    .int()
    .nullable()
    .describe(
      'Programs given to the question that were not looked at, in any language and also of former attempts; null when there are more than 10,000.',
    ),
  found: z.int().describe('Pairs that are at least as alike as `atLeast`.'),
  pairs: z.array(SimilarPair).describe('The most alike of them, the most alike first.'),
});
export type SimilarSubmissions = z.output<typeof SimilarSubmissions>;
