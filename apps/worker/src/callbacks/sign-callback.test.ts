import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signCallback } from './sign-callback.ts';
import { makePoster, requestTo } from './testing/poster.ts';
import { startReceiver } from './testing/receiver.ts';

const secretOf = (letter: string): string => `whsec_${Buffer.from(letter.repeat(24)).toString('base64')}`;
const newer = secretOf('n');
const older = secretOf('o');
const body = '{"testInvitationId":7,"name":"Ana Núñez 你好"}';

const deliver = async (secrets: readonly string[]) => {
  const receiver = await startReceiver((_request, response) => response.end());
  const headers = signCallback({ secrets, webhookId: 'msg_1', sequence: 1_789_000_000_123, timestamp: Date.now(), body });
  await makePoster().post({ ...requestTo(receiver.url), headers, body });
  const [request] = receiver.received;
  if (request === undefined) throw new Error('nothing was received');
  const verify = (secret: string, payload = request.body) => new Webhook(secret).verify(payload, request.headers as Record<string, string>);
  return { request, verify };
};

describe('a receiver with the standardwebhooks library', () => {
  it('verifies with the old and with the new secret while both are in force', async () => {
    const { verify } = await deliver([newer, older]);
    expect(verify(newer)).toEqual(JSON.parse(body));
    expect(verify(older)).toEqual(JSON.parse(body));
    expect(() => verify(secretOf('x'))).toThrow(WebhookVerificationError);
  });

  it('no longer verifies with the old secret once the overlap is over', async () => {
    const { verify } = await deliver([newer]);
    expect(() => verify(older)).toThrow(WebhookVerificationError);
  });

  it('refuses a body that is not the one that was signed', async () => {
    const { verify } = await deliver([newer]);
    expect(() => verify(newer, body.replace('7', '8'))).toThrow(WebhookVerificationError);
  });
});

it('the newest secret signs first, the time is in whole seconds and the body is said to be JSON', () => {
  const sign = (secrets: readonly string[]) =>
    signCallback({ secrets, webhookId: 'msg_1', sequence: 1_789_000_000_123, timestamp: 1_789_000_000_999, body });
  const [first, second] = [sign([newer])['webhook-signature'], sign([older])['webhook-signature']];
  expect(first).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  expect(sign([newer, older])).toEqual({
    'content-type': 'application/json;charset=utf-8',
    'webhook-id': 'msg_1',
    'webhook-sequence': '1789000000123',
    'webhook-timestamp': '1789000000',
    'webhook-signature': `${first} ${second}`,
  });
});

it('a callback without a secret is an error, not an unsigned callback', () => {
  expect(() => signCallback({ secrets: [], webhookId: 'msg_1', sequence: 1_789_000_000_123, timestamp: 0, body })).toThrow(RangeError);
});
