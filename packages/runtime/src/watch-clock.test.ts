import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Assay, acceptClock, defaultTimings, resumeClock } from '@assay/operations';
import { openStore } from '@assay/store';
import { eventually } from '@assay/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { watchClock } from './watch-clock.ts';

const hour = 3_600_000;

it('each jump is logged once, also that of a clock that has jumped before, and when it is right again or accepted', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'assay-clock-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const startProcess = async () => {
    const store = await openStore({ engine: 'sqlite', file: `${directory}/assay.db` });
    onTestFinished(() => store.close());
    // Of all that a process is made of, the watch needs these two.
    const assay = { store, timings: { ...defaultTimings, clockPollMs: 5, clockHoldMs: 24 * hour } } as Assay;
    await resumeClock({ assay });
    return assay;
  };
  const assay = await startProcess();
  const said: string[] = [];
  const say = (_details: object, message: string) => void said.push(message);
  const watch = await watchClock(assay, { info: say, warn: say });
  onTestFinished(watch.stop);
  const next = async (change: () => unknown): Promise<string> => {
    const before = said.length;
    await change();
    return eventually(() => {
      expect(said.length).toBeGreaterThan(before);
      return said.at(-1)?.replace(/ the time that has passed.*/, '') ?? '';
    });
  };
  const jump = (by: number) => next(() => vi.setSystemTime(Date.now() + by));

  expect(said).toEqual([]);
  expect(await jump(48 * hour)).toBe('the clock of this machine is 48 hours ahead of');
  expect(await jump(-50 * hour)).toBe('the clock of this machine is 2 hours behind');
  expect(await jump(2 * hour)).toBe('the clock is right again');
  expect(await jump(-2 * hour)).toBe('the clock of this machine is 2 hours behind');
  expect(await next(async () => acceptClock({ assay: await startProcess() }))).toMatch(/^the clock is believed from now on/);
  expect(said).toHaveLength(5);
});
