/** What the candidate's page needs of the domain, without what only a server needs: it is loaded by every candidate. */
export { Answer, isBlank } from './answer.ts';
export { FailureEnvelope, successEnvelope } from './envelope.ts';
export * from './take.ts';
