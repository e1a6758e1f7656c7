import { type Answer, AttemptState, FailureEnvelope, SaveAnswerResult, SubmitResult, successEnvelope } from '@assay/domain/take';
import type { Attempt } from './types.ts';

export { isBlank } from '@assay/domain/take';

/** Reads the `result` of a success; undefined when the answer is not of the protocol (a proxy's page, a half-sent body). */
export type Decode<Value> = (body: unknown) => Value | undefined;

type Schema = Parameters<typeof successEnvelope>[0];

export const reader = <Value>(schema: Schema): Decode<Value> => {
  const envelope = successEnvelope(schema);
  return (body) => {
    const read = envelope.safeParse(body);
    // The schema's own output, which the compiler cannot follow through the envelope's generic.
    return read.success ? (read.data.result as Value) : undefined;
  };
};

export const readAttempt = reader<Attempt>(AttemptState);
export const readSaved = reader<{ accepted: boolean; answer: Answer; revision: number }>(SaveAnswerResult);
export const readSubmitted = reader<{ status: 'Completed'; completedAt: string; redirectURL: string | null }>(SubmitResult);

/** For what is only acknowledged: any success will do. */
export const readAcknowledged: Decode<true> = (body) => (isSuccess(body) ? true : undefined);

const isSuccess = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'statuscode' in body && String(body.statuscode).startsWith('2');

export const readFailure = (body: unknown): { statuscode: string; result: string } | undefined => {
  const read = FailureEnvelope.safeParse(body);
  return read.success ? read.data : undefined;
};
