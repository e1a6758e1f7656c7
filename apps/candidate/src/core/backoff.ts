/** Waits between attempts, ms: 1 s doubling to 30 s, each cut by up to a half at random so that a room of devices does not knock at once. */
export const createBackoff = (random: () => number) => {
  let failures = 0;
  return {
    reset: () => {
      failures = 0;
    },
    /** The wait after one more failure, never below `atLeastMs` (what the server asked for). */
    next: (atLeastMs = 0): number => {
      const full = Math.min(30_000, 1_000 * 2 ** failures);
      failures += 1;
      return Math.max(atLeastMs, full * (0.5 + random() / 2));
    },
  };
};
