import { type CaseResult, type Expectation, evaluateCase, type Run } from './comparison/evaluate.ts';
import type { NamedTask, Task } from './tasks.ts';

/** A task and what its program must do; without an expectation the case is `not-run`. */
export type ExpectedTask = NamedTask & { readonly expectation: Expectation | undefined };

/** How a case ended, and the run that decided it. */
export type RanCase<Of extends Run = Run> = { readonly result: CaseResult; readonly run: Of };

type RunTasks<Of> = (tasks: readonly Task[], ran: (position: number, run: Of) => void) => Promise<readonly Of[]>;

/**
 * Runs a program on its cases and compares: all at once, then those again that ended near the limit of time. The results are in the order
 * of the cases. `run` may say of each run that it is done, and `decided` is then called before the others are.
 *
 * @throws Error if `run` leaves out a task
 */
export const runCases = async <Of extends Run>(
  cases: readonly ExpectedTask[],
  limitSeconds: number,
  run: RunTasks<Of>,
  decided: (index: number, ran: RanCase<Of>) => void = () => undefined,
): Promise<readonly RanCase<Of>[]> => {
  const tries = cases.map((): Of[] => []);
  const found: RanCase<Of>[] = [];
  const take = (index: number, latest: Of): void => {
    const { name = '', expectation } = cases[index] ?? {};
    const [first = latest, ...others] = [...(tries[index] ?? []), latest];
    tries[index] = [first, ...others];
    const evaluated = evaluateCase(name, expectation, limitSeconds, [first, ...others]);
    if (evaluated.again) return;
    const ran = { result: evaluated.result, run: evaluated.run };
    found[index] = ran;
    decided(index, ran);
  };
  for (let left = [...cases.keys()]; left.length > 0; left = left.filter((index) => found[index] === undefined)) {
    const these = left;
    const taken = new Set<number>();
    const ran = (position: number, latest: Of): void => {
      const index = these[position];
      if (index === undefined || taken.has(index)) return;
      taken.add(index);
      take(index, latest);
    };
    const runs = await run(
      these.flatMap((index) => cases[index]?.task ?? []),
      ran,
    );
    for (const [position, index] of these.entries()) {
      const latest = runs[position];
      if (latest === undefined) throw new Error(`case ${cases[index]?.name} was not run`);
      ran(position, latest);
    }
  }
  return found;
};
