import { expect } from 'vitest';
import { describeInBrowser, it } from './support/browser.ts';
import { mintCandidate } from './support/mint.ts';

/** Languages a browser may ask for, and what the page then says. */
const cases = [
  { locale: 'de-DE', lang: 'de', dir: 'ltr', start: 'Test starten', minutes: '45 Minuten' },
  { locale: 'ja-JP', lang: 'ja', dir: 'ltr', start: 'テストを開始', minutes: '45 分' },
  { locale: 'ar', lang: 'ar', dir: 'rtl', start: 'بدء الاختبار', minutes: '45 دقيقة' },
  { locale: 'hi-IN', lang: 'hi', dir: 'ltr', start: 'टेस्ट शुरू करें', minutes: '45 मिनट' },
  { locale: 'es-MX', lang: 'es', dir: 'ltr', start: 'Iniciar la prueba', minutes: '45 minutos' },
  { locale: 'fr-CA', lang: 'fr', dir: 'ltr', start: 'Commencer le test', minutes: '45 minutes' },
  // Nobody has written this one: English is for everybody.
  { locale: 'fi-FI', lang: 'en', dir: 'ltr', start: 'Start the test', minutes: '45 minutes' },
];

describeInBrowser('the language of the page', { concurrent: true }, () => {
  it.for(cases)('is $lang for a browser that asks for $locale', async ({ locale, lang, dir, start, minutes }, { open, service }) => {
    const { takeUrl } = await mintCandidate(service);
    const { page } = await open({ locale });
    await page.goto(takeUrl);
    await page.getByRole('button', { name: start, exact: true }).waitFor();
    await page.getByText(minutes, { exact: true }).first().waitFor();
    expect(await page.locator('html').evaluate(({ lang, dir }: HTMLElement) => ({ lang, dir: dir || 'ltr' }))).toEqual({ lang, dir });
    expect(await page.locator('footer select').inputValue()).toBe(lang);
  });

  it('is switched at any time without losing the place, and kept over a reload', async ({ open, service }) => {
    const { takeUrl } = await mintCandidate(service);
    const { page } = await open({ locale: 'en-US' });
    await page.goto(`${takeUrl}#q3`);
    await page.getByRole('button', { name: 'Start the test' }).click();
    const field = page.getByRole('main').getByRole('textbox');
    await field.fill('12.5');
    const choose = page.locator('footer select');
    await choose.selectOption({ label: 'Deutsch' });
    await page.getByRole('heading', { name: 'Frage 3 von 6' }).waitFor();
    // As typed; below it in the way of the language.
    expect(await field.inputValue()).toBe('12.5');
    await page.getByText(/12,5$/).waitFor();
    await choose.selectOption({ label: 'العربية' });
    await page.waitForFunction(() => document.documentElement.dir === 'rtl' && document.documentElement.lang === 'ar');
    await page.reload();
    await field.waitFor();
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    expect(await choose.inputValue()).toBe('ar');
    expect(await page.getByRole('heading', { name: 'Everything asked' }).getAttribute('dir')).toBe('auto');
    await choose.selectOption({ label: 'English' });
    await page.getByRole('heading', { name: 'Question 3 of 6' }).waitFor();
    expect(await page.locator('html').getAttribute('dir')).toBe('ltr');
  });
});
