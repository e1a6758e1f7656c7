import { z } from 'zod';
import type { CodingQuestion } from '../../questions/coding/question.ts';
import type { Plain } from '../similarity/plain.ts';
import { afterTries, TimeRecord } from '../time-limits.ts';
import { type End, type Verdict, verdicts } from '../verdicts.ts';
import { compareRows, type Rows } from './compare-rows.ts';
import { compareText } from './compare-text.ts';
import { compareValue } from './compare-value.ts';
import { Difference } from './difference.ts';

/** What is read of a run. The runner's has the same names, and more. */
export type Run = {
  readonly end: End;
  readonly stdout: string;
  readonly line?: number | undefined;
  readonly value?: Plain | undefined;
  readonly rows?: Rows | undefined;
  readonly seconds: number;
  readonly memory: number | null;
  /** Of a limit of time: the program did not compute, and waited for something. */
  readonly waited?: true | undefined;
  /** It was not run: one before it was over its time, and that alone lost all marks. Its end is that of the other. */
  readonly leftOut?: true | undefined;
};

/** What is kept of a case. */
export const CaseResult = z.object({
  name: z.string().describe('Name of the case.'),
  verdict: z.enum(verdicts).describe('How it ended.'),
  seconds: z.number().describe('Processor time in seconds.'),
  memory: z.number().nullable().describe('Memory in MiB; null where the engine cannot tell.'),
  line: z.int().optional().describe('Line of a compile or runtime error in the program, from 1.'),
  difference: Difference.optional().describe('Where the result first differs, if the answer is wrong.'),
  waited: z
    .literal(true)
    .optional()
    .describe('True when the program was waiting, not computing, as its time was over; otherwise left out.'),
  leftOut: z
    .literal(true)
    .optional()
    .describe(
      'True for a case that was not run: one before it was over its time, which lost the marks of all and is its verdict. Otherwise left out.',
    ),
  time: TimeRecord,
});
export type CaseResult = z.output<typeof CaseResult>;

/** Says what is wrong with what a program did by itself; undefined if it is right. */
export type Expectation = (run: Run) => Difference | undefined;

const nothing = (expected: string | null) => ({ unit: 'value', place: '', expected, actual: null }) as const;

/**
 * What the program must do in each task of a question, in the order of its tasks. `tokens`: how those are compared; `texts` for what was
 * graded when a last digit could decide.
 */
export const expectationsOf = (question: CodingQuestion, tokens: 'tokens' | 'texts' = 'tokens'): readonly Expectation[] => {
  switch (question.io) {
    case 'stdio': {
      const comparison = question.compare.by === 'tokens' ? { by: tokens } : question.compare;
      return question.cases.map(
        ({ output }) =>
          ({ stdout }) =>
            compareText(comparison, output, stdout),
      );
    }
    case 'function':
      return question.cases.map(
        ({ returns }) =>
          // A program that ended by itself before its function returned: the engine did all it could.
          ({ value }) =>
            value === undefined ? nothing(null) : compareValue(question.compare, returns, value),
      );
    case 'harness':
      return [() => undefined];
  }
};

/**
 * What a query must give on a data set: the rows that the solution gave there. Undefined if the solution gave none, which is our side's
 * failure and not the candidate's: then the case is `not-run`.
 */
export const rowsExpected = (solution: Run): Expectation | undefined => {
  const { end, rows } = solution;
  if (end !== 'ended' || rows === undefined) return undefined;
  return (run) => (run.rows === undefined ? nothing(null) : compareRows(rows, run.rows));
};

/** The case's result and the run that decided it, or that it has to be run again because it ended near the limit of time. */
export const evaluateCase = <Of extends Run>(
  name: string,
  expectation: Expectation | undefined,
  limitSeconds: number,
  tries: readonly [Of, ...Of[]],
): { readonly again: true } | { readonly again: false; readonly result: CaseResult; readonly run: Of } => {
  const decided = afterTries(limitSeconds, tries);
  if (decided.again) return decided;
  const { run, end, time } = decided;
  const difference = end === 'ended' ? expectation?.(run) : undefined;
  const ended: Verdict = expectation === undefined ? 'not-run' : difference === undefined ? 'accepted' : 'wrong-answer';
  const hasLine = run.line !== undefined && (end === 'compile-error' || end === 'runtime-error');
  return {
    again: false,
    run,
    result: {
      name,
      verdict: end === 'ended' ? ended : end,
      seconds: run.seconds,
      memory: run.memory,
      ...(hasLine ? { line: run.line } : {}),
      ...(difference === undefined ? {} : { difference }),
      ...(run.waited && end === 'time-limit-exceeded' ? { waited: true } : {}),
      ...(run.leftOut ? { leftOut: true } : {}),
      time: run.leftOut ? { ...time, tries: [] } : time,
    },
  };
};
