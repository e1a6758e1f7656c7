import { randomBytes } from 'node:crypto';
import { type Attack, attack, type Client } from '../attack.ts';

/** Requests with a valid key of another account, which no rate limit slows. */
const reads = (name: string, atOnce: number, paths: (grounds: Client['grounds']['hostile']['present']) => readonly string[]): Attack =>
  attack(name, ({ send, repeat, grounds: { hostile } }) => {
    const all = paths(hostile.present);
    return repeat({ perSecond: 20, atOnce }, (count) => send('GET', all[count % all.length] ?? '/'));
  });

const manage = ({ testId }: { readonly testId: number }) => `/manage/v1/tests/${testId}`;

export const ofAccounts: readonly Attack[] = [
  reads('Excel exports at once', 40, ({ testId }) => [`/v2/org/report/${testId}/excel`, `${manage({ testId })}/answers.xlsx`]),
  reads('PDFs at once', 40, (ground) => [
    `${manage(ground)}/statistics.pdf`,
    ...ground.finished.flatMap((id) => [`/v2/org/report/${id}/pdf`, `/manage/v1/invitations/${id}/answers.pdf`]),
  ]),
  reads('similarity, statistics and comparisons', 20, (ground) => [
    `${manage(ground)}/similar-submissions`,
    `${manage(ground)}/statistics`,
    `${manage(ground)}/comparison?invitations=${ground.finished.slice(0, 10).join(',')}`,
  ]),
  reads('lists and searches', 20, (ground) => [
    `${manage(ground)}/invitations?search=zz`,
    `${manage(ground)}/invitations?limit=100`,
    '/manage/v1/audit',
    '/manage/v1/deliveries?limit=100',
  ]),
  attack('bulk invitations', ({ ask, repeat, grounds: { hostile } }) =>
    repeat({ perSecond: 4, atOnce: 4 }, () => {
      const candidates = Array.from({ length: 500 }, () => ({
        emailId: `${randomBytes(9).toString('hex')}@example.com`,
        fullName: 'Eve',
        sendEmail: false,
      }));
      return ask('POST', `/manage/v1/tests/${hostile.present.testId}/invitations/bulk`, { candidates });
    }),
  ),
  attack('new keys, links, settings and duplicates', ({ ask, repeat, grounds: { hostile } }) =>
    repeat({ perSecond: 20, atOnce: 8 }, (count) => {
      const { testId } = hostile.present;
      if (count % 4 === 0) return ask('POST', '/manage/v1/keys', { name: `key ${count}`, scopes: ['read'] });
      if (count % 4 === 1)
        return ask('POST', `/v2/org/tests/${testId}/testlinks`, { testLinkName: `link ${count}`, accessTime: 0, timeZoneId: 190 });
      if (count % 4 === 2) return ask('POST', '/manage/v1/account', { name: `Hostile ${count}` });
      return ask('POST', `/manage/v1/tests/${testId}/duplicate`, { name: `Copy ${count}` });
    }),
  ),
];
