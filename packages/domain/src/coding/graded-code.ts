import { z } from 'zod';
import { CaseResult } from './comparison/evaluate.ts';
import { answerLanguages } from './languages.ts';
import { RunLimits } from './time-limits.ts';

/** What grading a program came to: how each case ended, in the order of the question's cases, and with what it was run. */
export const GradedCode = z.object({
  language: z.enum(answerLanguages),
  /** Name of the engine, and the version of the language that it told. */
  engine: z.string(),
  version: z.string(),
  insteadOf: z.string().optional().describe('The engine that the version of the test is pinned to, where the operator chose another one.'),
  limits: RunLimits,
  cases: z.array(CaseResult),
});
export type GradedCode = z.output<typeof GradedCode>;
