import { createHmac, createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  apiKeyPrefix,
  hashApiKey,
  issueAccessKey,
  issueApiKey,
  issueTakeToken,
  issueTicket,
  readAccessKey,
  readReportToken,
  readTakeToken,
  readTicket,
  reportPdfUrl,
} from './tokens.ts';

const secret = createSecretKey(Buffer.alloc(32, 1));
const nonce = 'Zq3_-k7Lw0aXy9-T';

describe('tickets', () => {
  const holder = { accountId: 12, invitationId: 345, nonce, attempt: 1, sessionId: 'a session' };
  const at = Date.UTC(2026, 10, 22, 10);
  const ticket = issueTicket(holder, at, secret);

  it('tell their holder when they were issued', () => {
    expect(readTicket(ticket, holder, secret)).toBe(at);
    expect(ticket).toMatch(/^[\w.-]{1,100}$/);
  });

  it.each([
    { accountId: 1 },
    { invitationId: 34 },
    { nonce: 'another-nonce-16' },
    { attempt: 2 },
    { sessionId: 'a sessio' },
    { sessionId: '' },
  ])('tell others nothing: %j', (other) => expect(readTicket(ticket, { ...holder, ...other }, secret)).toBeUndefined());

  it('are not valid with another secret or any one sign changed', () => {
    expect(readTicket(ticket, holder, createSecretKey(Buffer.alloc(32, 2)))).toBeUndefined();
    for (let index = 0; index < ticket.length; index += 1) {
      const changed = `${ticket.slice(0, index)}${ticket[index] === '7' ? '8' : '7'}${ticket.slice(index + 1)}`;
      expect(readTicket(changed, holder, secret)).toBeUndefined();
    }
  });
});

describe('take tokens', () => {
  it.each([
    { accountId: 1, invitationId: 1, generation: 1, nonce },
    { accountId: 35, invitationId: 36, generation: 1296, nonce },
    { accountId: Number.MAX_SAFE_INTEGER, invitationId: Number.MAX_SAFE_INTEGER, generation: Number.MAX_SAFE_INTEGER, nonce },
  ])('carry account, invitation, generation and nonce (%j), and can be made again', (token) => {
    const text = issueTakeToken(token, secret);
    expect(readTakeToken(text, secret)).toEqual(token);
    expect(issueTakeToken(token, secret)).toBe(text);
    expect(text).toMatch(/^[\w.-]+$/);
  });

  it('are not valid with any one sign changed', () => {
    const text = issueTakeToken({ accountId: 12, invitationId: 345, generation: 6, nonce }, secret);
    for (let index = 0; index < text.length; index += 1) {
      const changed = `${text.slice(0, index)}${text[index] === '7' ? '8' : '7'}${text.slice(index + 1)}`;
      expect(readTakeToken(changed, secret)).toBeUndefined();
    }
  });

  it('without a nonce are not valid, also with this secret', () => {
    const signature = createHmac('sha256', secret).update('take:c-9l-6').digest().subarray(0, 18).toString('base64url');
    expect(readTakeToken(`c-9l-6.${signature}`, secret)).toBeUndefined();
  });

  it('of a form that this version does not know are not valid, also with its secret', () => {
    const payload = `2.c-9l-6.${nonce}`;
    const signature = createHmac('sha256', secret).update(`take:${payload}`).digest().subarray(0, 18).toString('base64url');
    expect(readTakeToken(`${payload}.${signature}`, secret)).toBeUndefined();
  });

  it('are not valid with another secret', () => {
    const text = issueTakeToken({ accountId: 1, invitationId: 2, generation: 3, nonce }, secret);
    expect(readTakeToken(text, createSecretKey(Buffer.alloc(32, 2)))).toBeUndefined();
  });
});

describe('report tokens', () => {
  const publicUrl = 'https://assay.example/tests';
  const issue = (token: Parameters<typeof reportPdfUrl>[1]) => {
    const url = reportPdfUrl({ publicUrl, secret }, token);
    expect(url.startsWith(`${publicUrl}/report/`)).toBe(true);
    return url.slice(`${publicUrl}/report/`.length);
  };
  const token = { accountId: 12, invitationId: 345, attempt: 2, generation: 3, issuedAt: Date.UTC(2026, 3, 1), nonce };

  it.each([
    token,
    { accountId: 35, invitationId: 36, attempt: 1, generation: 1, issuedAt: 1, nonce },
    { accountId: 2 ** 53 - 1, invitationId: 2 ** 53 - 1, attempt: 2 ** 53 - 1, generation: 2 ** 53 - 1, issuedAt: 2 ** 53 - 1, nonce },
  ])('carry account, invitation, attempt, generation, time of issue and nonce (%j)', (one) => {
    expect(readReportToken(issue(one), secret)).toEqual(one);
    expect(issue(one)).toMatch(/^[\w.-]+$/);
  });

  it('are not valid with any one sign changed, left out or added, nor with another secret', () => {
    const text = issue(token);
    for (let index = 0; index < text.length; index += 1) {
      const [before, after] = [text.slice(0, index), text.slice(index + 1)];
      for (const changed of [`${before}${text[index] === '7' ? '8' : '7'}${after}`, `${before}${after}`, `${before}0${text.slice(index)}`])
        expect([changed, readReportToken(changed, secret)]).toEqual([changed, undefined]);
    }
    expect(readReportToken(text, createSecretKey(Buffer.alloc(32, 2)))).toBeUndefined();
  });

  it('are no take tokens, nor the other way round', () => {
    expect(readTakeToken(issue(token), secret)).toBeUndefined();
    const [numbers = '', , signature] = issueTakeToken({ accountId: 1, invitationId: 2, generation: 3, nonce }, secret).split('.');
    for (const text of [`${numbers}.${nonce}.${signature}`, `${numbers}-4.${nonce}.${signature}`, `2.${numbers}-4-5.${nonce}.${signature}`])
      expect(readReportToken(text, secret)).toBeUndefined();
  });
});

describe('access keys', () => {
  it.each(['t', 'l'] as const)('are issued in lower case, and typed in any case tell their kind (%s) and account', (kind) => {
    for (const accountId of [1, 36, Number.MAX_SAFE_INTEGER]) {
      const accessKey = issueAccessKey(kind, accountId);
      expect(accessKey).toBe(accessKey.toLowerCase());
      for (const typed of [accessKey, accessKey.toUpperCase()]) expect(readAccessKey(typed)).toEqual({ kind, accountId, accessKey });
    }
  });

  it('are all different', () => {
    expect(new Set(Array.from({ length: 1000 }, () => issueAccessKey('l', 1))).size).toBe(1000);
  });

  it.each(['', 'l', 'l1', 'x1-bcdfghjkmnpq', 'l1-short', 'l1-bcdfghjkmnpq2', 'l1-bcdfghj\u212amnpq'])('%j is none', (key) => {
    expect(readAccessKey(key)).toBeUndefined();
  });
});

describe('API keys', () => {
  it('are long, all different, and neither hash nor prefix gives them away', () => {
    const keys = Array.from({ length: 100 }, issueApiKey);
    expect(new Set(keys).size).toBe(100);
    for (const key of keys) {
      expect(key.length).toBeGreaterThan(40);
      expect(hashApiKey(key)).toMatch(/^[0-9a-f]{64}$/);
      expect(apiKeyPrefix(key).length).toBeLessThanOrEqual(12);
    }
  });

  it('a short key of the operator shows at most half of itself', () => {
    expect(apiKeyPrefix('secret')).toBe('sec');
  });
});
