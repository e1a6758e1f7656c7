import { type ManagedInvitation, percentInWords } from '@assay/domain';
import { until } from '@assay/testing';
import { describe } from 'vitest';
import { showcaseFile } from './browser/support/showcase.ts';
import { type Api, apiOf } from './support/api.ts';
import { candidateAt } from './support/candidate.ts';
import { keepScreen } from './support/keep-screen.ts';
import { it, type ServerProcess, type Servers } from './support/server-process.ts';
import { noTmux, shellPrompt, Terminal } from './support/terminal.ts';

if (noTmux !== undefined) {
  if (process.env.CI) throw new Error(`the tests of the terminal cannot run, ${noTmux}`);
  process.stderr.write(`tests of the terminal are left out: ${noTmux}\n`);
}

const apiKey = 'terminal-terminal-terminal-terminal';
const testName = 'JavaScript for the web';
const year = new Date().getUTCFullYear();

type Answers = Parameters<ReturnType<typeof candidateAt>['save']>[1];

/** Right answers of the showcase, by question. */
const right: readonly (readonly [number, Answers])[] = [
  [1, 'c'],
  [2, 'b'],
  [3, ['a', 'c']],
  [4, 12.5],
  [5, 'Geneva'],
  ...Array.from({ length: 9 }, (_, index) => [6 + index, 2 ** index] as const),
  [15, 'structuredClone'],
];

const people = [
  ['Łukasz Żółć', 'lukasz@example.com', 11],
  ['李小龙', 'xiaolong@example.com', 14],
  ['Zoë Ødegård 👩‍💻', 'zoe@example.com', 6],
  ['Kim Min-su 김민수', 'minsu@example.com', null],
  ['Sofia Παπαδοπούλου', 'sofia@example.com', undefined],
  ['Bo', 'bo@example.com', undefined],
] as const;

/** People who came before: some completed with so many right answers, one is in the middle (null), some did not start. */
const invite = async (server: ServerProcess, api: Api, testId: number, callbackURL: string): Promise<void> => {
  for (const [fullName, emailId, answered] of people) {
    const { takeTestURL } = await api.register(testId, emailId, { fullName, callbackURL });
    if (answered === undefined) continue;
    const candidate = candidateAt(server, takeTestURL);
    await candidate.start();
    for (const [questionId, answer] of right.slice(0, answered ?? 3)) await candidate.save(questionId, answer);
    if (answered !== null) await candidate.submit();
  }
};

const furnish = async (servers: Servers) => {
  const receiver = await servers.receiver((response) => response.writeHead(410).end('This hook is gone'));
  const server = await servers.start({
    ASSAY_DATA_DIR: await servers.directory(),
    ASSAY_API_KEY: apiKey,
    ASSAY_CALLBACK_ALLOW: '127.0.0.0/8',
  });
  const api = apiOf(server, apiKey);
  const { testId } = await api.importTest({ ...showcaseFile, name: testName });
  await invite(server, api, testId, receiver.url);
  await until('three failed callbacks', async () => {
    const callbacks = await api.callbacks(testId);
    return callbacks.filter(({ state }) => state === 'failed').length === 3 || undefined;
  });
  return { server, api, testId, receiver };
};

const makeLink = async (terminal: Terminal): Promise<void> => {
  await terminal.press('n');
  await terminal.shows('› Name');
  await terminal.type('Spring intake 🌱');
  await terminal.press('Tab', 'Right');
  await terminal.shows('‹ time-bound ›');
  await terminal.press('Tab');
  await terminal.type('kolk');
  await terminal.shows('› 190  India Standard Time (Asia/Kolkata)');
  await terminal.press('Enter');
  await terminal.type(`${year}-01-01 09:00`);
  await terminal.shows(`= ${year}-01-01 03:30 UTC`);
  await terminal.press('Tab');
  await terminal.type(`${year + 1}-12-31 18:00`);
  await terminal.shows(`= ${year + 1}-12-31 12:30 UTC`);
  await keepScreen('link-form', terminal);
  await terminal.press('C-s');
  await terminal.shows('The test link is made.', '/join/', 'India Standard Time (Asia/Kolkata)');
};

const registerAna = async (terminal: Terminal): Promise<void> => {
  await terminal.press('a');
  await terminal.shows('› Name', 'Spring intake 🌱');
  await terminal.type('Ana Núñez');
  await terminal.press('Tab');
  await terminal.type('ana@example.com');
  await terminal.press('C-s');
  await terminal.shows('✓ Ana Núñez is registered', '/take/');
  await terminal.press('Escape');
  await terminal.shows('Join URL');
  await terminal.press('Escape');
  await terminal.shows('Test links 1', /Invited +7/);
};

const invitationOf = async (api: Api, testId: number, emailId: string): Promise<ManagedInvitation> => {
  const found = (await api.invitations(testId)).find((invitation) => invitation.emailId === emailId);
  if (found === undefined) throw new Error(`${emailId} is not invited`);
  return found;
};

describe.runIf(noTmux === undefined)('the terminal of a recruiter', () => {
  it('makes a link, registers, follows a candidate live, reads the report, cancels, sends again, and leaves the terminal as it was', async ({
    servers,
    onTestFinished,
    expect,
  }) => {
    const { server, api, testId, receiver } = await furnish(servers);
    const terminal = await Terminal.open({ url: server.url, apiKey });
    onTestFinished(() => terminal.close());

    await terminal.shows(`› ${testName}`, 'Workplace numeracy and data');
    await keepScreen('tests', terminal);
    await terminal.press('Enter');
    await terminal.shows('No test links yet', /Completed +3 .*50%/);
    await makeLink(terminal);
    await registerAna(terminal);
    await keepScreen('test', terminal);

    await terminal.press('i');
    await terminal.shows('1 of 7 invitations', /› Ana Núñez .* Pending/);
    const ana = await invitationOf(api, testId, 'ana@example.com');
    const candidate = candidateAt(server, String(ana.takeTestURL));
    await candidate.start();
    await terminal.shows(/› Ana Núñez .* In progress +59m \d\ds/);
    await keepScreen('invitations', terminal);
    for (const [questionId, answer] of right.slice(0, 13)) await candidate.save(questionId, answer);
    await candidate.submit();
    await terminal.shows(/› Ana Núñez .* Completed +– +15\/20 /);

    await terminal.press('Enter');
    await terminal.shows('Timeline', 'completed', 'report generated');
    await keepScreen('invitation', terminal);
    await terminal.press('v');
    const report = await terminal.shows('The language', 'Numbers and units');
    await keepScreen('report', terminal);
    for (const { sectionName, candidateScore, sectionScore } of await api.sections(ana.testInvitationId))
      expect(report).toMatch(
        new RegExp(`${sectionName} +${candidateScore}/${sectionScore} +${percentInWords(String(candidateScore), String(sectionScore))}`),
      );

    await terminal.press('Escape');
    await terminal.shows('Timeline');
    await terminal.press('Escape');
    await terminal.shows('1 of 7 invitations');
    await terminal.press('/');
    await terminal.type('bo@');
    await terminal.shows('1 of 1 invitation', /› Bo .* Pending/);
    await terminal.press('Enter');
    await terminal.shows('x cancel');
    await terminal.press('x');
    await terminal.shows('? Cancel the invitation of Bo?', 'The take URL stops working at once.');
    await terminal.press('y');
    await terminal.shows('The invitation is cancelled.', /› Bo .* Cancelled/);
    expect(await invitationOf(api, testId, 'bo@example.com')).toMatchObject({ status: 'Cancelled' });

    await terminal.resize(60, 20);
    await terminal.press('g');
    await terminal.shows('› Tests');
    await terminal.type('deliveries of this');
    await terminal.shows('› Deliveries of this test');
    await terminal.press('Enter');
    await terminal.shows('failed', receiver.url, 'the receiver answered 410');
    await terminal.resize(80, 24);
    await terminal.shows(/› failed +callback +http\S+ +1 /);
    await keepScreen('deliveries', terminal);
    await terminal.press('s');
    await terminal.shows('once more?', 'It keeps its id');
    await terminal.press('y');
    await terminal.shows(/Delivery \d+ is on its way\./);
    await until(
      'the second attempt',
      async () => (await api.callbacks(testId)).some(({ attemptsMade }) => attemptsMade === 2) || undefined,
    );
    await terminal.press('r');
    // While it was under way it was not among the failed ones: the mark may be on another row now.
    const sentAgain = /failed +callback +http\S+ +2 /;
    await terminal.shows(sentAgain);
    expect(receiver.received).toHaveLength(4);

    await terminal.press('?');
    await terminal.shows('Keys of this screen', 'Send the delivery once more');
    await keepScreen('help', terminal);
    await terminal.press('Escape');
    await terminal.shows(sentAgain);
    await terminal.press('q');
    const left = await terminal.shows(shellPrompt, 'exit 0', ' icanon', ' echo ');
    expect(left).not.toContain('failed');
    expect(await terminal.isRestored()).toBe(true);
    expect(server.errors).toEqual([]);
  });
});
