import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { InviteBody } from '../invitation/managed-invitations.ts';
import { decode, decodeBody } from '../wire/decode.ts';
import { ListDeliveriesQuery, RotateSecretBody, SampleCallbackBody } from './managed-deliveries.ts';

const refused = (message: string) => ({ ok: false, error: { code: 'request.invalid', message } });

describe('InviteBody', () => {
  const candidate = { emailId: 'ana@example.com', fullName: 'Ana' };

  it('sends the email unless sendEmail is false', () => {
    expect(decodeBody(InviteBody, candidate)).toEqual({ ok: true, value: { ...candidate, sendEmail: true } });
    expect(decodeBody(InviteBody, { ...candidate, sendEmail: null })).toEqual({ ok: true, value: { ...candidate, sendEmail: true } });
    expect(decodeBody(InviteBody, { ...candidate, sendEmail: false })).toEqual({ ok: true, value: { ...candidate, sendEmail: false } });
  });

  it('takes what registering takes, and a test link, in any case of the names', () => {
    const urls = { callbackURL: 'https://ats.example/done', redirectURL: 'https://ats.example/thanks' };
    const body = { EMAILID: ' ana@example.com ', FullName: ' Ana ', callBackUrl: urls.callbackURL, redirectUrl: urls.redirectURL };
    expect(decodeBody(InviteBody, { ...body, testlinkid: 7 })).toEqual({
      ok: true,
      value: { ...candidate, ...urls, testLinkId: 7, sendEmail: true },
    });
  });

  it.each([
    ['no email', { fullName: 'Ana' }, 'emailId: is required'],
    ['no email address', { ...candidate, emailId: 'ana' }, 'emailId: must be an email address'],
    ['an empty name', { ...candidate, fullName: ' ' }, 'fullName: is required'],
    ['a long name', { ...candidate, fullName: 'x'.repeat(201) }, 'fullName: must be at most 200 characters'],
    ['another scheme', { ...candidate, callbackURL: 'ftp://ats.example' }, 'callbackURL: must be an absolute http or https URL'],
    ['no URL', { ...candidate, redirectURL: 'thanks' }, 'redirectURL: must be an absolute http or https URL'],
    ['a long URL', { ...candidate, callbackURL: `https://x.example/${'x'.repeat(2048)}` }, 'callbackURL: must be at most 2048 characters'],
    ['a link id in words', { ...candidate, testLinkId: 'seven' }, 'testLinkId: must be a number'],
    ['half a link id', { ...candidate, testLinkId: 1.5 }, 'testLinkId: must be an integer'],
    ['sendEmail in words', { ...candidate, sendEmail: 'yes' }, 'sendEmail: must be a boolean'],
    ['several faults', { fullName: 5, sendEmail: 1 }, 'emailId: is required; fullName: must be a string; sendEmail: must be a boolean'],
  ])('with %s is refused by field and rule', (_, body, message) => {
    expect(decodeBody(InviteBody, body)).toEqual(refused(message));
  });

  it.each([0, -1])('with the link id %i is refused by field and rule', (testLinkId) => {
    expect(decodeBody(InviteBody, { ...candidate, testLinkId })).toEqual(refused('testLinkId: must be above 0'));
  });
});

describe('ListDeliveriesQuery', () => {
  const read = (query: Record<string, string>) => decode(ListDeliveriesQuery, query);

  it('lists 50 of everything by default', () => {
    expect(read({})).toEqual({ ok: true, value: { limit: 50 } });
  });

  it('reads every filter, with ids and the cursor as numbers', () => {
    const query = { limit: '100', cursor: '900719925474099', state: 'failed', kind: 'callback', testId: '1', testInvitationId: '12' };
    expect(read(query)).toEqual({
      ok: true,
      value: { limit: 100, cursor: 900_719_925_474_099, state: 'failed', kind: 'callback', testId: 1, testInvitationId: 12 },
    });
  });

  it.each(['waiting', 'pending', 'delivered', 'failed'])('knows the state %s', (state) => expect(read({ state }).ok).toBe(true));
  it.each(['callback', 'stakeholder-email', 'invitation-email'])('knows the kind %s', (kind) => expect(read({ kind }).ok).toBe(true));

  it.each([
    ['limit', '0', 'must be an integer from 1 to 100'],
    ['limit', '101', 'must be an integer from 1 to 100'],
    ['limit', '', 'must be an integer from 1 to 100'],
    ['limit', '1.5', 'must be an integer from 1 to 100'],
    ['cursor', 'next', 'must be the nextCursor of an earlier page'],
    ['cursor', '-1', 'must be the nextCursor of an earlier page'],
    ['testId', '0', 'must be a testId'],
    ['testId', '01', 'must be a testId'],
    ['testId', '1e3', 'must be a testId'],
    ['testId', '9007199254740993', 'must be a testId'],
    ['testInvitationId', 'abc', 'must be a testInvitationId'],
    ['testInvitationId', ' 1', 'must be a testInvitationId'],
  ])('refuses %s=%j by field and rule', (field, value, rule) => {
    expect(read({ [field]: value })).toEqual(refused(`${field}: ${rule}`));
  });

  it.each([
    ['state', 'Failed', ['waiting', 'pending', 'delivered', 'failed']],
    ['kind', 'take-url-email', ['callback', 'stakeholder-email', 'invitation-email']],
  ])('refuses another %s and names the ones there are', (field, value, known) => {
    const result = read({ [field]: value });
    if (result.ok) throw new Error('it was taken');
    expect(result.error.message).toMatch(new RegExp(`^${field}: `));
    for (const each of known) expect(result.error.message).toContain(each);
    expect(result.error.message).not.toContain(value);
  });
});

describe('RotateSecretBody', () => {
  it.each<[unknown, z.output<typeof RotateSecretBody>]>([
    [{}, { overlapHours: 24 }],
    [{ overlapHours: null }, { overlapHours: 24 }],
    [{ overlapHours: 0 }, { overlapHours: 0 }],
    [{ OVERLAPHOURS: 720 }, { overlapHours: 720 }],
  ])('%j signs with the earlier secret for %j', (body, value) => {
    expect(decodeBody(RotateSecretBody, body)).toEqual({ ok: true, value });
  });

  it.each([
    [-1, /must be at least 0/],
    [721, /must be at most 720/],
    [1.5, /must be an integer/],
    ['24', /must be a number/],
    [true, /must be a number/],
  ])('refuses %j by field and rule', (overlapHours, rule) => {
    const result = decodeBody(RotateSecretBody, { overlapHours });
    if (result.ok) throw new Error('it was taken');
    expect(result.error.message).toMatch(/^overlapHours: /);
    expect(result.error.message).toMatch(rule);
  });
});

describe('SampleCallbackBody', () => {
  it.each([
    ['', 'url: must be an absolute http or https URL'],
    ['javascript:alert(1)', 'url: must be an absolute http or https URL'],
    [undefined, 'url: is required'],
  ])('refuses %j', (url, message) => {
    expect(decodeBody(SampleCallbackBody, { url })).toEqual(refused(message));
  });

  it('takes an address on this machine: whether it may be called is decided where it is dialled', () => {
    expect(decodeBody(SampleCallbackBody, { url: 'http://127.0.0.1:9/x' })).toEqual({ ok: true, value: { url: 'http://127.0.0.1:9/x' } });
  });
});
