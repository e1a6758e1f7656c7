import { useEffect, useState } from 'preact/hooks';

const hasResponse = (entry: PerformanceEntry): entry is PerformanceResourceTiming =>
  entry instanceof PerformanceResourceTiming && entry.initiatorType === 'fetch' && entry.responseStart > 0;

/** Ms from the last request to the first byte of its response, as the browser measured it; null before the first. */
export const useLatency = (): number | null => {
  const [latency, setLatency] = useState<number | null>(null);
  useEffect(() => {
    const observer = new PerformanceObserver((list) => {
      const last = list.getEntries().findLast(hasResponse);
      if (last !== undefined) setLatency(last.responseStart - last.requestStart);
    });
    observer.observe({ type: 'resource', buffered: true });
    return () => observer.disconnect();
  }, []);
  return latency;
};
