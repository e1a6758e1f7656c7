import type { CodeRunner, RunnerOffer } from './context.ts';

const known = new WeakMap<CodeRunner, readonly RunnerOffer[]>();

/** What the runner was last known to offer; none until it first says so. Nobody waits for an engine that is tried or down. */
export const lastKnownOffers = (runner: CodeRunner): readonly RunnerOffer[] => {
  // What it fails with, it fails with for those who run a program too.
  void runner.offers().then(
    (offers) => known.set(runner, offers),
    () => undefined,
  );
  return known.get(runner) ?? [];
};
