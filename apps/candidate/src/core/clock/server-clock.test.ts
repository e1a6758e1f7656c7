import { expect, it } from 'vitest';
import { deviceOffset, isSuspect, serverTime as serverTimeOf, startClock, syncClock, timeLeft } from './server-clock.ts';

const hour = 3_600_000;
const serverStart = Date.parse('2026-05-04T09:00:00.000Z');

/** A device whose clock is `skew` off the server's. */
const arrange = (skew = 0) => {
  const device = { elapsed: 0, slept: 0, skew };
  const env = () => ({ now: device.elapsed, wallClock: serverStart + device.elapsed + device.slept + device.skew });
  let state = startClock(env());
  const clock = {
    now: () => serverTimeOf(state, env()),
    isSuspect: () => isSuspect(state, env()),
    timeLeft: (deadline: number) => timeLeft(state, env(), deadline),
    deviceOffset: () => deviceOffset(state, env()),
  };
  const serverTime = () => serverStart + device.elapsed + device.slept;
  const request = (latency: number, before = latency / 2) => {
    const start = device.elapsed;
    const sent = serverTime() + before;
    device.elapsed += latency;
    state = syncClock(state, sent, { start, end: device.elapsed }, env());
  };
  return { device, clock, request, serverTime };
};

it.each([hour, -hour])('a device whose clock is off by %i ms knows the server’s time, and by how much it is off', (skew) => {
  const { clock, request, serverTime } = arrange(skew);
  request(40);
  expect(clock.now()).toBe(serverTime());
  expect(clock.deviceOffset()).toBe(skew);
  expect(clock.timeLeft(serverTime() + 5_000)).toBe(5_000);
});

it.each([hour, -hour])('a clock set by %i ms afterwards moves nothing, and is suspect until the next response', (jump) => {
  const { device, clock, request, serverTime } = arrange();
  request(40);
  expect(clock.isSuspect()).toBe(false);
  device.skew += jump;
  expect(clock.now()).toBe(serverTime());
  expect(clock.isSuspect()).toBe(true);
  request(300);
  expect(clock.isSuspect()).toBe(false);
  expect(Math.abs(clock.now() - serverTime())).toBeLessThanOrEqual(150);
});

it('after a sleep that stopped the monotonic clock the next response counts, however slow', () => {
  const { device, clock, request, serverTime } = arrange();
  request(10);
  device.slept += hour;
  expect(clock.isSuspect()).toBe(true);
  expect(serverTime() - clock.now()).toBe(hour);
  request(2_000);
  expect(clock.now()).toBe(serverTime());
});

it('the fastest request wins, for as long as drift makes it no worse than a newer one', () => {
  const { device, clock, request, serverTime } = arrange();
  request(20, 10);
  request(4_000, 3_900);
  expect(clock.now()).toBe(serverTime());
  device.elapsed += 10 * hour;
  request(1_000, 900);
  expect(serverTime() - clock.now()).toBe(-400);
});

it('goes by the device before the first response', () => {
  const { clock, serverTime } = arrange(-hour);
  expect(clock.now()).toBe(serverTime() - hour);
  expect(clock.deviceOffset()).toBeNull();
});
