import { type CaseResult, type Expectation, evaluateCase, type Run } from './evaluate.ts';
import type { NamedTask, Task } from './tasks.ts';

/** A task and what its program must do; without an expectation the case is `not-run`. */
export type ExpectedTask = NamedTask & { readonly expectation: Expectation | undefined };

/** How a case ended, and the run that decided it. */
export type RanCase<Of extends Run = Run> = { readonly result: CaseResult; readonly run: Of };

/**
 * Runs a program on its cases and compares: all at once, then those again that ended near the limit of time. The results are in the order
 * of the cases.
 *
 * @throws Error if `run` leaves out a task
 */
export const runCases = async <Of extends Run>(
  cases: readonly ExpectedTask[],
  limitSeconds: number,
  run: (tasks: readonly Task[]) => Promise<readonly Of[]>,
): Promise<readonly RanCase<Of>[]> => {
  const tries = cases.map((): Of[] => []);
  const found: RanCase<Of>[] = [];
  for (let left = [...cases.keys()]; left.length > 0; left = left.filter((index) => found[index] === undefined)) {
    const runs = await run(cases.flatMap(({ task }, index) => (left.includes(index) ? [task] : [])));
    for (const [position, index] of left.entries()) {
      const { name = '', expectation } = cases[index] ?? {};
      const latest = runs[position];
      if (latest === undefined) throw new Error(`case ${name} was not run`);
      const [first = latest, ...others] = [...(tries[index] ?? []), latest];
      tries[index] = [first, ...others];
      const evaluated = evaluateCase(name, expectation, limitSeconds, [first, ...others]);
      if (!evaluated.again) found[index] = { result: evaluated.result, run: evaluated.run };
    }
  }
  return found;
};
