import { err, ok, type Result } from '../../result.ts';

/** In code points. */
export const checkText = (answer: string, most: number): Result<string, string> =>
  [...answer].length <= most ? ok(answer) : err(`must be at most ${most} characters`);
