import { randomBytes } from 'node:crypto';
import { type Attack, attack, type Client } from '../attack.ts';

const storm = (name: string, work: (client: Client, count: number) => Promise<unknown>): Attack =>
  attack(name, (client) => client.repeat({ perSecond: 100, atOnce: 20 }, (count) => work(client, count)));

const text = (bytes: number) => randomBytes(bytes).toString('base64url');

/** Without a key and without a token. */
export const ofStrangers: readonly Attack[] = [
  storm('failed keys', ({ send }) => send('GET', '/v2/org/tests', { key: text(30) })),
  storm('guessed tokens', ({ send }, count) =>
    send('GET', [`/take/${text(40)}/attempt`, `/report/${text(40)}`, `/join/${text(9)}`][count % 3] ?? '', { key: null }),
  ),
  storm('HEAD, OPTIONS and methods that nobody knows', ({ send, grounds }, count) =>
    send(
      ['HEAD', 'OPTIONS', 'PROPFIND', 'PATCH', 'DELETE'][count % 5] ?? '',
      [`/join/${grounds.honest.present.accessKey}`, '/docs', '/v2/org/tests', '/readyz'][count % 4] ?? '',
      { key: null },
    ),
  ),
  storm('registrations by a link', ({ send, grounds }) =>
    send('POST', `/join/${grounds.hostile.present.accessKey}`, {
      key: null,
      body: JSON.stringify({ emailId: `${text(12)}@example.com`, fullName: 'Mallory' }),
    }),
  ),
  storm('headers of 15 and of 20 KB', ({ send }, count) =>
    send('GET', '/healthz', { key: null, headers: { 'x-large': 'x'.repeat(count % 2 === 0 ? 15_000 : 20_000) } }),
  ),
  storm('readiness, metrics and pages', ({ send, grounds }, count) =>
    send('GET', ['/readyz', '/metrics', '/', `/join/${grounds.honest.present.accessKey}`, '/openapi.json'][count % 5] ?? '', {
      key: null,
      headers: { accept: 'text/html' },
    }),
  ),
];
