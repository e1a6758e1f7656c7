import { expect, it } from 'vitest';
import { type ClockMemory, ServiceClock } from './service-clock.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const start = Date.parse('2026-11-24T12:00:00Z');

/** A machine whose clock reads `start` and that has been up for an hour; `passes` moves all, `suspends` all but the processor's time. */
const machine = ({ isShared = false, boot = 'a' } = {}) => {
  const at = { wall: start, monotonic: 0, uptime: hour };
  const clock = new ServiceClock({ monotonic: () => at.monotonic, uptime: () => at.uptime, boot }, isShared);
  return {
    at,
    clock,
    read: () => clock.read(at.wall) - start,
    passes: (milliseconds: number) => {
      at.wall += milliseconds;
      at.monotonic += milliseconds;
      at.uptime += milliseconds;
    },
    suspends: (milliseconds: number) => {
      at.wall += milliseconds;
      at.uptime += milliseconds;
    },
  };
};

it.each([
  ['two days ahead', 2 * day],
  ['two hours behind', -2 * hour],
  ['61 seconds ahead', 61_000],
])('a clock that jumps %s is not believed: time goes on as it passes, until the clock is right again', (_, by) => {
  const { at, clock, read, passes } = machine();
  expect(read()).toBe(0);
  passes(minute);
  at.wall += by;
  expect(read()).toBe(minute);
  expect(clock.jump).toEqual({ by, since: start + minute });
  passes(hour);
  expect(read()).toBe(minute + hour);
  at.wall -= by;
  expect(read()).toBe(minute + hour);
  expect(clock.jump).toBeUndefined();
});

it('one that is accepted is believed from the next reading on, also when that is earlier', () => {
  const { at, clock, read, passes } = machine();
  read();
  at.wall -= 2 * hour;
  read();
  clock.accept();
  passes(1000);
  expect(read()).toBe(1000 - 2 * hour);
  expect(clock.jump).toBeUndefined();
});

it('one that jumps again must be confirmed again, and one that runs on need not be', () => {
  const { at, clock, read, passes } = machine();
  read();
  at.wall += day;
  read();
  passes(hour);
  read();
  expect(clock.jump).toEqual({ by: day, since: start });
  at.wall += day;
  read();
  expect(clock.jump).toEqual({ by: 2 * day, since: start + hour });
});

it('corrections are no jumps: followed ahead at once, and waited for at half the speed when they go back, so that time never does', () => {
  const { at, clock, read, passes } = machine();
  read();
  at.wall += 59_000;
  expect(read()).toBe(59_000);
  at.wall -= 10_000;
  expect(read()).toBe(59_000);
  passes(8000);
  expect(read()).toBe(63_000);
  passes(12_000);
  expect(read()).toBe(69_000);
  passes(1000);
  expect(read()).toBe(70_000);
  expect(clock.jump).toBeUndefined();
});

it('a clock that others go by too is followed exactly, and how long it took to ask says nothing of it', () => {
  const { at, clock, read } = machine({ isShared: true });
  read();
  at.wall -= 10_000;
  expect(read()).toBe(-10_000);
  expect(clock.read(at.wall - 65_000, 20_000) - start).toBe(-75_000);
  expect(clock.jump).toBeUndefined();
});

it('a reading that took minutes, as of a process that was stopped meanwhile, says nothing of the clock', () => {
  const { at, clock, read, passes } = machine({ isShared: true });
  read();
  const reading = at.wall;
  passes(5 * minute);
  expect(clock.read(reading, 5 * minute) - start).toBe(5 * minute);
  clock.mark();
  expect(read()).toBe(5 * minute);
  expect(clock.jump).toBeUndefined();
});

it('a machine that was suspended has not jumped: time has passed', () => {
  const { clock, read, suspends } = machine();
  read();
  suspends(9 * hour);
  expect(read()).toBe(9 * hour);
  expect(clock.jump).toBeUndefined();
});

const markedAt = (changes: Partial<ClockMemory> = {}): ClockMemory => ({ time: start, boot: 'a', uptime: hour, ...changes });

it.each<[string, ClockMemory, { wall: number; uptime: number }, { time: number; jump?: number }]>([
  ['goes on', markedAt(), { wall: minute, uptime: hour + minute }, { time: minute }],
  ['was off for days', markedAt({ boot: 'b' }), { wall: 3 * day, uptime: minute }, { time: 3 * day }],
  ['jumped ahead meanwhile', markedAt(), { wall: 2 * day, uptime: hour + minute }, { time: minute, jump: 2 * day - minute }],
  ['jumped back meanwhile', markedAt(), { wall: -2 * hour, uptime: hour + minute }, { time: minute, jump: -2 * hour - minute }],
  ['has another clock that is behind', markedAt({ boot: 'b' }), { wall: -2 * hour, uptime: 0 }, { time: 0, jump: -2 * hour }],
  [
    'starts while others see a jump ahead',
    markedAt({ boot: 'b', jump: { by: day, since: start } }),
    { wall: day + minute, uptime: 0 },
    { time: minute, jump: day },
  ],
  ['was mended meanwhile', markedAt({ jump: { by: day, since: start } }), { wall: minute, uptime: hour + minute }, { time: minute }],
  [
    'was mended meanwhile, and started again',
    markedAt({ boot: 'b', jump: { by: day, since: start } }),
    { wall: hour, uptime: 0 },
    { time: hour },
  ],
])('after a start the clock of a machine that %s', (_, memory, { wall, uptime }, expected) => {
  const { at, clock, read } = machine();
  at.wall = start + wall;
  at.uptime = uptime;
  clock.resume(memory, at.wall);
  expect(read()).toBe(expected.time);
  expect(clock.jump?.by).toBe(expected.jump);
});
