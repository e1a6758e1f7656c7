import { expect, it } from 'vitest';
import { createServerClock } from './server-clock.ts';

const hour = 3_600_000;
const serverStart = Date.parse('2026-05-04T09:00:00.000Z');

/** A device whose clock is `skew` off the server's. */
const arrange = (skew = 0) => {
  const device = { elapsed: 0, slept: 0, skew };
  const clock = createServerClock({
    monotonic: () => device.elapsed,
    wallClock: () => serverStart + device.elapsed + device.slept + device.skew,
  });
  const serverTime = () => serverStart + device.elapsed + device.slept;
  const ask = (latency: number, before = latency / 2) => {
    const start = device.elapsed;
    const told = serverTime() + before;
    device.elapsed += latency;
    clock.sync(told, start, device.elapsed);
  };
  return { device, clock, ask, serverTime };
};

it.each([hour, -hour])('a device whose clock is off by %i ms tells the server’s time, and by how much it is off', (skew) => {
  const { clock, ask, serverTime } = arrange(skew);
  ask(40);
  expect(clock.now()).toBe(serverTime());
  expect(clock.deviceOffset()).toBe(skew);
  expect(clock.remaining(serverTime() + 5_000)).toBe(5_000);
});

it.each([hour, -hour])('a clock set by %i ms afterwards moves nothing, and makes it ask again', (jump) => {
  const { device, clock, ask, serverTime } = arrange();
  ask(40);
  expect(clock.isSuspect()).toBe(false);
  device.skew += jump;
  expect(clock.now()).toBe(serverTime());
  expect(clock.isSuspect()).toBe(true);
  ask(300);
  expect(clock.isSuspect()).toBe(false);
  expect(Math.abs(clock.now() - serverTime())).toBeLessThanOrEqual(150);
});

it('after a sleep that stopped the monotonic clock the next answer counts, however slow', () => {
  const { device, clock, ask, serverTime } = arrange();
  ask(10);
  device.slept += hour;
  expect(clock.isSuspect()).toBe(true);
  expect(serverTime() - clock.now()).toBe(hour);
  ask(2_000);
  expect(clock.now()).toBe(serverTime());
});

it('the quickest request wins, for as long as drift makes it no worse than a newer one', () => {
  const { device, clock, ask, serverTime } = arrange();
  ask(20, 10);
  ask(4_000, 3_900);
  expect(clock.now()).toBe(serverTime());
  device.elapsed += 10 * hour;
  ask(1_000, 900);
  expect(serverTime() - clock.now()).toBe(-400);
});

it('goes by the device before the first answer', () => {
  const { clock, serverTime } = arrange(-hour);
  expect(clock.now()).toBe(serverTime() - hour);
  expect(clock.deviceOffset()).toBeNull();
});
