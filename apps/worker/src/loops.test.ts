import { setImmediate as turn } from 'node:timers/promises';
import { deferred } from '@assay/testing';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Loop, startLoops } from './loops.ts';

type Pause = { readonly milliseconds: number; readonly end: () => void };

/** Pauses that are going on: they end when a test says so, or when their signal does. */
const pauses = vi.hoisted((): Pause[] => []);
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<typeof import('node:timers/promises')>()),
  setTimeout: (milliseconds: number, _value: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise<void>((resolve, reject) => {
      const settle = (finish: () => void) => () => {
        pauses.splice(pauses.indexOf(pause), 1);
        finish();
      };
      const pause: Pause = { milliseconds, end: settle(resolve) };
      if (signal.aborted) return reject(signal.reason);
      pauses.push(pause);
      signal.addEventListener(
        'abort',
        settle(() => reject(signal.reason)),
        { once: true },
      );
    }),
}));

/** Lets everything run that waits for nothing but promises. */
const settle = async () => {
  for (let turns = 0; turns < 5; turns += 1) await turn();
};

const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(JSON.parse(line)) });
const running: ReturnType<typeof startLoops>[] = [];
const watched: [loop: string, failures: number][] = [];
const watch = {
  loopSucceeded: (loop: string) => watched.push([loop, 0]),
  loopFailed: (loop: string, failures: number) => watched.push([loop, failures]),
};
const start = (...loops: Loop[]) => {
  const started = startLoops(loops, log, watch);
  running.push(started);
  return started;
};
const paused = () => pauses.map(({ milliseconds }) => milliseconds);
const endPause = async () => {
  pauses[0]?.end();
  await settle();
};

afterEach(async () => {
  await Promise.all(running.splice(0).map((loops) => loops.stop()));
  expect(pauses).toEqual([]);
  lines.length = 0;
  watched.length = 0;
});

describe('a loop', () => {
  it('looks at once, and again after its pause', async () => {
    const run = vi.fn(async () => 0);
    start({ name: 'reports', every: 500, run });
    await settle();
    expect(run).toHaveBeenCalledTimes(1);
    expect(paused()).toEqual([500]);
    await endPause();
    expect(run).toHaveBeenCalledTimes(2);
    expect(paused()).toEqual([500]);
  });

  it('that found work is called again without a pause, until there is none', async () => {
    const run = vi
      .fn(async () => 0)
      .mockResolvedValueOnce(50)
      .mockResolvedValueOnce(1);
    start({ name: 'reports', every: 500, run });
    await settle();
    expect(run).toHaveBeenCalledTimes(3);
    expect(paused()).toEqual([500]);
  });

  it('that is woken looks at once', async () => {
    const run = vi.fn(async () => 0);
    const loops = start({ name: 'reports', every: 500, run });
    await settle();
    loops.wake('reports');
    await settle();
    expect(run).toHaveBeenCalledTimes(2);
    expect(paused()).toEqual([500]);
  });

  it('that is woken while it runs looks once more, not forever', async () => {
    const first = deferred<number>();
    const run = vi.fn(async () => 0).mockReturnValueOnce(first.promise);
    const loops = start({ name: 'reports', every: 500, run });
    await settle();
    loops.wake('reports');
    loops.wake('reports');
    first.resolve(0);
    await settle();
    expect(run).toHaveBeenCalledTimes(2);
    expect(paused()).toEqual([500]);
  });

  it('that is woken many times before it looks again looks once', async () => {
    const first = deferred<number>();
    const run = vi.fn(async () => 0).mockReturnValueOnce(first.promise);
    const loops = start({ name: 'reports', every: 500, run });
    await settle();
    for (let ended = 0; ended < 256; ended += 1) loops.wake('reports');
    first.resolve(256);
    await settle();
    expect(run).toHaveBeenCalledTimes(2);
    expect(paused()).toEqual([500]);
  });

  it('that is woken while others sleep is the only one that looks', async () => {
    const reports = vi.fn(async () => 0);
    const deliveries = vi.fn(async () => 0);
    const loops = start({ name: 'reports', every: 500, run: reports }, { name: 'deliveries', every: 1000, run: deliveries });
    await settle();
    loops.wake('deliveries');
    loops.wake('nobody');
    await settle();
    expect([reports.mock.calls.length, deliveries.mock.calls.length]).toEqual([1, 2]);
    expect(paused().sort()).toEqual([1000, 500]);
  });

  it('waits for more urgent work, also when it is woken, and as long as that goes on', async () => {
    const run = vi.fn(async () => 0);
    let left = 40;
    const loops = start({ name: 'reports', every: 500, run, waits: () => left });
    await settle();
    expect(paused()).toEqual([40]);
    loops.wake('reports');
    left = 60;
    await endPause();
    expect(paused()).toEqual([60]);
    expect(run).not.toHaveBeenCalled();
    left = 0;
    await endPause();
    expect(run).toHaveBeenCalled();
  });

  it('that fails is logged by name, backs off twice as long each time up to a minute, and starts again after a success', async () => {
    const fault = new Error('the database is gone');
    const run = vi.fn(async (): Promise<number> => 0);
    for (let failures = 0; failures < 9; failures += 1) run.mockRejectedValueOnce(fault);
    start({ name: 'reports', every: 500, run });
    await settle();
    const waited: number[] = [];
    for (let tries = 0; tries < 9; tries += 1) {
      waited.push(...paused());
      await endPause();
    }
    expect(waited).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    expect(paused()).toEqual([500]);
    expect(lines).toHaveLength(9);
    // The metrics say how often it has failed, and 0 once it works again.
    expect(watched).toEqual([...Array.from({ length: 9 }, (_, index) => ['reports', index + 1]), ['reports', 0]]);
    expect(lines[1]).toMatchObject({ level: 50, loop: 'reports', failures: 2, retryInMs: 2000, err: { message: fault.message } });
    run.mockRejectedValueOnce(fault);
    await endPause();
    expect(paused()).toEqual([1000]);
  });

  it('that throws before its first await fails the same way', async () => {
    const run = vi
      .fn(async () => 0)
      .mockImplementationOnce(() => {
        throw new Error('a bug');
      });
    start({ name: 'reports', every: 500, run });
    await settle();
    expect(paused()).toEqual([1000]);
    expect(lines).toEqual([expect.objectContaining({ loop: 'reports' })]);
  });

  it('that fails does not hold up the others', async () => {
    const good = vi.fn(async () => 0);
    const bad = vi.fn(async () => Promise.reject(new Error('always')));
    const loops = start({ name: 'bad', every: 500, run: bad }, { name: 'good', every: 700, run: good });
    await settle();
    for (let times = 0; times < 3; times += 1) {
      loops.wake('good');
      await settle();
    }
    expect(good).toHaveBeenCalledTimes(4);
    expect(bad).toHaveBeenCalledTimes(1);
  });
});

describe('stop', () => {
  it('ends the pauses and starts nothing more', async () => {
    const run = vi.fn(async () => 0);
    const loops = start({ name: 'reports', every: 500, run }, { name: 'overdue', every: 1000, run });
    await settle();
    await loops.stop();
    expect(paused()).toEqual([]);
    loops.wake('reports');
    await settle();
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('starts nothing that waits for more urgent work', async () => {
    const run = vi.fn(async () => 0);
    const loops = start({ name: 'reports', every: 500, run, waits: () => 40 });
    await settle();
    await loops.stop();
    expect(run).not.toHaveBeenCalled();
  });

  it('waits for what runs', async () => {
    const work = deferred<number>();
    const run = vi.fn(() => work.promise);
    const loops = start({ name: 'reports', every: 500, run });
    let stopped = false;
    const stopping = loops.stop().then(() => {
      stopped = true;
    });
    await settle();
    expect(stopped).toBe(false);
    work.resolve(7);
    await stopping;
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('waits for what runs also when it fails', async () => {
    const work = deferred<number>();
    const loops = start({ name: 'reports', every: 500, run: () => work.promise });
    const stopping = loops.stop();
    work.reject(new Error('too late'));
    await stopping;
    expect(lines).toEqual([expect.objectContaining({ loop: 'reports' })]);
  });
});
