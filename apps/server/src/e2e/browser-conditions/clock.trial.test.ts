import { expect } from 'vitest';
import { describeInBrowser, it } from '../browser/support/browser.ts';
import { closeIn } from '../browser/support/link-window.ts';
import { mintCandidate } from '../browser/support/mint.ts';
import { type TestPage, testPageOf } from '../browser/support/test-page.ts';
import type { Candidate } from '../support/candidate.ts';
import { openWithClock, setClock } from './support/device-clock.ts';
import { expectInTime } from './support/stored.ts';

const hour = 3_600_000;
const toleranceSeconds = 2;

const serversSeconds = async (candidate: Candidate): Promise<number> => {
  const { deadline, serverTime } = await candidate.attempt();
  return (Date.parse(deadline ?? '') - Date.parse(serverTime)) / 1000;
};

const shownSeconds = async (test: TestPage): Promise<number> => {
  const shown = await test.time().textContent();
  const [, minutes, seconds] = /(\d+):(\d\d)$/.exec(shown ?? '') ?? [];
  return Number(minutes) * 60 + Number(seconds);
};

const expectServersTime = async (test: TestPage, candidate: Candidate): Promise<void> => {
  const apart = Math.abs((await shownSeconds(test)) - (await serversSeconds(candidate)));
  expect(apart, 'seconds between the time shown and the server').toBeLessThanOrEqual(toleranceSeconds);
};

/** Opens the test to its start button. Gives the seconds that took: what a loaded machine needs more time for. */
const openToStart = async (test: TestPage, takeUrl: string): Promise<number> => {
  const from = performance.now();
  await test.open(takeUrl);
  await test.button('Start the test').waitFor();
  return (performance.now() - from) / 1000;
};

const clocks = [
  { name: 'an hour ahead, then an hour behind', before: hour, during: -hour },
  { name: 'an hour behind, then an hour ahead', before: -hour, during: hour },
];

describeInBrowser('a device clock that is wrong and is changed', { concurrent: true }, () => {
  it.for(clocks)('$name: the time left is the server’s, before and after', async ({ before, during }, { open, service }) => {
    const { takeUrl, candidate } = await mintCandidate(service);
    const { page, context } = await open();
    await openWithClock(context, before);
    const test = testPageOf(page);
    await test.open(takeUrl);
    await page.getByText('The clock of your device is 1 hour off.').waitFor();
    await test.start();
    await expectServersTime(test, candidate);

    // The page sees that the clock was moved, and asks the server again.
    const asked = page.waitForResponse('**/attempt');
    await setClock(page, during);
    await expectServersTime(test, candidate);
    await asked;
    await expectServersTime(test, candidate);
    await page.reload();
    await test.shows(1);
    await expectServersTime(test, candidate);
  });

  it('the last minute is announced when the server’s last minute begins', async ({ open, service }) => {
    const minted = await mintCandidate(service);
    const { candidate } = minted;
    const { page, context } = await open();
    await openWithClock(context, hour);
    const test = testPageOf(page);
    const pace = await openToStart(test, minted.takeUrl);
    await closeIn(service, minted, 66 + 2 * pace);
    await test.start();
    expect(await serversSeconds(candidate)).toBeGreaterThan(60);
    await setClock(page, -hour);
    const spoken = page.locator('[aria-live=assertive]');
    expect(await spoken.textContent()).toBe('');
    await page.getByText('Less than 5 minutes left').waitFor();
    await spoken.getByText('1 minute left').waitFor();
    expect(Math.abs((await serversSeconds(candidate)) - 60)).toBeLessThanOrEqual(toleranceSeconds);
    await page.getByText('Less than 1 minute left').waitFor();
  });
});

describeInBrowser('at the deadline', { concurrent: true }, () => {
  it.for(clocks)(
    'the page submits by itself, with what was typed in the last seconds, by a clock $name',
    async (clock, { open, service }) => {
      const minted = await mintCandidate(service);
      const { candidate, testInvitationId } = minted;
      const { page, context } = await open();
      await openWithClock(context, clock.before);
      const test = testPageOf(page);
      const pace = await openToStart(test, minted.takeUrl);
      const deadline = await closeIn(service, minted, 12 + 2 * pace);
      await test.start();
      await test.mapItem(6, 'blank').click();
      await setClock(page, clock.during);
      await candidate.at(deadline - 3_000 - pace * 500);
      await test.text().fill('pacific ocean');
      await test.heading('Your test is submitted').waitFor();
      await page.getByText('You answered 1 of 6 questions.').waitFor();
      expect((await service.api.generatedReport(testInvitationId)).score).toBe('2');
      // The page knows the server's clock as well as its requests were fast: on a loaded machine it may be some milliseconds early.
      const completedAt = Date.parse((await candidate.attempt()).completedAt ?? '');
      expect(completedAt).toBeLessThanOrEqual(deadline);
      expect(completedAt).toBeGreaterThan(deadline - toleranceSeconds * 1000);
      expect(await page.getByText('Time is up').count()).toBe(completedAt === deadline ? 1 : 0);
    },
  );

  it('what is typed until the very end is what counts, to the last key', async ({ open, service }) => {
    const minted = await mintCandidate(service);
    const { candidate } = minted;
    const { page } = await open();
    const test = testPageOf(page);
    const typed: string[] = [];
    await page.exposeFunction('noteTyped', (text: string) => typed.push(text));
    const stored: unknown[] = [];
    page.on('response', async (response) => {
      if (response.request().method() !== 'PUT') return;
      const { accepted, answer, revision } = (await response.json()).result;
      stored.push({ accepted, answer, revision });
    });
    const pace = await openToStart(test, minted.takeUrl);
    const deadline = await closeIn(service, minted, 10 + 2 * pace);
    await test.start();
    await test.mapItem(6, 'blank').click();
    await test.text().focus();
    await page.evaluate(() => {
      const noteTyped: (text: string) => void = Reflect.get(globalThis, 'noteTyped');
      const area = document.querySelector('textarea');
      area?.addEventListener('input', () => noteTyped(area.value));
    });
    await candidate.at(deadline - 2_000 - pace * 500);
    const over = test.heading('Your test is submitted');
    while (!(await over.isVisible())) await page.keyboard.type('ebb ');
    const last = { accepted: true, answer: typed.at(-1), revision: typed.length };
    expect(typed.length).toBeGreaterThan(1);
    await expectInTime(async () => stored.at(-1), last);
  });
});
