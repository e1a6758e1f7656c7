/**
 * What the candidate's page needs of the domain, without what only a server needs: every candidate loads it. All that is reached from
 * here is made with `zod/mini`: `zod` would bring its methods, a locale and JSON Schema along, 17 KB gzip, and compile code, which the
 * page's Content-Security-Policy forbids.
 */

export * from '../invitation/join.ts';
export { FailureEnvelope, successEnvelope } from '../wire/envelope.ts';
export { Answer, isBlank } from './answer.ts';
export * from './camera.ts';
export * from './take.ts';
export * from './window-events.ts';
