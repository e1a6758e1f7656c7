import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decode } from '../wire/decode.ts';
import { CallbackBody, type CallbackResult, callbackOutcome } from './callback.ts';

const body: z.output<typeof CallbackBody> = {
  CandidateEmailId: 'ana@example.com',
  AttemptedOn: Date.UTC(2026, 1, 23, 10, 46, 7, 999),
  TotalScore: 40,
  CandidateScore: 27.25,
  ReportPDFUrl: 'https://assay.example/reports/abc.pdf?expires=1',
  TestInvitationId: 1203,
};

describe('api-v2 §6: the callback object', () => {
  it('has exactly the documented keys, in their order and without a trailing space', () => {
    expect(JSON.stringify(z.encode(CallbackBody, body))).toBe(
      '{"CandidateEmailId":"ana@example.com","AttemptedOn":"2026-02-23T10:46:07","TotalScore":40,"CandidateScore":27.25,' +
        '"ReportPDFUrl":"https://assay.example/reports/abc.pdf?expires=1","TestInvitationId":1203}',
    );
  });

  it('sends the keys in the order of the document, whatever the order of the values, and nothing else', () => {
    const mixed = { ...Object.fromEntries(Object.entries(body).toReversed()), Secret: 'no' } as unknown as typeof body;
    expect(JSON.stringify(z.encode(CallbackBody, mixed))).toBe(JSON.stringify(z.encode(CallbackBody, body)));
  });

  it('sends AttemptedOn in UTC without a zone suffix', () => {
    const instants = fc.integer({ min: 0, max: Date.UTC(2100, 0) });
    fc.assert(
      fc.property(instants, (at) => {
        const { AttemptedOn } = z.encode(CallbackBody, { ...body, AttemptedOn: at });
        expect(AttemptedOn).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
        expect(Date.parse(`${AttemptedOn}Z`)).toBe(at - (at % 1000));
      }),
    );
  });

  it('carries scores of two decimals exactly, also negative ones, and names as they are', () => {
    const hundredths = fc.integer({ min: -1_000_000, max: 1_000_000 });
    fc.assert(
      fc.property(hundredths, hundredths, fc.string({ unit: 'grapheme' }), (total, got, email) => {
        const sent = { ...body, AttemptedOn: 0, TotalScore: total / 100, CandidateScore: got / 100, CandidateEmailId: email };
        const received: unknown = JSON.parse(JSON.stringify(z.encode(CallbackBody, sent)));
        expect(decode(CallbackBody, received)).toEqual({ ok: true, value: sent });
      }),
    );
  });

  it.each(Object.keys(body))('is not read without %s', (key) => {
    const { [key]: _, ...rest } = z.encode(CallbackBody, body) as Record<string, unknown>;
    expect(decode(CallbackBody, rest)).toEqual({ ok: false, error: { code: 'request.invalid', message: `${key}: is required` } });
  });
});

const answered = (status: number, retryAfter: number | null = null): CallbackResult => ({
  type: 'responded',
  status,
  retryAfter,
  response: 'whatever it says',
  durationMilliseconds: 12,
});

describe('what an answer makes of a callback', () => {
  it.each([
    [200, 'delivered'],
    [201, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [300, 'retry'],
    [301, 'retry'],
    [302, 'retry'],
    [303, 'retry'],
    [304, 'retry'],
    [307, 'retry'],
    [308, 'retry'],
    [400, 'retry'],
    [401, 'retry'],
    [403, 'retry'],
    [404, 'retry'],
    [408, 'retry'],
    [409, 'retry'],
    [410, 'final'],
    [425, 'retry'],
    [429, 'retry'],
    [499, 'retry'],
    [500, 'retry'],
    [501, 'retry'],
    [502, 'retry'],
    [503, 'retry'],
    [504, 'retry'],
    [599, 'retry'],
  ] as const)('%i: %s', (status, type) => {
    expect(callbackOutcome(answered(status)).type).toBe(type);
  });

  it.each([302, 404, 408, 429, 500, 503])('%i passes on when the receiver wants it again', (status) => {
    expect(callbackOutcome(answered(status, 90_000))).toEqual({ type: 'retry', retryAfter: 90_000 });
    expect(callbackOutcome(answered(status))).toEqual({ type: 'retry', retryAfter: null });
  });

  it.each([
    [200, 'delivered'],
    [410, 'final'],
  ])('Retry-After on %i changes nothing', (status, type) => {
    expect(callbackOutcome(answered(status, 90_000))).toEqual({ type });
  });

  it('a receiver that cannot be reached is tried again', () => {
    expect(callbackOutcome({ type: 'unreachable', error: 'ECONNREFUSED', durationMilliseconds: 3 })).toEqual({
      type: 'retry',
      retryAfter: null,
    });
  });

  it('an address that must not be called is never called again', () => {
    expect(callbackOutcome({ type: 'refused', error: 'a private address', durationMilliseconds: 0 })).toEqual({ type: 'final' });
  });
});
