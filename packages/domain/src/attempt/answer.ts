import * as z from 'zod/mini';
import { CodeAnswer } from '../coding/code-answer.ts';

/** An answer in the candidate protocol: option id, option ids, number, text or program; null clears it. */
export const Answer = z.union([z.string(), z.array(z.string()), z.number(), CodeAnswer, z.null()]);
export type Answer = z.output<typeof Answer>;

/** `[]`, `null` and blank text are unanswered. */
export const isBlank = (answer: Answer): boolean =>
  answer === null || (Array.isArray(answer) && answer.length === 0) || (typeof answer === 'string' && answer.trim() === '');
