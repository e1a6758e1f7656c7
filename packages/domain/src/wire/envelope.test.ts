import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { encodeFailure, encodeSuccess, envelope, FailureEnvelope, successEnvelope } from './envelope.ts';
import { descriptionOf, type RefusalCode, refusal, statuscodes } from './status-codes.ts';

const payload = z.object({ testInvitationId: z.int(), status: z.string() });
const result = { testInvitationId: 7, status: 'cancelled' };

describe('api-v2 §7.1: every response carries statuscode, description and result', () => {
  it('success is 200.1 with a description stating that the request succeeded', () => {
    expect(encodeSuccess(result)).toEqual({ statuscode: '200.1', description: 'The request has succeeded.', result });
  });

  it('on failure, result is a plain string', () => {
    expect(encodeFailure(refusal('invitation.not-cancellable', 'It cannot be cancelled'))).toEqual({
      statuscode: '403.4',
      description: 'Operation on resource cannot be performed',
      result: 'It cannot be cancelled',
    });
  });

  it.each(Object.keys(statuscodes) as RefusalCode[])('%s goes out as a failure that clients read', (code) => {
    const sent = JSON.parse(JSON.stringify(encodeFailure(refusal(code, 'Because'))));
    expect(FailureEnvelope.parse(sent)).toEqual({ statuscode: statuscodes[code], description: descriptionOf(code), result: 'Because' });
    expect(Object.keys(sent).sort()).toEqual(['description', 'result', 'statuscode']);
  });

  it('a success makes the round trip', () => {
    const sent = JSON.parse(JSON.stringify(encodeSuccess(result)));
    expect(successEnvelope(payload).parse(sent)).toEqual({ statuscode: '200.1', description: 'The request has succeeded.', result });
  });

  it('result may be an array', () => {
    expect(envelope(z.array(payload)).parse(encodeSuccess([result])).result).toEqual([result]);
  });

  it('a success and a failure are told apart by the class, also where both results are strings', () => {
    const either = envelope(z.string());
    const failure = encodeFailure(refusal('resource.not-found', 'No such test'));
    expect(either.parse(failure)).toEqual(failure);
    expect(successEnvelope(z.string()).safeParse(failure).success).toBe(false);
    expect(FailureEnvelope.safeParse(encodeSuccess('fine')).success).toBe(false);
  });

  it.each([
    { description: 'x', result },
    { statuscode: '200.1', result },
    { statuscode: '200.1', description: 'x' },
    { statuscode: 200.1, description: 'x', result },
    { statuscode: '200', description: 'x', result },
    { statuscode: '2001', description: 'x', result },
    { statuscode: '403.4', description: 'x', result },
    { statuscode: '200.1', description: 'x', result: { status: 'cancelled' } },
    'OK',
    null,
  ])('is no envelope of the document: %j', (body) => {
    expect(envelope(payload).safeParse(body).success).toBe(false);
  });
});
