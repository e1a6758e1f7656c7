import { installation, openStore } from '@assay/store';
import { makeTestDirectory } from '@assay/store/testing';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { defaultTimings } from '../support/timings.ts';
import { acceptClock, checkClock, resumeClock } from './clock-of-database.ts';

const minute = 60_000;
const hour = 60 * minute;
const start = Date.parse('2026-11-24T12:00:00Z');

let file: string;
beforeEach(async () => {
  const directory = await makeTestDirectory();
  file = `${directory.path}/assay.db`;
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  onTestFinished(directory.remove);
});
afterEach(() => void vi.useRealTimers());

/** A process of the database: `now` is its time since the start of the test, which takes no minute. */
const startProcess = async (clockHoldMs = hour) => {
  const store = await openStore({ engine: 'sqlite', file });
  const assay = { store, timings: { ...defaultTimings, clockHoldMs } };
  await resumeClock({ assay });
  onTestFinished(() => store.close());
  return {
    assay,
    look: async () => (await checkClock({ assay })).is,
    now: async () => Math.floor(((await store.read((db) => db.now())) - start) / minute),
    accept: () => acceptClock({ assay }),
  };
};
const clockJumps = (by: number) => vi.setSystemTime(Date.now() + by);

it('a jump is seen by all processes, also by those that start meanwhile, and accepted by one for all', async () => {
  const [first, second] = [await startProcess(), await startProcess()];
  expect([await first.look(), await second.look()]).toEqual(['right', 'right']);
  clockJumps(48 * hour);
  expect([await first.look(), await second.look()]).toEqual(['jumped', 'jumped']);
  const third = await startProcess();
  expect([await first.now(), await second.now(), await third.now()]).toEqual([0, 0, 0]);
  expect(await third.look()).toBe('jumped');
  const command = await startProcess();
  expect(Math.round(((await command.accept()) ?? 0) / hour)).toBe(48);
  for (const one of [first, second, third]) {
    expect(await one.look()).toBe('accepted');
    expect(await one.look()).toBe('right');
    expect(await one.now()).toBe(48 * 60);
  }
  expect(await (await startProcess()).now()).toBe(48 * 60);
});

it('an hour says that it is right, and a clock that was not wrong needs nobody to say so', async () => {
  const one = await startProcess(1);
  await one.look();
  expect(await one.accept()).toBeUndefined();
  clockJumps(-2 * hour);
  await one.now();
  await vi.waitFor(async () => expect(await one.look()).toBe('accepted'));
  expect(await one.now()).toBe(-120);
});

it('what was written down by another program than this one is not believed', async () => {
  const one = await startProcess();
  await one.assay.store.write((tx) => installation.replace(tx, 'clock', '{"time":"tomorrow"}'));
  expect(await (await startProcess()).look()).toBe('right');
});
