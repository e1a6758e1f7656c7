import { useEffect, useState } from 'preact/hooks';

const isAnswered = (entry: PerformanceEntry): entry is PerformanceResourceTiming =>
  entry instanceof PerformanceResourceTiming && entry.initiatorType === 'fetch' && entry.responseStart > 0;

/** Time from the last request's sending to the first byte of its answer, ms, as the browser measured it; null until there is one. */
export const useLatency = (): number | null => {
  const [latency, setLatency] = useState<number | null>(null);
  useEffect(() => {
    const observer = new PerformanceObserver((list) => {
      const last = list.getEntries().findLast(isAnswered);
      if (last !== undefined) setLatency(last.responseStart - last.requestStart);
    });
    observer.observe({ type: 'resource', buffered: true });
    return () => observer.disconnect();
  }, []);
  return latency;
};
