import { noPrograms } from '@assay/runner';
import { describe, expect, it } from 'vitest';
import { describeReadiness } from './describe-readiness.ts';

const store = { clock: undefined, engine: 'sqlite' } as unknown as Parameters<typeof describeReadiness>[0]['store'];
const runnerWith = (untested: number, runsPrograms = true) => ({
  runsPrograms,
  metrics: () => ({ ...noPrograms, gauges: { ...noPrograms.gauges, untested } }),
});

describe('what /readyz says of programs', () => {
  it.each([
    ['ready; grades programs', runnerWith(0)],
    ['ready; 1 program waits for the self-test of its engine', runnerWith(1)],
    ['ready; 3 programs wait for the self-test of their engine', runnerWith(3)],
    ['ready; runs no programs', runnerWith(0, false)],
  ])('%s', (said, runner) => {
    expect(describeReadiness({ store }, runner, { inWords: () => 'event loop delayed' })).toBe(`${said}; event loop delayed`);
  });
});
