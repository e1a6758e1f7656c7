import * as z from 'zod/mini';
import { answerLanguages } from '../coding/languages.ts';

/**
 * What a candidate sees of a question that is answered with a program. `starter`: for the languages that have one. `limits`: seconds of
 * processor time and MiB of each run, in the language that gets the most. Of an SQL question the sample is its first data set, and what
 * is expected is known from a run only.
 */
export const TakeCode = z.object({
  io: z.enum(['stdio', 'function', 'harness', 'sql']),
  languages: z.array(z.object({ language: z.enum(answerLanguages), version: z.optional(z.string()) })),
  starter: z.record(z.string(), z.string()),
  function: z.optional(z.object({ name: z.string(), parameters: z.array(z.string()) })),
  schema: z.optional(z.string()),
  limits: z.nullable(z.object({ seconds: z.number(), memory: z.number() })),
  samples: z.array(z.object({ name: z.string(), input: z.string(), expected: z.nullable(z.string()) })),
});
export type TakeCode = z.output<typeof TakeCode>;
