import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectNoAxeFindings } from './axe.ts';
import { organization, privacy, support } from './browser.ts';

/** Widths of phones, and 200 % zoom of a narrow window. */
const widths = [320, 390];

/** Nothing scrolls sideways on a phone. */
export const expectToFit = async (page: Page, where: string): Promise<void> => {
  const before = page.viewportSize() ?? { width: 1280, height: 900 };
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    const wide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const isWider = (element: Element) => element.getBoundingClientRect().right > clientWidth + 1;
      const names = [...document.querySelectorAll('body *')].filter(isWider).map((element) => `${element.tagName}.${element.className}`);
      return scrollWidth > clientWidth ? names : null;
    });
    expect(wide, `${where} at ${width} px scrolls sideways`).toBe(null);
    const dialog = await page.evaluate(() => {
      const open = document.querySelector('dialog[open]');
      return open === null ? 0 : open.scrollWidth - open.clientWidth;
    });
    expect(dialog, `the dialog of ${where} at ${width} px scrolls sideways`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(before);
};

/** Nothing inline, and nothing kept in cookies. */
export const expectStrict = async (page: Page, context: BrowserContext): Promise<void> => {
  const inline = await page.evaluate(() => ({
    // The editor sets its sizes by script, which the policy allows: it forbids attributes in what is sent.
    styled: [...document.querySelectorAll('[style]:not(.cm-editor, .cm-editor *)')].map((element) => element.outerHTML.slice(0, 120)),
    sheets: document.querySelectorAll('style').length,
    scripts: [...document.scripts].filter((script) => script.src === '').length,
    handlers: [...document.querySelectorAll('*')].flatMap((element) => element.getAttributeNames().filter((name) => name.startsWith('on'))),
  }));
  expect(inline).toEqual({ styled: [], sheets: 0, scripts: 0, handlers: [] });
  expect(await context.cookies()).toEqual([]);
};

/** An address that is unknown belongs to no account. */
const nameless = ['unknown'];

const expectOrganization = async (page: Page): Promise<void> => {
  const footer = page.locator('footer');
  expect(await footer.getByText(organization).count()).toBe(1);
  expect(await footer.getByText(support).getAttribute('href')).toBe(`mailto:${support}`);
  expect(await footer.getByText('Privacy notice').getAttribute('href')).toBe(privacy);
};

const inArabic = async (page: Page): Promise<void> => {
  // A dialog that is open keeps the pointer from the footer, not the language from being changed.
  await page.locator('footer select').selectOption('ar');
  await page.waitForFunction(() => document.documentElement.dir === 'rtl');
};

/** Clean by axe, fits a phone, holds nothing inline, names the account. */
export const expectGoodScreen = async (page: Page, name: string): Promise<void> => {
  await expectStrict(page, page.context());
  if (!nameless.includes(name)) await expectOrganization(page);
  await expectNoAxeFindings(page, name);
  await expectToFit(page, name);
};

/** The same in dark and in Arabic, on a phone. */
export const expectGoodInDarkAndArabic = async (page: Page, name: string): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await inArabic(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoAxeFindings(page, `${name}, dark and in Arabic on a phone`);
  await expectToFit(page, `${name} in Arabic`);
  await expectStrict(page, page.context());
};
