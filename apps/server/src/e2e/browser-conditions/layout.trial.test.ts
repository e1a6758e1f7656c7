import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { describeInBrowser, it } from '../browser/support/browser.ts';
import { mintCandidate } from '../browser/support/mint.ts';
import { testPageOf } from '../browser/support/test-page.ts';
import { expectNoSidewaysScroll } from './support/fits.ts';
import { layoutShiftsOf, noteLayoutShifts } from './support/layout-shift.ts';

/** What of the page's header is cut off: beyond the edges of the window, or of the part around it. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.bar button, .time-box, .save-text')].flatMap((part) => {
      const { left, right, width } = part.getBoundingClientRect();
      const isIn = left >= 0 && right <= document.documentElement.clientWidth && part.scrollWidth <= part.clientWidth + 1;
      return width === 0 || isIn || getComputedStyle(part).display === 'inline' ? [] : [`${part.textContent}: ${left}–${right}`];
    }),
  );

const expectSteady = async (page: Page, screen: string): Promise<void> => {
  const shifts = await layoutShiftsOf(page);
  const sum = shifts.reduce((total, [value]) => total + value, 0);
  expect(sum, `${screen}: ${JSON.stringify(shifts)}`).toBeLessThan(0.05);
};

const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ kind: 'numeric', prompt: `${index} + 0?`, answer: index }));

describeInBrowser('the layout', { concurrent: true }, () => {
  it.for([
    { width: 390, locale: 'en-GB' },
    { width: 320, locale: 'en-GB' },
    { width: 390, locale: 'de-DE' },
    { width: 390, locale: 'ar' },
  ])('with text at 200 %, at $width px in $locale, cuts nothing off', async ({ width, locale }, { open, service }) => {
    const { takeUrl } = await mintCandidate(service);
    const { page, context } = await open({ viewport: { width, height: 844 }, locale });
    await context.addInitScript(() =>
      document.addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%')),
    );
    await page.goto(takeUrl);
    await page.locator('.button-large').click();
    const field = page.getByRole('main').getByRole('textbox');
    for (const question of [1, 2, 3]) {
      await page.locator(`#question-${question}`).waitFor();
      await expectNoSidewaysScroll(page, `question ${question}`);
      expect(await cutOff(page)).toEqual([]);
      await page.locator('.question-foot .button').last().click();
    }
    await page.locator('.question-foot .button').first().click();
    await field.fill('12 s');
    await page.locator('.save-invalid').waitFor();
    expect(await cutOff(page)).toEqual([]);
    await expectNoSidewaysScroll(page, 'not saved');
    await page.locator('.bar-buttons .button-main').click();
    await page.getByRole('dialog').waitFor();
    await expectNoSidewaysScroll(page, 'submit');
    expect(await page.locator('dialog').evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(true);
  });

  it.for([{ width: 1280 }, { width: 390 }])('moves nothing while the page loads, at $width px', async ({ width }, { open, service }) => {
    const { takeUrl } = await mintCandidate(service);
    const { page, context } = await open({ viewport: { width, height: 844 } });
    await noteLayoutShifts(context);
    const test = testPageOf(page);
    await test.open(takeUrl);
    await page.getByText(/answers in/).waitFor();
    await expectSteady(page, 'before');
    await test.start();
    await page.reload();
    await test.shows(1);
    await expectSteady(page, 'a running test that is loaded again');
    await page.reload();
    await test.submit();
    await page.reload();
    await test.heading('Your test is submitted').waitFor();
    await expectSteady(page, 'completed');
  });

  it('the map of many questions follows the one that is shown', async ({ open, service }) => {
    const sections = [{ name: 'All', questions: numbers(300) }];
    const { takeUrl } = await mintCandidate(service, { file: { name: 'Many', duration: 300, sections } });
    const { page } = await open({ viewport: { width: 1280, height: 700 } });
    const test = testPageOf(page);
    const expectInView = async (number: number) => {
      await test.shows(number);
      const share = await page.evaluate(() => {
        const [cell, side] = ['.side [aria-current=true]', '.side'].map((one) => document.querySelector(one)?.getBoundingClientRect());
        if (cell === undefined || side === undefined) throw new Error('there is no map');
        return [cell.top - side.top >= 0, side.bottom - cell.bottom >= 0, scrollY];
      });
      expect(share).toEqual([true, true, 0]);
    };
    await page.goto(`${takeUrl}#q250`);
    await page.getByText('5 hours', { exact: true }).waitFor();
    await test.button('Start the test').click();
    await expectInView(250);
    await page.keyboard.press('n');
    await expectInView(251);
    await page.evaluate(() => document.querySelector('.side')?.scrollTo({ top: 0 }));
    await page.keyboard.press('n');
    await expectInView(252);
    for (let presses = 0; presses < 30; presses += 1) await page.keyboard.press('p');
    await expectInView(222);
  });
});
