import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds between two samples, which are part of what the histogram records. */
const resolution = 10;
const windowMs = 60_000;

type Delay = { readonly longest: number; readonly p99: number };

/** Whole milliseconds beyond the time between two samples. */
const beyond = (nanoseconds: number): number => Math.max(0, Math.round(nanoseconds / 1e6) - resolution);

/** For `/readyz`: a process that is slow for a moment is ready all the same, since without it others would have its requests too. */
export const delayInWords = ({ longest, p99 }: Delay): string =>
  `event loop delayed by at most ${longest} ms in the last minute, p99 ${p99} ms`;

export type LoopWatch = { readonly inWords: () => string; readonly close: () => void };

/** Measures the delay of this thread's event loop: what the last whole minute and the one that has begun had. */
export const watchEventLoop = (): LoopWatch => {
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  const read = (): Delay =>
    histogram.count === 0 ? { longest: 0, p99: 0 } : { longest: beyond(histogram.max), p99: beyond(histogram.percentile(99)) };
  let previous: Delay = { longest: 0, p99: 0 };
  const turn = setInterval(() => {
    previous = read();
    histogram.reset();
  }, windowMs).unref();
  return {
    inWords: () => {
      const now = read();
      return delayInWords({ longest: Math.max(now.longest, previous.longest), p99: Math.max(now.p99, previous.p99) });
    },
    close: () => {
      clearInterval(turn);
      histogram.disable();
    },
  };
};
