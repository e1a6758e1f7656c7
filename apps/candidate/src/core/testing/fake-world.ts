/** Time that moves only when a test says so, for the browsers and the server of one test alike. */
export type World = {
  /** True time, ms since 1970. */
  readonly now: () => number;
  readonly monotonic: () => number;
  readonly setTimeout: (run: () => void, ms: number) => number;
  readonly clearTimeout: (timer: number | undefined) => void;
  /** Runs what falls due within `ms`, in order, each with all that follows from it. */
  readonly advance: (ms: number) => Promise<void>;
  /** The devices sleep: true time goes on, neither timers nor the monotonic clock do. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Advances until `holds`, by at most `withinMs`; throws when it never does. */
  readonly until: (holds: () => boolean, withinMs?: number) => Promise<void>;
};

/** Lets promises, and the turns of the event loop an IndexedDB takes, run out. */
export const settle = async (turns = 8): Promise<void> => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

export const createWorld = (start = Date.parse('2026-05-04T09:00:00.000Z'), turns = 24): World => {
  let elapsed = 0;
  let slept = 0;
  let lastTimer = 0;
  const timers = new Map<number, { readonly at: number; readonly run: () => void }>();

  const nextDue = (limit: number) =>
    [...timers].filter(([, { at }]) => at <= limit).sort(([a, one], [b, other]) => one.at - other.at || a - b)[0];

  const advance = async (ms: number) => {
    const limit = elapsed + ms;
    await settle(turns);
    for (let due = nextDue(limit); due !== undefined; due = nextDue(limit)) {
      const [timer, { at, run }] = due;
      timers.delete(timer);
      elapsed = Math.max(elapsed, at);
      run();
      await settle(turns);
    }
    elapsed = limit;
    await settle(turns);
  };

  return {
    now: () => start + elapsed + slept,
    monotonic: () => elapsed,
    setTimeout: (run, ms) => {
      lastTimer += 1;
      timers.set(lastTimer, { at: elapsed + Math.max(0, ms), run });
      return lastTimer;
    },
    clearTimeout: (timer) => {
      if (timer !== undefined) timers.delete(timer);
    },
    advance,
    sleep: async (ms) => {
      slept += ms;
      await settle(turns);
    },
    until: async (holds, withinMs = 60_000) => {
      await settle(turns);
      for (let waited = 0; !holds(); waited += 50) {
        if (waited > withinMs) throw new Error(`still not so after ${withinMs} ms: ${holds}`);
        await advance(50);
      }
    },
  };
};
