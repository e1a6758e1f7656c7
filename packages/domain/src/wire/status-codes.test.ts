import { describe, expect, it } from 'vitest';
import { descriptionOf, httpStatusOf, type RefusalCode, refusal, statuscodes, success } from './status-codes.ts';

const allCodes = Object.keys(statuscodes) as RefusalCode[];

describe('the catalogue', () => {
  it('200.1 says `The request has succeeded.`', () => {
    expect(success).toEqual({ statuscode: '200.1', description: 'The request has succeeded.' });
  });

  it.each<[string, RefusalCode]>([
    ['400.1 invalid body or parameter', 'request.invalid'],
    ['401.1 key missing or invalid', 'request.unauthenticated'],
    ['403.1 key lacks the scope', 'request.forbidden'],
    ['403.4 cancel when in progress or completed', 'invitation.not-cancellable'],
    ['403.4 reattempt when not completed', 'invitation.not-reattemptable'],
    ['404.1 no such resource in this account', 'resource.not-found'],
    ['404.2 no such route', 'route.not-found'],
    ['405.1 method', 'method.not-allowed'],
    ['409.1 conflict', 'resource.conflict'],
    ['413.1 body too large', 'body.too-large'],
    ['415.1 media type', 'media-type.unsupported'],
    ['429.1 with Retry-After', 'request.rate-limited'],
    ['500.1 fault', 'service.fault'],
    ['503.1 unavailable', 'service.unavailable'],
  ])('%s', (row, code) => {
    expect(statuscodes[code]).toBe(row.slice(0, 5));
  });

  it('403.4 is `Operation on resource cannot be performed`', () => {
    const refused = allCodes.filter((code) => statuscodes[code] === '403.4');
    expect(new Set(refused.map(descriptionOf))).toEqual(new Set(['Operation on resource cannot be performed']));
  });

  it('candidate refusals: one subcode each', () => {
    const refusals = [
      'take.not-open',
      'take.closed',
      'take.outside-slot',
      'take.inactive',
      'take.cancelled',
      'take.deadline-passed',
      'take.completed',
      'take.superseded',
    ] as const satisfies RefusalCode[];
    const mine = refusals.map((code) => statuscodes[code]);
    expect(new Set(mine).size).toBe(refusals.length);
    const others = allCodes.filter((code) => !(refusals as readonly string[]).includes(code));
    expect(others.filter((code) => (mine as readonly string[]).includes(statuscodes[code]))).toEqual([]);
  });

  it('only the two rows of 403.4 and the two of 410.1 share a code', () => {
    const codes = Object.values(statuscodes);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual(['403.4', '410.1']);
  });

  it.each(allCodes)('%s has the form <class>.<subcode>, a failure class and a description', (code) => {
    expect(statuscodes[code]).toMatch(/^[45]\d\d\.[1-9]\d*$/);
    expect(descriptionOf(code)).not.toBe('');
  });
});

describe('HTTP status line: the class of statuscode', () => {
  it.each([
    ['200.1', 200],
    ['403.4', 403],
    ['403.11', 403],
    ['404.2', 404],
    ['503.1', 503],
  ])('%s → %i', (statuscode, status) => {
    expect(httpStatusOf(statuscode)).toBe(status);
  });
});

it('a refusal carries its code and one sentence', () => {
  expect(refusal('resource.not-found', 'No such test')).toEqual({ code: 'resource.not-found', message: 'No such test' });
});
