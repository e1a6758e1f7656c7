import type { OpenedRunner } from './open-code-runner.ts';

/** Of candidates' programs, for `/readyz`: a process that waits for a self-test answers requests, so it is ready all the same. */
const ofPrograms = ({ gauges: { untested } }: ReturnType<OpenedRunner['metrics']>): string => {
  if (untested === 0) return 'grades programs';
  return untested === 1 ? '1 program waits for the self-test of its engine' : `${untested} programs wait for the self-test of their engine`;
};

/** What `/readyz` says of a process that is ready. */
export const describeReadiness = (runner: Pick<OpenedRunner, 'metrics'>): string => ['ready', ofPrograms(runner.metrics())].join('; ');
