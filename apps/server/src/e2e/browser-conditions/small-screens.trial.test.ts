import { devices, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { describeInBrowser, it } from '../browser/support/browser.ts';
import { mintCandidate } from '../browser/support/mint.ts';
import { testPageOf } from '../browser/support/test-page.ts';
import { expectNoSidewaysScroll, expectTargets } from './support/fits.ts';

const fingertip = 44;

/** The part of the window that the header covers while the question scrolls. */
const headerShare = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const bar = document.querySelector('.bar');
    if (bar === null) throw new Error('there is no header');
    scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
    const { bottom } = bar.getBoundingClientRect();
    scrollTo({ top: 0, behavior: 'instant' });
    return Math.max(0, bottom) / innerHeight;
  });

describeInBrowser('a small screen', { concurrent: true }, () => {
  it('on a phone the whole way goes by tapping, with targets for a fingertip and nothing wider than the screen', async ({
    open,
    service,
  }) => {
    const { takeUrl, testInvitationId } = await mintCandidate(service);
    const { defaultBrowserType: _, ...pixel } = devices['Pixel 7'] ?? {};
    const { page } = await open({ ...pixel, hasTouch: true, isMobile: true });
    const test = testPageOf(page);
    const check = async (screen: string) => {
      await expectNoSidewaysScroll(page, screen);
      await expectTargets(page, screen, fingertip);
    };
    await test.open(takeUrl);
    await test.button('Start the test').waitFor();
    await check('before');
    await test.button('Start the test').tap();
    await test.shows(1);
    await check('question 1');
    expect(await headerShare(page)).toBeLessThan(0.3);
    await test.option('1').tap();
    await test.button('Next').tap();
    await test.shows(2);
    for (const name of ['two', 'four']) await test.option(name, 'checkbox').tap();
    await check('question 2');
    await test.button('Next').tap();
    await test.number().tap();
    await page.keyboard.type('12.5');
    await check('question 3');

    await test.button('Questions').tap();
    await test.dialog('All questions').waitFor();
    await check('map');
    await test.dialog('All questions').getByRole('button', { name: 'Question 5: blank' }).tap();
    await test.shows(5);
    await test.text().tap();
    await page.keyboard.type('Paris');
    await check('question 5');
    await test.button('Submit').tap();
    await test.dialog('Submit the test?').waitFor();
    await check('submit');
    await test.button('Submit now').tap();
    await test.heading('Your test is submitted').waitFor();
    await check('completed');
    expect((await service.api.generatedReport(testInvitationId)).score).toBe('8');
  });

  it.for([
    { name: '200 % zoom', viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 },
    { name: '400 % zoom', viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 },
  ])(
    'at $name everything is there, nothing is wider than the window, and the header leaves the question its room',
    async (zoom, { open, service }) => {
      const { takeUrl } = await mintCandidate(service);
      const { page } = await open({ viewport: zoom.viewport, deviceScaleFactor: zoom.deviceScaleFactor });
      const test = testPageOf(page);
      await test.open(takeUrl);
      await test.button('Start the test').waitFor();
      await expectNoSidewaysScroll(page, 'before');
      await test.start();
      for (const number of [1, 2, 3, 4, 5, 6]) {
        await test.shows(number);
        await expectNoSidewaysScroll(page, `question ${number}`);
        expect(await headerShare(page)).toBeLessThan(0.4);
        if (number < 6) await test.next();
      }
      const map = await test.openMap();
      await map.waitFor();
      await expectNoSidewaysScroll(page, 'map');
      await page.keyboard.press('Escape');
      await map.waitFor({ state: 'detached' });
      const keys = await test.openKeys();
      await keys.waitFor();
      await expectNoSidewaysScroll(page, 'keys');
      await page.keyboard.press('Escape');
      await keys.waitFor({ state: 'detached' });
      await (await test.openSubmit()).waitFor();
      await expectNoSidewaysScroll(page, 'submit');
      await test.button('Submit now').click();
      await test.heading('Your test is submitted').waitFor();
      await expectNoSidewaysScroll(page, 'completed');
    },
  );

  it('with reduced motion nothing glides: no transition and no smooth scrolling, and the spinner all but stands', async ({
    open,
    service,
  }) => {
    const { takeUrl } = await mintCandidate(service);
    const { page } = await open({ reducedMotion: 'reduce' });
    const test = testPageOf(page);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/attempt', async (route) => {
      await held;
      await route.continue();
    });
    const moving = () =>
      page.evaluate(() =>
        document.getAnimations().flatMap((one) => {
          const duration = Number(one.effect?.getComputedTiming().duration);
          const isSpinner = one instanceof CSSAnimation && duration >= 4000;
          return isSpinner || duration < 20 ? [] : [`${one.constructor.name} of ${duration} ms`];
        }),
      );
    await test.open(takeUrl);
    await test.heading('Loading your test…').waitFor();
    expect(await moving()).toEqual([]);
    answer();
    await test.start();
    await test.option('1').check();
    expect(await moving()).toEqual([]);
    await (await test.openSubmit()).waitFor();
    expect(await moving()).toEqual([]);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
  });
});
