/** Waits for pending promises and for IndexedDB, which takes some turns of the event loop. */
export const flushTurns = async (turns = 8): Promise<void> => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A clock that only the test advances, shared by the browsers and the server. */
export const createWorld = (turns = 24) => {
  const start = Date.parse('2026-05-04T09:00:00.000Z');
  let elapsed = 0;
  let slept = 0;
  let lastTimer = 0;
  const timers = new Map<number, { readonly at: number; readonly run: () => void }>();

  const nextDue = (limit: number) =>
    [...timers].filter(([, { at }]) => at <= limit).sort(([a, one], [b, other]) => one.at - other.at || a - b)[0];

  /** Runs the timers due within `ms` in order, each with everything that follows from it. */
  const advance = async (ms: number) => {
    const limit = elapsed + ms;
    await flushTurns(turns);
    for (let due = nextDue(limit); due !== undefined; due = nextDue(limit)) {
      const [timer, { at, run }] = due;
      timers.delete(timer);
      elapsed = Math.max(elapsed, at);
      run();
      await flushTurns(turns);
    }
    elapsed = limit;
    await flushTurns(turns);
  };

  return {
    /** True time, ms since 1970. */
    now: () => start + elapsed + slept,
    monotonic: () => elapsed,
    setTimeout: (run: () => void, ms: number) => {
      lastTimer += 1;
      timers.set(lastTimer, { at: elapsed + Math.max(0, ms), run });
      return lastTimer;
    },
    clearTimeout: (timer: number | undefined) => {
      if (timer !== undefined) timers.delete(timer);
    },
    advance,
    /** The devices sleep: true time goes on, neither timers nor the monotonic clock do. */
    sleep: async (ms: number) => {
      slept += ms;
      await flushTurns(turns);
    },
    /** Advances until `holds`, by at most `withinMs`; throws when it never does. */
    until: async (holds: () => boolean, withinMs = 60_000) => {
      await flushTurns(turns);
      for (let waited = 0; !holds(); waited += 50) {
        if (waited > withinMs) throw new Error(`not true within ${withinMs} ms: ${holds}`);
        await advance(50);
      }
    },
  };
};

export type World = ReturnType<typeof createWorld>;
