export { addClockMetrics } from './clock-metrics.ts';
export { addLogMetrics } from './log-metrics.ts';
export { makeOutbound } from './outbound.ts';
export { addRunnerMetrics } from './runner-metrics.ts';
export { startWorker } from './worker.ts';
