// Loaded into the server by `bench:loop`, and nowhere else: measures the longest time that the event loop was held, in processor time of its
// thread, which other programs on the machine do not change, and by the clock, which has waits for the disk too.
import { isMainThread } from 'node:worker_threads';

/** The same work each time: some 50 ms on a quiet machine of 2026. */
const calibrate = () => {
  let value = 1;
  for (let step = 0; step < 26_000_000; step += 1) {
    value ^= value << 13;
    value ^= value >>> 17;
    value ^= value << 5;
  }
  return value;
};

if (isMainThread && process.env.BENCH_LOOP === '1') {
  // Its child processes have hooks and a parent of their own.
  delete process.env.BENCH_LOOP;
  let since = process.threadCpuUsage();
  let sinceAt = performance.now();
  let longest = { cpu: 0, wall: 0 };
  const record = () => {
    const { user, system } = process.threadCpuUsage(since);
    const at = performance.now();
    longest = { cpu: Math.max(longest.cpu, (user + system) / 1000), wall: Math.max(longest.wall, at - sinceAt) };
    since = process.threadCpuUsage();
    sinceAt = at;
  };
  setInterval(record, 1).unref();
  process.on('message', (asked) => {
    if (asked === 'calibrate') calibrate();
    // The turn in which this message came ends before.
    setTimeout(() => {
      record();
      process.send?.(longest);
      longest = { cpu: 0, wall: 0 };
    }, 5);
  });
  process.channel?.unref();
}
