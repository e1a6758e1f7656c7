import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InviteResult } from '@assay/domain';
import { until } from '@assay/testing';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { accountEmail, accountEnvironment } from '../../support/account.ts';
import { apiOf } from '../../support/api.ts';
import { AssayProcess } from '../../support/assay-process.ts';
import { candidateAt } from '../../support/candidate.ts';
import { mailsTo } from '../../support/mails.ts';
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

type Studio = { readonly browser: Browser; readonly service: Host; readonly data: string };

const inContext = async ({ browser, service }: Studio, options: OpenOptions, work: (page: Page) => Promise<void>): Promise<void> => {
  const { context, page } = await openContext(browser, service.url, { reducedMotion: 'reduce', ...options });
  await work(page);
  await context.close();
};

/** With a palette: the page has few colours, and pictures in a repository are kept for good. */
const keep = async (picture: Buffer, name: string): Promise<void> => {
  await sharp(picture)
    .png({ palette: true, quality: 90, effort: 10 })
    .toFile(join(directory, `${name}.png`));
};

const shoot = async (page: Page, name: string, fullPage = false): Promise<void> =>
  keep(await page.screenshot({ animations: 'disabled', caret: 'hide', fullPage }), name);

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

/** What a candidate and a recruiter get: the three mails of an attempt, and the first page of its report. */
const results = async ({ browser, service, data }: Studio): Promise<void> => {
  const { url, api } = service;
  const { testId, testLinkId } = await mint(service, { file: showcaseFile });
  const candidate = { emailId: 'ana@example.com', fullName: 'Ana Núñez', testLinkId };
  const { invitation } = await api.post<InviteResult>(`/manage/v1/tests/${testId}/invitations`, candidate);
  const { start, save, events, submit } = candidateAt(service, String(invitation.takeTestURL));
  await start();
  for (const [questionId, answer] of [
    [1, 'c'],
    [2, 'a'],
    [3, ['a']],
    [4, 12.5],
    [5, 'Geneva'],
    ...Array.from({ length: 7 }, (_, index) => [6 + index, 2 ** index] as const),
    [15, 'structuredClone'],
  ] as const)
    await save(questionId, typeof answer === 'object' ? [...answer] : answer);
  const left = new Date();
  await events({
    sentAt: left.toISOString(),
    events: [
      { type: 'left', at: left.toISOString() },
      { type: 'returned', at: left.toISOString() },
    ],
  });
  await submit();
  await api.generatedReport(invitation.testInvitationId);
  const response = await fetch(`${url}/v2/org/report/${invitation.testInvitationId}/pdf`, { headers: { 'x-api-key': key } });
  const pdf = Buffer.from(await response.arrayBuffer());
  await keep(execFileSync('pdftoppm', ['-png', '-r', '96', '-f', '1', '-l', '1'], { input: pdf }), 'report-pdf');

  const [invited, receipt] = await until('the mails of the candidate', async () => {
    const mails = await mailsTo(data, candidate.emailId);
    return mails.length < 2 ? undefined : mails;
  });
  const told = await until('the mail about the report', async () =>
    (await mailsTo(data, accountEmail)).find(({ text = '' }) => text.includes(candidate.emailId)),
  );
  for (const [name, mail] of Object.entries({ 'mail-invitation': invited, 'mail-receipt': receipt, 'mail-report': told })) {
    const { context, page } = await openContext(browser, url, { viewport: { width: 640, height: 400 } });
    // Where somebody would install it: the port of the pictures says nothing.
    await page.setContent(String(mail?.html).replaceAll(url, 'https://tests.example.com'));
    await shoot(page, name, true);
    await context.close();
  }
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
  const studio = { browser, service: { url, api: apiOf({ url }, key) }, data };
  await running(studio);
  await coding(studio);
  await around(studio);
  await results(studio);
} finally {
  await browser.close();
  await server.stop();
  await rm(data, { recursive: true, force: true });
}
