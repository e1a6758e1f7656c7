import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { accountEnvironment } from '../../support/account.ts';
import { apiOf } from '../../support/api.ts';
import { AssayProcess } from '../../support/assay-process.ts';
import { launch, type OpenOptions, openContext, wholeBrowser } from './chromium.ts';
import { codePageOf } from './code-page.ts';
import { type Host, mint, mintCandidate } from './mint.ts';
import { codeShowcase, codeShown, showcaseFile } from './showcase.ts';
import { testPageOf } from './test-page.ts';

/**
 * Writes docs/screens/*.png from the built server: `node --conditions=@assay/source src/e2e/browser/support/take-screens.ts`. Not a
 * test: nothing is compared.
 */
const directory = fileURLToPath(new URL('../../../../../../docs/screens/', import.meta.url));
const phone: OpenOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

type Studio = { readonly browser: Browser; readonly service: Host };

const inContext = async ({ browser, service }: Studio, options: OpenOptions, work: (page: Page) => Promise<void>): Promise<void> => {
  const { context, page } = await openContext(browser, service.url, { reducedMotion: 'reduce', ...options });
  await work(page);
  await context.close();
};

/** With a palette: the page has few colours, and pictures in a repository are kept for good. */
const shoot = async (page: Page, name: string, fullPage = false): Promise<void> => {
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide', fullPage });
  await sharp(picture)
    .png({ palette: true, quality: 90, effort: 10 })
    .toFile(join(directory, `${name}.png`));
};

/** Half of the test is done, and the second question is shown. */
const halfway = async ({ service }: Studio, page: Page): Promise<void> => {
  const { takeUrl, candidate } = await mintCandidate(service, { file: showcaseFile });
  await candidate.start();
  for (const [questionId, answer] of [
    [1, 'c'],
    [3, ['a', 'c']],
    [4, 12.5],
    [5, 'Paris'],
  ] as const)
    await candidate.save(questionId, typeof answer === 'object' ? [...answer] : answer);
  await page.goto(`${takeUrl}#q2`);
  await page.locator('.question').waitFor();
  await page.locator('.button-flag').click();
};

const running = async (studio: Studio): Promise<void> => {
  for (const [name, options] of [
    ['take-running', {}],
    ['take-running-phone', phone],
    ['take-dark', { colorScheme: 'dark' }],
    ['take-rtl', { locale: 'ar' }],
  ] as const)
    await inContext(studio, options, async (page) => {
      await halfway(studio, page);
      await shoot(page, name);
    });
  await inContext(studio, phone, async (page) => {
    await halfway(studio, page);
    await (await testPageOf(page).openMap()).waitFor();
    await shoot(page, 'take-map');
  });
  await inContext(studio, {}, async (page) => {
    await halfway(studio, page);
    await (await testPageOf(page).openSubmit()).waitFor();
    await shoot(page, 'take-submit');
    await page.getByRole('button', { name: 'Submit now' }).click();
    await testPageOf(page).heading('Your test is submitted').waitFor();
    await shoot(page, 'take-completed');
  });
};

/** A program that is wrong in one of two samples. */
const coding = async (studio: Studio): Promise<void> => {
  for (const [name, options] of [
    ['take-code', { viewport: { width: 1280, height: 1000 } }],
    ['take-code-phone', phone],
  ] as const)
    await inContext(studio, options, async (page) => {
      const test = codePageOf(page);
      await page.goto((await mintCandidate(studio.service, { file: codeShowcase })).takeUrl);
      await test.start();
      await test.editor().waitFor();
      await test.write(codeShown);
      await test.run();
      await test.result('Wrong answer').scrollIntoViewIfNeeded();
      await test.saved();
      await test.button('Run the samples').waitFor();
      await shoot(page, name);
    });
};

const around = async (studio: Studio): Promise<void> => {
  const { service } = studio;
  await inContext(studio, {}, async (page) => {
    await page.goto((await mintCandidate(service, { file: showcaseFile, camera: true })).takeUrl);
    await page.getByText(/^(Good|Slow): answers in/).waitFor();
    await shoot(page, 'take-before', true);
  });
  await inContext(studio, phone, async (page) => {
    await page.goto((await mintCandidate(service, { file: showcaseFile, camera: true })).takeUrl);
    await page.getByText(/^(Good|Slow): answers in/).waitFor();
    await shoot(page, 'take-before-phone');
  });
  await inContext(studio, { timezoneId: 'Asia/Kolkata' }, async (page) => {
    await page.goto((await mintCandidate(service, { file: showcaseFile, opensAt: Date.now() + 27.4 * 3_600_000 })).takeUrl);
    await testPageOf(page).heading('The test is not open yet').waitFor();
    await shoot(page, 'take-waiting');
  });
  await inContext(studio, {}, async (page) => {
    await page.goto((await mint(service, { file: showcaseFile })).joinUrl);
    await page.getByRole('textbox', { name: 'Email address' }).fill('ana@example');
    await page.getByRole('textbox', { name: 'Full name' }).fill('Ana Núñez');
    await page.getByText('This is not an email address.').waitFor();
    await shoot(page, 'join');
  });
};

/** The server as it was built, for the pictures only. */
class StudioServer extends AssayProcess {
  async url(): Promise<string> {
    await this.told('Ctrl-C stops it.');
    const [, url] = /Assay is running at (\S+)/.exec(this.stdout) ?? [];
    if (url === undefined) throw this.fault('the banner has no URL');
    return url;
  }
}

const key = 'pictures-pictures-pictures-pictures';
const main = fileURLToPath(new URL('../../../../dist/main.js', import.meta.url));
const data = await mkdtemp(join(tmpdir(), 'assay-screens-'));
const server = new StudioServer(main, [], { ASSAY_PORT: '0', ASSAY_DATA_DIR: data, ASSAY_API_KEY: key, ...accountEnvironment });
const browser = await launch(wholeBrowser);
try {
  await mkdir(directory, { recursive: true });
  const url = await server.url();
  const studio = { browser, service: { url, api: apiOf({ url }, key) } };
  await running(studio);
  await coding(studio);
  await around(studio);
} finally {
  await browser.close();
  await server.stop();
  await rm(data, { recursive: true, force: true });
}
