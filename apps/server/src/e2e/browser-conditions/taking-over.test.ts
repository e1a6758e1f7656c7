import { expect } from 'vitest';
import { describeInBrowser, it } from '../browser/support/browser.ts';
import { byKeyboard } from '../browser/support/by-keyboard.ts';
import { mintCandidate } from '../browser/support/mint.ts';
import { testPageOf } from '../browser/support/test-page.ts';
import { answersOf, offlineErrors } from '../browser/support/watch.ts';
import { call } from '../support/http.ts';
import { expectInTime, expectStored, expectStoredNow } from './support/stored.ts';

const elsewhere = 'The test goes on somewhere else';
const keptHere = 'Offline: kept on this device, will send';

/** Who is taken over may be refused once more: a save, or the place, that was on its way. */
const allow = { errors: [...(offlineErrors.errors ?? []), ...(answersOf(403).errors ?? [])] };

describeInBrowser('the test opened twice', { concurrent: true }, () => {
  it('a second tab takes over with what the first could not send, the first says so, and it can be taken back', async ({
    open,
    service,
  }) => {
    const { takeUrl, candidate } = await mintCandidate(service);
    const { page, context } = await open({ allow });
    const first = testPageOf(page);
    await first.open(takeUrl);
    await first.start();
    await first.choose('2');
    await expectStored(candidate, { 1: 'b' });
    await page.route('**/answers/*', (route) => route.abort());
    await first.next();
    await first.tick('two');
    await first.save(keptHere).waitFor();

    const second = testPageOf(await context.newPage());
    await second.open(takeUrl);
    await first.heading(elsewhere).waitFor();
    await second.mapItem(2, 'answered').waitFor();
    await expectStored(candidate, { 1: 'b', 2: ['a'] });
    await second.mapItem(3, 'blank').click();
    await second.number().fill('12.5');
    await expectStored(candidate, { 1: 'b', 2: ['a'], 3: 12.5 });

    await page.unroute('**/answers/*');
    await first.takeOver();
    await second.heading(elsewhere).waitFor();
    await first.mapItem(3, 'answered').waitFor();
    await first.mapItem(5, 'blank').click();
    await first.text().fill('Paris');
    await expectStored(candidate, { 1: 'b', 2: ['a'], 3: 12.5, 5: 'Paris' });
    await first.submit();
    await second.heading('Your test is submitted').waitFor();
  });

  it('a second device takes over; the first is refused (403.19), says so, and brings its unsent answers when it goes on', async ({
    open,
    service,
  }) => {
    const { takeUrl, candidate } = await mintCandidate(service);
    const phone = await open({ allow });
    const laptop = await open({ allow });
    const first = testPageOf(phone.page);
    const second = testPageOf(laptop.page);
    await first.open(takeUrl);
    const started = phone.page.waitForRequest('**/start');
    await first.start();
    const { sessionId } = (await started).postDataJSON();
    await first.choose('1');
    await expectStored(candidate, { 1: 'a' });
    await phone.context.setOffline(true);
    await first.mapItem(5, 'blank').click();
    await first.text().fill('Paris');
    await first.save(keptHere).waitFor();

    await second.open(takeUrl);
    await second.mapItem(1, 'answered').waitFor();
    await second.mapItem(3, 'blank').click();
    await second.number().fill('12.5');
    await expectStored(candidate, { 1: 'a', 3: 12.5 });
    // Otherwise this is what the second one is refused with, before it types.
    await expectInTime(async () => (await candidate.attempt()).place?.questionId, 3);

    await phone.context.setOffline(false);
    await first.heading(elsewhere).waitFor();
    const refused = await call(`${takeUrl}/answers/1`, { method: 'PUT', body: { answer: 'b', revision: 99, sessionId } });
    expect(refused.statuscode).toBe('403.19');
    await expectStoredNow(candidate, { 1: 'a', 3: 12.5 });

    await first.takeOver();
    await first.mapItem(3, 'answered').waitFor();
    await expectStored(candidate, { 1: 'a', 3: 12.5, 5: 'Paris' });
    await second.mapItem(6, 'blank').click();
    await second.text().fill('Atlantic');
    await second.heading(elsewhere).waitFor();
    await expectStoredNow(candidate, { 1: 'a', 3: 12.5, 5: 'Paris' });
  });

  it.for([
    ['Use the answer of this device', 'OLD draft', 'NEW final answer'],
    ['Use the answer saved elsewhere', 'NEW final answer', 'OLD draft'],
  ] as const)(
    'what a laptop typed offline is shown beside what a phone saved since, and counts only if it is chosen: %s',
    async ([choice, chosen, other], { open, service }) => {
      const { takeUrl, candidate, testInvitationId } = await mintCandidate(service);
      const atLaptop = await open({ allow });
      const laptop = testPageOf(atLaptop.page);
      await laptop.open(`${takeUrl}#q5`);
      await laptop.button('Start the test').click();
      await laptop.text().fill('both have seen this');
      await expectStored(candidate, { 5: 'both have seen this' });
      await atLaptop.context.setOffline(true);
      // What was tried is sent first when the network is back.
      const tried = atLaptop.page.waitForEvent('requestfailed', (request) => request.url().endsWith('/answers/5'));
      await laptop.text().fill('O');
      await tried;
      for (const text of ['OLD', 'OLD draft']) await laptop.text().fill(text);
      await laptop.save(keptHere).waitFor();

      const atPhone = await open({ allow, viewport: { width: 390, height: 844 } });
      const phone = testPageOf(atPhone.page);
      await phone.open(`${takeUrl}#q5`);
      await phone.text().fill('NEW final answer');
      await expectStored(candidate, { 5: 'NEW final answer' });

      await atLaptop.context.setOffline(false);
      await laptop.heading(elsewhere).waitFor();
      await laptop.takeOver();
      const both = atLaptop.page.getByRole('region', { name: 'This question has two answers' });
      await both.getByText('OLD draft').waitFor();
      await both.getByText('NEW final answer').waitFor();
      await both.getByText(/^Saved elsewhere at \d/).waitFor();
      await laptop.save('Two answers: choose one').waitFor();
      await laptop.mapItem(5, 'answered, two answers').waitFor();
      await expectStoredNow(candidate, { 5: 'NEW final answer' });

      await atLaptop.page.reload();
      await both.getByText('OLD draft').waitFor();
      const dialog = await laptop.openSubmit();
      await dialog.getByText('1 question has two answers; until you choose, the one saved elsewhere counts:').waitFor();
      await laptop.button('Back to the test').click();
      const keys = byKeyboard(atLaptop.page);
      await keys.tabTo(choice);
      await keys.press('Enter');
      await keys.focusOn('Question 5 of 6');
      await laptop.saved();
      expect(await laptop.text().inputValue()).toBe(chosen);
      await expectStored(candidate, { 5: chosen });

      const { timeline } = await service.api.timeline(testInvitationId);
      const setAside = timeline.filter(({ type }) => type === 'answer.set-aside').map(({ data }) => data);
      // The laptop's two were refused in any case; the phone's gave way if it was not chosen.
      expect(setAside).toEqual((other === 'OLD draft' ? [5, 5] : [5, 5, 5]).map((questionId) => ({ attempt: 1, questionId })));
    },
  );
});
