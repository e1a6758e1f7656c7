import * as z from 'zod/mini';
import { CodeAnswer } from '../coding/code-answer.ts';
import { FileAnswer } from './file-answer.ts';

/** An answer in the candidate protocol: option id, option ids, number, text, program or file; null clears it. */
export const Answer = z.union([z.string(), z.array(z.string()), z.number(), CodeAnswer, FileAnswer, z.null()]);
export type Answer = z.output<typeof Answer>;

/** Nothing can be seen of it: there are only spaces of any width and zero-width characters. */
export const isBlankText = (text: string): boolean => /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text);

/** `[]`, `null` and blank text are unanswered. */
export const isBlank = (answer: Answer): boolean =>
  answer === null || (Array.isArray(answer) && answer.length === 0) || (typeof answer === 'string' && isBlankText(answer));

export const isFileAnswer = (answer: Answer): answer is FileAnswer => typeof answer === 'object' && answer !== null && 'fileId' in answer;
