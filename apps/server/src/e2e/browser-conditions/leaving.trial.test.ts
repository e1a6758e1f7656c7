import { expect } from 'vitest';
import { describeInBrowser, itInWholeBrowser as it } from '../browser/support/browser.ts';
import { mintCandidate } from '../browser/support/mint.ts';
import { testPageOf } from '../browser/support/test-page.ts';
import { openWithClock } from './support/device-clock.ts';
import { setHidden, useRealFocus } from './support/window-focus.ts';

const once = 'You left this window. This was counted.';
const twice = 'You left this window. This was counted, 2 times so far.';

describeInBrowser('leaving the window', {}, () => {
  it('each switch is one violation with its time, the page says so, and a reload is none', async ({ open, service }) => {
    const { takeUrl, testInvitationId, candidate } = await mintCandidate(service);
    const { page, context } = await open();
    await openWithClock(context, 3_600_000);
    const test = testPageOf(page);
    await test.open(takeUrl);
    await useRealFocus(context, page);
    await test.start();
    const began = Date.now();

    const left = page.waitForResponse('**/events');
    const other = await context.newPage();
    await setHidden(page, true);
    await left;
    const { serverTime } = await candidate.attempt();
    await candidate.at(Date.parse(serverTime) + 1_500);
    const returned = page.waitForResponse('**/events');
    await other.close();
    await setHidden(page, false);
    await page.getByText(once).waitFor();
    await returned;
    await test.button('Close').click();
    await page.getByText(once).waitFor({ state: 'detached' });

    const leftAgain = page.waitForResponse('**/events');
    const another = await context.newPage();
    await leftAgain;
    await page.getByText(twice).waitFor();
    const returnedAgain = page.waitForResponse('**/events');
    await another.close();
    await returnedAgain;

    await page.reload();
    await test.shows(1);
    await test.choose('1');
    await test.submit();
    const { wv, tv } = await service.api.generatedReport(testInvitationId);
    expect(wv).toBe(2);
    expect(tv).toBeGreaterThanOrEqual(1);
    expect(tv).toBeLessThanOrEqual((Date.now() - began) / 1000);
  });

  it('a look at the page’s own dialogs, its keys and its language is no violation', async ({ open, service }) => {
    const { takeUrl, testInvitationId } = await mintCandidate(service);
    const { page, context } = await open();
    const test = testPageOf(page);
    await test.open(takeUrl);
    await useRealFocus(context, page);
    await test.start();
    const keys = await test.openKeys();
    await keys.waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await page.getByRole('heading', { name: /^Frage 1 / }).waitFor();
    await page.getByRole('combobox').selectOption('en');
    await test.submit();
    expect(await service.api.generatedReport(testInvitationId)).toMatchObject({ wv: 0, tv: 0 });
  });
});
