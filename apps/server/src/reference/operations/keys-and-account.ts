import type { Entries } from '../entry.ts';

/** A PNG of two colours. */
const logo =
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAQCAIAAADfzGvmAAAALUlEQVR42mP4jwNUycdgRbRWzzDqoFEHjTpoxDlooCzGpX7UQaMOGnXQiHMQAKBe60zmbYwcAAAAAElFTkSuQmCC';

export const keysAndAccount = {
  listTimeZones: {
    description:
      'Every `timeZoneId` that a test link or the account may have: Microsoft time zone indexes where they exist, ids from 10000 for the others.',
  },
  listApiKeys: {
    description: 'The API keys of the account, those that ended too. Only the first characters of a key are stored readably.',
  },
  createApiKey: {
    description: `Makes an API key. Store \`apiKey\` at once: no other response shows it. A key gives at most the scopes that it has, and one that expires cannot
make one that lives longer.`,
    body: { name: 'Applicant tracking', scopes: ['read', 'invite'], expiresInDays: 365 },
  },
  rotateApiKey: {
    description: 'Replaces a key. The former one works for `overlapHours` more, by default not at all.',
    path: { keyId: 2 },
    body: { overlapHours: 24 },
  },
  revokeApiKey: {
    description: 'The key is refused with `401.1` from the next request on. A key may revoke itself.',
    path: { keyId: 2 },
  },
  listAudit: {
    description:
      'Who changed keys, the account, links, and where results go, and who read what candidates answered. `keyId` null is the operator, at the server.',
    query: { limit: '50' },
  },
  getAccount: { description: 'The account of the key, its settings, and the scopes of the key itself.' },
  getAccountQuotas: {
    description: `What the account may take of what all accounts of the service share. Only the operator sets it, at the server; no key can. Days are those
of UTC. A request that is over a quota of a day is refused with \`429.1\` and the header \`retry-after\`, one over a quota of what is at once or stored with
\`409.1\`; the message names the quota, and nothing is written. Mails and callbacks over theirs wait for the next day.`,
  },
  getLogo: { description: 'A JPEG on white, as reports show it; `404.1` without a logo.' },
  updateAccount: {
    description:
      'Fields that are left out stay; `null` removes the email address, a notice, the colour or the logo. A logo is decoded and encoded again.',
    body: { support: 'Write to hiring@acme.example', privacy: 'https://acme.example/privacy', lateMinutes: 10, color: '#7a1f5c', logo },
  },
} satisfies Partial<Entries>;
