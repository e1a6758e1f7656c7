import type { Assay } from '@assay/operations';
import type { LoopWatch } from './event-loop-delay.ts';
import type { OpenedRunner } from './open-code-runner.ts';
import { aheadInWords, clockAdvice, jumpInWords } from './watch-clock.ts';

/** What is wrong with the clocks, and what to do. */
export const clockInWords = ({ clock, engine }: Assay['store']): readonly string[] => {
  const { jump, ahead = 0 } = clock ?? {};
  return [
    ...(jump === undefined ? [] : [`${jumpInWords(jump.by, engine)}: ${clockAdvice}`]),
    ...(ahead === 0 ? [] : [`${aheadInWords(ahead)}: set it right`]),
  ];
};

type Reported = Pick<OpenedRunner, 'metrics' | 'runsPrograms'>;

/** Of candidates' programs, for `/readyz`: a process that waits for a self-test answers requests, so it is ready all the same. */
const ofPrograms = ({ runsPrograms, metrics }: Reported): string => {
  if (!runsPrograms) return 'runs no programs';
  const { untested } = metrics().gauges;
  if (untested === 0) return 'grades programs';
  return untested === 1 ? '1 program waits for the self-test of its engine' : `${untested} programs wait for the self-test of their engine`;
};

/** What `/readyz` says of a process that is ready. */
export const describeReadiness = ({ store }: Pick<Assay, 'store'>, runner: Reported, loop: Pick<LoopWatch, 'inWords'>): string =>
  ['ready', ofPrograms(runner), loop.inWords(), ...clockInWords(store)].join('; ');
