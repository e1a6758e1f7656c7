export { Clock, day, hour, minute, second } from './clock.ts';
export { type Deferred, deferred } from './deferred.ts';
export { eventually } from './eventually.ts';
export { example, exampleItem } from './example.ts';
export { repetitions, tellTrial } from './repetitions.ts';
export { publicUrl, somebody, zone } from './sample-service.ts';
export { marks, mixedAnswers, mixedScore, rightAnswers, smallTest, totalScore } from './sample-test.ts';
export { findPostgres, freePort, ownerForRoot, startPostgres } from './start-postgres.ts';
export { eventLimit, inParallel, until } from './until.ts';
