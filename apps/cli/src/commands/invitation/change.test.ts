import { noFigures } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { refuse } from '../../testing/routed-fetch.ts';
import { runCli } from '../../testing/run-cli.ts';

const reattempt = 'GET /v2/org/testinvitation/12/reattempt';
const completed = {
  testInvitationId: 12,
  testId: 7,
  testLinkId: null,
  emailId: 'ana@example.com',
  fullName: 'Ana Núñez',
  origin: 'api',
  status: 'Completed',
  takeTestURL: 'https://assay.test/take/s',
  createdAt: '2026-11-20T09:00:00.000Z',
  startedAt: '2026-11-21T10:00:00.000Z',
  deadline: '2026-11-21T10:45:00.000Z',
  completedAt: '2026-11-21T10:40:00.000Z',
  extraMinutes: 0,
  reportStatus: 'Generated',
  ...noFigures,
  score: '31.5',
  totalScore: '40',
};
const routesOf = (current: boolean) => ({
  'GET /manage/v1/invitations/12': () => ({ ...completed, current }),
  [reattempt]: () => ({ testInvitationId: 13, takeTestURL: 'https://assay.test/take/t' }),
});
const args = ['invitations', 'reattempt', '12'];

describe('assay invitations reattempt', () => {
  it('asks a person, and a no changes nothing', async () => {
    const no = await runCli(args, { routes: routesOf(true), answers: ['n'] });
    expect(no.requests.map(({ route }) => route)).not.toContain(reattempt);
    expect(no.err).toContain('This will invite again after invitation 12, with a new take URL; the former report stays.');
    expect(await runCli(args, { routes: routesOf(true), answers: ['y'] })).toMatchObject({ code: 0 });
  });

  it('a script needs --yes only for another one beside a newer invitation, which is said', async () => {
    expect(await runCli(args, { routes: routesOf(true) })).toMatchObject({ code: 0, err: '' });
    const again = await runCli(args, { routes: routesOf(false) });
    expect(again).toMatchObject({ code: 2, out: '' });
    expect(again.err).toContain('There is a newer invitation after 12 already: if it is not started, it is cancelled.');
    expect(again.requests.map(({ route }) => route)).not.toContain(reattempt);
    expect(await runCli([...args, '--yes'], { routes: routesOf(false) })).toMatchObject({ code: 0 });
  });

  it('an invitation that is named twice is one; a key that may not read still works', async () => {
    const routes = { ...routesOf(true), 'GET /manage/v1/invitations/12': () => refuse('403.1', 'This API key lacks the scope read') };
    const ran = await runCli([...args, '12'], { routes });
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.requests.filter(({ route }) => route === reattempt)).toHaveLength(1);
  });
});
