export * from './deliver-due.ts';
export * from './deliveries.ts';
export * from './outbound.ts';
export * from './outcomes.ts';
export { printingRunner } from './printing-runner.ts';
export { smallEssay, smallUpload } from './reviews.ts';
export * from './service.ts';
export * from './smallest-bodies.ts';
