import type { Browser } from './browser.ts';

/** The server's time, whatever the device's clock says. All in ms. */
export type ServerClock = {
  /** Ms since 1970 by the server; by the device before the first `sync`. */
  readonly now: () => number;
  /** A request from `start` to `end` (monotonic) was answered with `serverTime`. */
  readonly sync: (serverTime: number, start: number, end: number) => void;
  /** To `deadline`, negative when past. */
  readonly remaining: (deadline: number) => number;
  /** The device's clock moved against the monotonic one: it was set, or the device slept. Until the next `sync`. */
  readonly isSuspect: () => boolean;
  /** The device's clock minus the server's; null before the first `sync`. */
  readonly deviceOffset: () => number | null;
};

const toleranceMs = 2_000;

// Crystals drift by tens of parts in a million: an old sample is worth less, by this much per ms.
const driftPerMs = 1e-4;

type Sample = { readonly offset: number; readonly error: number; readonly at: number };

/** The sample of the quickest request wins, as its middle is the surest; a sleep or a set clock voids all before. */
export const createServerClock = ({ monotonic, wallClock }: Pick<Browser, 'monotonic' | 'wallClock'>): ServerClock => {
  let best: Sample | undefined;
  let wallMinusMonotonic = wallClock() - monotonic();

  const isSuspect = () => Math.abs(wallClock() - monotonic() - wallMinusMonotonic) > toleranceMs;
  const now = () => (best === undefined ? wallClock() : monotonic() + best.offset);
  const errorOf = (sample: Sample) => sample.error + (monotonic() - sample.at) * driftPerMs;

  return {
    now,
    isSuspect,
    remaining: (deadline) => deadline - now(),
    deviceOffset: () => (best === undefined ? null : wallClock() - now()),
    sync: (serverTime, start, end) => {
      const sample = { offset: serverTime - (start + end) / 2, error: (end - start) / 2, at: end };
      if (best === undefined || isSuspect() || sample.error <= errorOf(best)) best = sample;
      wallMinusMonotonic = wallClock() - monotonic();
    },
  };
};
