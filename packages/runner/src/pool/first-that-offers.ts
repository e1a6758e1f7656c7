import { isAmong, type Offer, type Task } from '../program.ts';
import { type Outcome, openTally, type Runner, type RunnerMetrics } from './runner.ts';

/** The same runner for some modes only. */
export const onlyFor = <Of extends Runner>(modes: readonly Task['mode'][], runner: Of): Of => {
  const offers = (): readonly Offer[] =>
    runner.offers().flatMap((offer) => {
      const both = offer.modes.filter((mode) => modes.includes(mode));
      return both.length === 0 ? [] : [{ ...offer, modes: both }];
    });
  const { run } = runner;
  const none: Outcome = { refused: 'not-offered', message: 'These programs are run elsewhere' };
  return {
    ...runner,
    offers,
    run: async (program, ...others) => (program.tasks.every(({ mode }) => modes.includes(mode)) ? run(program, ...others) : none),
  };
};

const sum = (all: readonly RunnerMetrics[]): RunnerMetrics => {
  const add = <Numbers extends Readonly<Record<string, number>>>(of: (metrics: RunnerMetrics) => Numbers, start: Numbers): Numbers =>
    all
      .map(of)
      .reduce(
        (total, one) => Object.fromEntries(Object.entries(total).map(([key, value]) => [key, value + (one[key] ?? 0)])) as Numbers,
        start,
      );
  const zero = openTally().counters();
  const { refused: noneRefused, runs: noRuns, ...noTotals } = zero;
  return {
    counters: {
      ...add(({ counters: { refused, runs, ...totals } }) => totals, noTotals),
      refused: add(({ counters }) => counters.refused, noneRefused),
      runs: add(({ counters }) => counters.runs, noRuns),
    },
    gauges: add(({ gauges }) => gauges, { waiting: 0, running: 0, accountsWaiting: 0, size: 0, sizeOfOthers: 0, untested: 0 }),
  };
};

/** What a runner has counted before its first program. */
export const noPrograms: RunnerMetrics = sum([]);

/**
 * Several runners as one. A program is run by the first that offers it, however busy that is: its verdict must not depend on the load.
 * The next one has it only when that one says that it offers it no more.
 */
export const firstThatOffers = (runners: readonly [Runner, ...Runner[]]): Runner => ({
  offers: () => runners.flatMap((runner) => runner.offers()),
  run: async (program, owner, signal, report) => {
    // The last one may wait for a self-test before it knows.
    const last = runners.at(-1) ?? runners[0];
    const [first, ...others] = runners.filter((runner) => isAmong(runner.offers(), program));
    let outcome = await (first ?? last).run(program, owner, signal, report);
    for (const next of others) {
      if (!('refused' in outcome) || outcome.refused !== 'not-offered') break;
      outcome = await next.run(program, owner, signal, report);
    }
    return outcome;
  },
  ahead: (owner) => {
    for (const runner of runners) {
      const ahead = runner.ahead?.(owner);
      if (ahead !== undefined) return ahead;
    }
    return undefined;
  },
  metrics: () => sum(runners.map((runner) => runner.metrics())),
  close: async () => {
    await Promise.all(runners.map((runner) => runner.close()));
  },
});
