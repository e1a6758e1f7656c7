import type { Env } from '../step.ts';

type Now = Pick<Env, 'now' | 'wallClock'>;

type Sample = { readonly offset: number; readonly error: number; readonly at: number };

/** The server's time, whatever the device's clock says: an offset from the monotonic clock. `best` is null before the first response. */
export type ServerClock = { readonly best: Sample | null; readonly wallMinusMonotonic: number };

/** When a request was sent and its response came (monotonic ms). */
type Span = { readonly start: number; readonly end: number };

const toleranceMs = 2_000;

// Crystals drift by tens of parts in a million: an old sample is worth less, by this much per ms.
const driftPerMs = 1e-4;

export const startClock = ({ now, wallClock }: Now): ServerClock => ({ best: null, wallMinusMonotonic: wallClock - now });

/** The device's clock moved against the monotonic one: it was set, or the device slept. Until the next `syncClock`. */
export const isSuspect = (clock: ServerClock, { now, wallClock }: Now): boolean =>
  Math.abs(wallClock - now - clock.wallMinusMonotonic) > toleranceMs;

/** Ms since 1970 by the server; by the device before the first response. */
export const serverTime = ({ best }: ServerClock, { now, wallClock }: Now): number => (best === null ? wallClock : now + best.offset);

/** Ms to `deadline` (server's time), negative when past. */
export const timeLeft = (clock: ServerClock, env: Now, deadline: number): number => deadline - serverTime(clock, env);

/** The device's clock minus the server's; null before the first response. */
export const deviceOffset = (clock: ServerClock, env: Now): number | null =>
  clock.best === null ? null : env.wallClock - serverTime(clock, env);

/** What was known before this load; any response of the server says it better. */
export const assumeOffset = (clock: ServerClock, deviceMinusServer: number, { now, wallClock }: Now): ServerClock => ({
  ...clock,
  best: { offset: wallClock - deviceMinusServer - now, error: Number.POSITIVE_INFINITY, at: now },
});

/** The sample of the fastest request wins, as its middle is the most certain; after a sleep or a set clock only the new one counts. */
export const syncClock = (clock: ServerClock, time: number, { start, end }: Span, env: Now): ServerClock => {
  const { best } = clock;
  const sample = { offset: time - (start + end) / 2, error: (end - start) / 2, at: end };
  const isBetter = best === null || isSuspect(clock, env) || sample.error <= best.error + (env.now - best.at) * driftPerMs;
  return { best: isBetter ? sample : best, wallMinusMonotonic: env.wallClock - env.now };
};
