import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../testing/fake-server.ts';
import { makeTestCallback } from './make-test-callback.ts';
import { type VerifyCallbackOptions, verifyCallback } from './verify-callback.ts';

const secret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`;
const other = `whsec_${btoa('fedcba9876543210fedcba9876543210')}`;
const body = {
  CandidateEmailId: 'Ana.Núñez@example.com',
  AttemptedOn: '2018-02-23T10:46:00',
  TotalScore: 100,
  CandidateScore: -0.5,
  ReportPDFUrl: 'https://assay.example/report/t',
  TestInvitationId: 7,
};
const now = Date.parse('2026-01-05T09:00:00Z');
const reasonOf = async (options: VerifyCallbackOptions) => {
  const error = await failureOf(verifyCallback(options));
  expect(error).toMatchObject({ name: 'CallbackVerificationError' });
  return (error as { reason?: string }).reason;
};

describe('Standard Webhooks', () => {
  it("accepts the library's signatures of text and of bytes", async () => {
    const text = JSON.stringify(body);
    const at = new Date();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', at, text),
    };
    expect(await verifyCallback({ secret, headers, body: text })).toEqual(body);
    expect(await verifyCallback({ secret, headers, body: new TextEncoder().encode(text) })).toEqual(body);
  });

  it('creates signatures that the library accepts', async () => {
    const made = await makeTestCallback({ secret, body });
    expect(new Webhook(secret).verify(made.body, { ...made.headers })).toEqual(body);
    expect((await makeTestCallback({ secret, body, sequence: 7 })).headers['webhook-sequence']).toBe('7');
    expect(() => new Webhook(other).verify(made.body, { ...made.headers })).toThrow();
  });
});

describe('a callback is accepted', () => {
  it('with Headers, or with a record whose names are in any case and whose values may be arrays', async () => {
    const made = await makeTestCallback({ secret, body, webhookId: 'msg_1', now });
    const entries = Object.entries(made.headers);
    for (const headers of [
      new Headers(entries),
      Object.fromEntries(entries.map(([name, value]) => [name.toUpperCase(), value])),
      Object.fromEntries(entries.map(([name, value]) => [name, [value]])),
    ])
      expect(await verifyCallback({ secret, headers, body: made.body, now })).toEqual(body);
  });

  it('during a rotation, by either secret and any of its signatures', async () => {
    const callbacks = [secret, other].map((one) => makeTestCallback({ secret: one, body, webhookId: 'msg_1', now }));
    const [old, fresh] = await Promise.all(callbacks);
    const both = `v1a,AAAA v1,%%% ${fresh?.headers['webhook-signature']} ${old?.headers['webhook-signature']}`;
    const headers = { ...old?.headers, 'webhook-signature': both };
    const text = JSON.stringify(body);
    expect(await verifyCallback({ secret, headers, body: text, now })).toEqual(body);
    expect(await verifyCallback({ secret: other, headers, body: text, now })).toEqual(body);
    expect(await verifyCallback({ secrets: [other, secret], headers: old?.headers ?? {}, body: text, now })).toEqual(body);
  });

  it("with keys that end in a space and numbers as text, as in the API document's sample", async () => {
    const { TotalScore, CandidateScore, ReportPDFUrl, ...rest } = body;
    const spaced = { ...rest, 'TotalScore ': TotalScore, 'CandidateScore ': String(CandidateScore), 'ReportPDFUrl ': ReportPDFUrl };
    const made = await makeTestCallback({ secret, body: JSON.stringify(spaced), now });
    expect(await verifyCallback({ secret, ...made, now })).toEqual(body);
  });

  it('up to the tolerance before and after its timestamp', async () => {
    const made = await makeTestCallback({ secret, body, now });
    for (const seconds of [-300, 300]) expect(await verifyCallback({ secret, ...made, now: now + seconds * 1000 })).toEqual(body);
    expect(await reasonOf({ secret, ...made, now: now + 301_000 })).toBe('timestamp-too-old');
    expect(await reasonOf({ secret, ...made, now: now - 301_000 })).toBe('timestamp-too-new');
    expect(await reasonOf({ secret, ...made, now: now + 11_000, toleranceSeconds: 10 })).toBe('timestamp-too-old');
  });
});

describe('a callback is rejected', () => {
  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('without %s', async (name) => {
    const made = await makeTestCallback({ secret, body, now });
    for (const value of [undefined, '', ' '])
      expect(await reasonOf({ secret, ...made, headers: { ...made.headers, [name]: value }, now })).toBe('missing-header');
  });

  it('with another body, id, time, secret or version', async () => {
    const made = await makeTestCallback({ secret, body, now });
    const withHeader = (name: string, value: string) => ({ secret, ...made, headers: { ...made.headers, [name]: value }, now });
    const signature = made.headers['webhook-signature'] ?? '';
    for (const options of [
      { secret, ...made, body: made.body.replace('7', '8'), now },
      { secret, ...made, body: `${made.body} `, now },
      { secret: other, ...made, now },
      withHeader('webhook-id', 'msg_other'),
      withHeader('webhook-timestamp', String(now / 1000 + 1)),
      withHeader('webhook-signature', signature.replace('v1,', 'v2,')),
      withHeader('webhook-signature', signature.replace('v1,', '')),
      withHeader('webhook-signature', 'v1,'),
      withHeader('webhook-signature', signature.slice(0, -8)),
    ])
      expect(await reasonOf(options)).toBe('no-matching-signature');
  });

  it('with a malformed timestamp, even if it is signed', async () => {
    const text = JSON.stringify(body);
    for (const timestamp of ['soon', '1e9', '-5', '1767603600.5']) {
      const key = await crypto.subtle.importKey(
        'raw',
        Uint8Array.from(atob(secret.slice(6)), (one) => one.charCodeAt(0)),
        { name: 'HMAC', hash: 'SHA-256' },
        false,
        ['sign'],
      );
      const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`msg_1.${timestamp}.${text}`)));
      const headers = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${btoa(String.fromCharCode(...mac))}`,
      };
      expect(await reasonOf({ secret, headers, body: text, now })).toBe('malformed-header');
    }
  });

  it.each(['', 'no JSON', '[]', 'null', JSON.stringify({ ...body, TotalScore: 'all' }), '{}'])(
    'with the body %j, even if it is signed',
    async (text) => {
      const made = await makeTestCallback({ secret, body: text, now });
      expect(await reasonOf({ secret, ...made, now })).toBe('unexpected-body');
    },
  );
});

it.each([{ secret: '' }, { secret: 'whsec_' }, { secret: 'whsec_%%%' }, { secrets: [] }, { secret, body: JSON.parse('{}') }])(
  "an error in the receiver's own code is a TypeError: %j",
  async (wrong) => {
    const made = await makeTestCallback({ secret, body, now });
    expect(await failureOf(verifyCallback({ ...made, now, ...wrong }))).toBeInstanceOf(TypeError);
  },
);
