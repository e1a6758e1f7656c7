export { makeOutbound } from './outbound.ts';
export { startWorker } from './worker.ts';
