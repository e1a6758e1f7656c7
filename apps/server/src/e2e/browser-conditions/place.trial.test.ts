import { expect } from 'vitest';
import { describeInBrowser, it } from '../browser/support/browser.ts';
import { mintCandidate } from '../browser/support/mint.ts';
import { testPageOf } from '../browser/support/test-page.ts';
import { answersOf } from '../browser/support/watch.ts';
import { expectInTime } from './support/stored.ts';

describeInBrowser('the place in the test', { concurrent: true }, () => {
  it('leads another device, and this one after it, to the same question with the same flags', async ({ open, service }) => {
    const { takeUrl, candidate } = await mintCandidate(service);
    const allow = answersOf(403);
    const atLaptop = await open({ allow });
    const laptop = testPageOf(atLaptop.page);
    await laptop.open(takeUrl);
    await laptop.start();
    await laptop.mapItem(4, 'blank').click();
    await laptop.shows(4);
    await laptop.flag();
    await expectInTime(async () => (await candidate.attempt()).place, { questionId: 4, flags: [4] });

    const phone = testPageOf((await open({ allow })).page);
    await phone.open(takeUrl);
    await phone.shows(4);
    await phone.mapItem(4, 'blank, flagged').waitFor();
    await phone.flag();
    await phone.next();
    await phone.shows(5);
    await expectInTime(async () => (await candidate.attempt()).place, { questionId: 5, flags: [] });

    await laptop.next();
    await laptop.shows(5);
    await laptop.text().fill('Paris');
    await laptop.heading('The test goes on somewhere else').waitFor();
    await laptop.takeOver();
    await laptop.shows(5);
    await laptop.mapItem(4, 'blank').waitFor();
  });

  it('Back goes to the question before and Forward to the next; from the first one it asks, and leaves only if told to', async ({
    open,
    service,
  }) => {
    const { takeUrl, candidate } = await mintCandidate(service);
    const { page } = await open();
    const test = testPageOf(page);
    await page.goto(`${service.url}/`);
    await test.open(takeUrl);
    await test.start();
    await test.next();
    await test.shows(2);
    await test.mapItem(5, 'blank').click();
    await test.shows(5);
    await page.goBack();
    await test.shows(2);
    await page.goForward();
    await test.shows(5);
    await page.goBack();
    await test.shows(2);
    // A place that the server does not have yet is lost with the page.
    await expectInTime(async () => (await candidate.attempt()).place?.questionId, 2);
    await page.reload();
    await test.shows(2);
    await page.goBack();
    await test.shows(1);

    await page.goBack();
    const asks = test.dialog('Leave the test?');
    await asks.waitFor();
    await test.button('Back to the test').click();
    await asks.waitFor({ state: 'hidden' });
    await test.shows(1);
    await page.goBack();
    await asks.waitFor();
    await page.keyboard.press('Escape');
    await asks.waitFor({ state: 'hidden' });
    await test.choose('2');
    await test.saved();
    await page.goBack();
    await asks.waitFor();
    await asks.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.waitForURL(`${service.url}/`);

    await page.goForward();
    await test.mapItem(1, 'answered').waitFor();
    expect(await test.option('2').isChecked()).toBe(true);
  });
});
