export { Clock, day, hour, minute, second } from './clock.ts';
export { type Deferred, deferred } from './deferred.ts';
export { repetitions } from './repetitions.ts';
export { eventLimit, inParallel, until } from './until.ts';
