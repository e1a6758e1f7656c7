import type { Page } from 'playwright-core';
import type { Opened, OpenOptions, Service } from './browser.ts';
import { confirmationUrlTo, mint, mintCandidate, saveElsewhere, startElsewhere } from './mint.ts';
import { testPageOf } from './test-page.ts';
import { answersOf, offlineErrors } from './watch.ts';

type Open = (options?: OpenOptions) => Promise<Opened>;

/** A screen of the page and how a candidate comes to it; the page is given once it stands still. */
export type Screen = {
  readonly name: string;
  /** Made of parts that no other screen has: looked at in dark and in Arabic as well. */
  readonly own?: true;
  readonly come: (service: Service, open: Open) => Promise<Page>;
};

const hour = 3_600_000;

const heading = (page: Page, name: string | RegExp): Promise<void> => testPageOf(page).heading(name).waitFor();

/** The page of a new candidate. */
const before = async (service: Service, open: Open, camera = false): Promise<Page> => {
  const { takeUrl } = await mintCandidate(service, { camera });
  const { page } = await open();
  await page.goto(takeUrl);
  await heading(page, 'Everything asked');
  await page.getByText('Good: answers in').or(page.getByText('Slow: answers in')).waitFor();
  return page;
};

const running = async (service: Service, open: Open, question = 1): Promise<Page> => {
  const { takeUrl } = await mintCandidate(service);
  const { page } = await open();
  const test = testPageOf(page);
  await page.goto(`${takeUrl}#q${question}`);
  await test.button('Start the test').click();
  await test.shows(question);
  return page;
};

/** Answered, flagged and blank ones. */
const halfway = async (service: Service, open: Open): Promise<Page> => {
  const page = await running(service, open);
  const test = testPageOf(page);
  await test.choose('It prints');
  await test.next();
  await test.shows(2);
  await test.tick('two', 'four');
  await test.flag();
  await test.saved();
  return page;
};

/** The second question has other answers on another device, and so has the last one. */
const twoAnswers = async (service: Service, open: Open, question = 2): Promise<Page> => {
  const { takeUrl } = await mintCandidate(service);
  const { page } = await open({ allow: { errors: [...(offlineErrors.errors ?? []), ...(answersOf(403).errors ?? [])] } });
  const test = testPageOf(page);
  await page.goto(`${takeUrl}#q2`);
  await test.button('Start the test').click();
  await page.route('**/answers/*', (route) => route.abort());
  await test.tick('two', 'four');
  await test.mapItem(6, 'blank').click();
  await test.text().fill('Atlantic');
  await saveElsewhere(takeUrl, { 2: ['c'], 6: 'Pacific '.repeat(60) });
  await page.unroute('**/answers/*');
  await page.goto(`${takeUrl}#q${question}`);
  await page.reload();
  await page.getByText('This question has two answers').waitFor();
  await test.mapItem(2, 'answered, two answers').waitFor();
  await test.mapItem(6, 'answered, two answers').waitFor();
  return page;
};

type Ending = (service: Service, minted: Awaited<ReturnType<typeof mintCandidate>>) => Promise<unknown>;

const ended = async (service: Service, open: Open, title: string, end: Ending): Promise<Page> => {
  const minted = await mintCandidate(service);
  await end(service, minted);
  const { page } = await open({ allow: answersOf(403) });
  await page.goto(minted.takeUrl);
  await heading(page, title);
  return page;
};

const complete: Ending = async (_service, { candidate }) => {
  await candidate.start();
  await candidate.save(1, 'a');
  await candidate.submit();
};

const join = async (service: Service, open: Open, options: Parameters<typeof mint>[1] = {}): Promise<Page> => {
  const { joinUrl } = await mint(service, options);
  const { page } = await open({ allow: answersOf(403) });
  await page.goto(joinUrl);
  return page;
};

const askForConfirmation = async (service: Service, open: Open): Promise<Page> => {
  const page = await join(service, open, { confirmEmail: true });
  await page.getByRole('textbox', { name: 'Email address' }).fill(`visitor-${crypto.randomUUID()}@example.com`);
  await page.getByRole('textbox', { name: 'Full name' }).fill('Ana Núñez');
  await page.getByRole('button', { name: 'Go to the test' }).click();
  await heading(page, 'Open the email we sent you');
  return page;
};

export const screens: readonly Screen[] = [
  { name: 'before', come: (service, open) => before(service, open) },
  { name: 'before with camera', own: true, come: (service, open) => before(service, open, true) },
  { name: 'running, one choice', own: true, come: (service, open) => running(service, open, 1) },
  { name: 'running, several choices', own: true, come: halfway },
  {
    name: 'running, number that cannot be read',
    own: true,
    come: async (service, open) => {
      const page = await running(service, open, 3);
      await testPageOf(page).number().fill('twelve');
      await page.getByText('This cannot be read as a number').waitFor();
      return page;
    },
  },
  {
    name: 'running, text',
    own: true,
    come: async (service, open) => {
      const page = await running(service, open, 6);
      await testPageOf(page).text().fill('Pacific '.repeat(60));
      await testPageOf(page).saved();
      return page;
    },
  },
  { name: 'two answers, several choices', own: true, come: (service, open) => twoAnswers(service, open) },
  { name: 'two answers, text', own: true, come: (service, open) => twoAnswers(service, open, 6) },
  {
    name: 'submit with two answers',
    own: true,
    come: async (service, open) => {
      const page = await twoAnswers(service, open);
      await (await testPageOf(page).openSubmit()).getByText('2 questions have two answers').waitFor();
      return page;
    },
  },
  {
    name: 'leaving',
    own: true,
    come: async (service, open) => {
      const page = await running(service, open);
      await page.goBack();
      await testPageOf(page).dialog('Leave the test?').waitFor();
      return page;
    },
  },
  {
    name: 'map',
    own: true,
    come: async (service, open) => {
      const page = await halfway(service, open);
      await page.setViewportSize({ width: 800, height: 900 });
      await (await testPageOf(page).openMap()).waitFor();
      return page;
    },
  },
  {
    name: 'keys',
    own: true,
    come: async (service, open) => {
      const page = await halfway(service, open);
      await (await testPageOf(page).openKeys()).waitFor();
      return page;
    },
  },
  {
    name: 'submit',
    own: true,
    come: async (service, open) => {
      const page = await halfway(service, open);
      await (await testPageOf(page).openSubmit()).waitFor();
      return page;
    },
  },
  {
    name: 'waiting',
    own: true,
    come: async (service, open) => {
      const { takeUrl } = await mintCandidate(service, { opensAt: Date.now() + 27 * hour });
      const { page } = await open();
      await page.goto(takeUrl);
      await heading(page, 'The test is not open yet');
      return page;
    },
  },
  {
    name: 'taken over',
    come: async (service, open) => {
      const { takeUrl } = await mintCandidate(service);
      const { page } = await open({ allow: answersOf(403) });
      const test = testPageOf(page);
      await page.goto(takeUrl);
      await test.start();
      await startElsewhere(takeUrl);
      await test.option('2').click();
      await heading(page, 'The test goes on somewhere else');
      return page;
    },
  },
  { name: 'completed', own: true, come: (service, open) => ended(service, open, 'Your test is submitted', complete) },
  {
    name: 'cancelled',
    come: (service, open) =>
      ended(service, open, 'This invitation was cancelled', ({ api }, { testInvitationId }) =>
        api.get(`/v2/org/testinvitation/${testInvitationId}/cancel`),
      ),
  },
  {
    name: 'inactive',
    come: (service, open) =>
      ended(service, open, 'This test is not available now', ({ api }, { testId }) =>
        api.post(`/manage/v1/tests/${testId}/status`, { status: 'Inactive' }),
      ),
  },
  {
    name: 'superseded',
    come: (service, open) =>
      ended(service, open, 'This attempt was replaced', async ({ api }, { testInvitationId, emailId, register }) => {
        await api.get(`/v2/org/testinvitation/${testInvitationId}/cancel`);
        await register({ emailId });
      }),
  },
  {
    name: 'closed',
    come: async (service, open) => {
      const { takeUrl } = await mintCandidate(service, { opensAt: Date.now() - 2 * hour, closesAt: Date.now() - hour });
      const { page } = await open();
      await page.goto(takeUrl);
      await heading(page, 'The test is closed');
      return page;
    },
  },
  {
    name: 'unknown',
    come: async (service, open) => {
      const { page } = await open({ allow: answersOf(404) });
      await page.goto(`${service.url}/take/${'n'.repeat(43)}`);
      await heading(page, 'This link does not work');
      return page;
    },
  },
  {
    name: 'unreachable',
    come: async (service, open) => {
      const { takeUrl } = await mintCandidate(service);
      const { page } = await open({ allow: { errors: [/ERR_FAILED/] } });
      await page.route('**/attempt', (route) => route.abort());
      await page.goto(takeUrl);
      await heading(page, 'No connection to the test');
      return page;
    },
  },
  {
    name: 'join',
    come: async (service, open) => {
      const page = await join(service, open);
      await heading(page, 'Everything asked');
      return page;
    },
  },
  {
    name: 'join, faults',
    own: true,
    come: async (service, open) => {
      const page = await join(service, open);
      await page.getByRole('textbox', { name: 'Email address' }).fill('ana@example');
      await page.getByRole('button', { name: 'Go to the test' }).click();
      await page.getByText('Please check the fields marked below.').waitFor();
      return page;
    },
  },
  {
    name: 'join, invitation needed',
    come: async (service, open) => {
      const page = await join(service, open, { inviteOnly: true });
      await page.getByRole('textbox', { name: 'Email address' }).fill('stranger@example.com');
      await page.getByRole('textbox', { name: 'Full name' }).fill('A Stranger');
      await page.getByRole('button', { name: 'Go to the test' }).click();
      await page.getByText('This email address is not invited.').waitFor();
      return page;
    },
  },
  {
    name: 'join, mailed',
    come: async (service, open) => {
      const { joinUrl, register } = await mint(service);
      const { emailId } = await register();
      const { page } = await open({ allow: answersOf(403) });
      await page.goto(joinUrl);
      await page.getByRole('textbox', { name: 'Email address' }).fill(emailId);
      await page.getByRole('textbox', { name: 'Full name' }).fill('Ana Núñez');
      await page.getByRole('button', { name: 'Go to the test' }).click();
      await heading(page, 'You are already invited');
      return page;
    },
  },
  { name: 'join, confirmation mailed', come: askForConfirmation },
  {
    name: 'confirm',
    own: true,
    come: async (service, open) => {
      const page = await askForConfirmation(service, open);
      const mailed = await page.getByText('An email is on its way to').textContent();
      const emailId = /\S+@\S+(?=\.\s)/.exec(mailed ?? '')?.[0] ?? '';
      await page.goto(await confirmationUrlTo(service, emailId));
      await heading(page, 'Everything asked');
      return page;
    },
  },
];
