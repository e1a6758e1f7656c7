import { installation, openStore } from '@assay/store';
import { makeTestDirectory } from '@assay/store/testing';
import { eventually } from '@assay/testing';
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

/** As another machine would have written it down. */
const fromElsewhere = async ({ assay: { store } }: Awaited<ReturnType<typeof startProcess>>) =>
  store.write(async (tx) => {
    const known = JSON.parse((await installation.find(tx, 'clock')) ?? '{}');
    await installation.replace(tx, 'clock', JSON.stringify({ ...known, boot: 'elsewhere' }));
  });

it.each([48, -2])(
  'a process on another machine that starts between a jump of %i hours and its first look goes back to the time of the others',
  async (hours) => {
    const first = await startProcess();
    await first.look();
    await fromElsewhere(first);
    clockJumps(hours * hour);
    const late = await startProcess();
    expect(await first.look()).toBe('jumped');
    await fromElsewhere(first);
    expect(await late.look()).toBe('jumped');
    expect([await late.now(), await first.look()]).toEqual([0, 'jumped']);
    clockJumps(-hours * hour);
    expect([await first.look(), await late.look(), await late.look()]).toEqual(['right', 'right', 'right']);
  },
);

it('the time is written down at each look while the clock is wrong, so that another machine knows by how much', async () => {
  const one = await startProcess();
  const written = async () => JSON.parse((await one.assay.store.read((db) => installation.find(db, 'clock'))) ?? '{}').time;
  await one.look();
  clockJumps(-2 * hour);
  await one.look();
  const before = await written();
  await eventually(async () => {
    expect(await one.look()).toBe('jumped');
    expect(await written()).toBeGreaterThan(before);
  });
});

it('what an operator accepts while another process looks stays accepted', async () => {
  const [one, command] = [await startProcess(), await startProcess()];
  await Promise.all([one.look(), command.now()]);
  clockJumps(48 * hour);
  const { store } = one.assay;
  let accepted: number | undefined;
  const read: typeof store.read = async (work) => {
    const value = await store.read(work);
    accepted ??= await command.accept();
    return value;
  };
  await checkClock({ assay: { ...one.assay, store: { ...store, read } } });
  expect(Math.round((accepted ?? 0) / hour)).toBe(48);
  expect(await one.look()).toBe('accepted');
});

it('an hour says that it is right, and a clock that was not wrong needs nobody to say so', async () => {
  const one = await startProcess(1);
  await one.look();
  expect(await one.accept()).toBeUndefined();
  clockJumps(-2 * hour);
  await one.now();
  await eventually(async () => expect(await one.look()).toBe('accepted'));
  expect(await one.now()).toBe(-120);
});

it('what was written down by another program than this one is not believed', async () => {
  const one = await startProcess();
  await one.assay.store.write((tx) => installation.replace(tx, 'clock', '{"time":"tomorrow"}'));
  expect(await (await startProcess()).look()).toBe('right');
});
