import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@assay/testing';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { mailTo } from '../support/mails.ts';
import { describeInBrowser, it } from './support/browser.ts';
import { mint } from './support/mint.ts';
import { testPageOf } from './support/test-page.ts';

/** Where the test leads when it is over: an ATS that greets each visitor. */
const careersPage = it.extend('careers', async ({ task }, { onCleanup }) => {
  const paths: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url);
    response.setHeader('content-type', 'text/html');
    response.end(`<title>Careers</title><link rel="icon" href="data:,"><h1>Welcome back from ${task.name}</h1>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onCleanup(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return { origin, url: `${origin}/done?job=a%20b&x=%7e&id={testInvitationId}`, paths };
});

/** Submits and holds the clock of the page on the completed screen, which would lead on before a slow machine has read it. */
const submitAndHold = async (page: Page, dialog: Locator): Promise<void> => {
  await page.clock.pauseAt(Date.now() + 60_000);
  await dialog.getByRole('button', { name: 'Submit now' }).click();
  await until('the completed screen', async () => {
    await page.clock.runFor(20);
    return (await page.getByText('You go on to').isVisible()) ? true : undefined;
  });
};

describeInBrowser('the whole way of a candidate', { concurrent: true }, () => {
  careersPage(
    'answers each kind, sees each saved and mapped, submits with two blank, and is led on within 3 s with the exact score stored',
    async ({ open, service, careers }) => {
      const { register, testId } = await mint(service);
      const { takeUrl, testInvitationId, emailId } = await register({ redirectURL: careers.url });
      const { page } = await open({ allow: { origins: [careers.origin] } });
      const test = testPageOf(page);

      await page.clock.install();
      await test.open(takeUrl);
      await test.heading('Everything asked').waitFor();
      await page.getByText('Acme Hiring invites you to take this test.').waitFor();
      for (const [name, minutes] of [
        ['Choices', 20],
        ['Numbers', 15],
        ['Words', 10],
      ])
        await page
          .getByRole('listitem')
          .filter({ hasText: `${name}2 questions${minutes} minutes` })
          .waitFor();
      await page.getByText('You have 45 minutes.').waitFor();
      await test.start();
      expect(await test.time().textContent()).toMatch(/4[45]:\d\d/);

      await test.choose('1');
      await test.saved();
      await test.mapItem(1, 'answered').waitFor();
      await test.next();

      await test.shows(2);
      await test.tick('two', 'three', 'four');
      await test.option('three', 'checkbox').uncheck();
      await test.flag();
      await test.mapItem(2, 'answered, flagged').waitFor();
      await test.next();

      await test.shows(3);
      await test.number().fill('12,5');
      await page.getByText('Read as 12.5').waitFor();
      await test.saved();
      await test.mapItem(3, 'answered').waitFor();
      await test.next();

      await test.shows(4);
      await test.number().fill('−0.75 km');
      await page.getByText('Write only the number: -0.75').waitFor();
      await test.mapItem(4, 'blank, not saved').waitFor();
      await test.number().fill('-0.75');
      await page.getByText('Read as -0.75').waitFor();
      await test.mapItem(4, 'answered').waitFor();
      await test.next();

      await test.shows(5);
      await test.text().fill('  PARIS ');
      await test.saved();
      await test.mapItem(5, 'answered').waitFor();
      // An answer that is taken back is blank again.
      await test.mapItem(1, 'answered').click();
      await test.shows(1);
      await test.button('Clear the answer').click();
      await test.mapItem(1, 'blank').waitFor();

      const dialog = await test.openSubmit();
      await dialog.getByText('2 questions are blank:').waitFor();
      await dialog.getByText('1 question is flagged:').waitFor();
      expect(await dialog.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))).toEqual([
        'Question 1: blank',
        'Question 6: blank',
        'Question 2: answered',
      ]);
      await dialog.getByRole('link', { name: 'Question 1: blank' }).click();
      await test.shows(1);
      await test.choose('1');
      const again = await test.openSubmit();
      await again.getByText('1 question is blank:').waitFor();
      await submitAndHold(page, again);

      await test.heading('Your test is submitted').waitFor();
      await page.getByText('You answered 5 of 6 questions.').waitFor();
      await page.getByText(/^Submitted on \w+,? \d+ \w+ \d{4} at \d\d:\d\d\.$/).waitFor();
      await page.getByText(`You go on to ${new URL(careers.url).host} in 3 seconds.`).waitFor();
      const target = careers.url.replace('{testInvitationId}', String(testInvitationId));
      expect(await page.getByRole('link', { name: 'Go on now' }).getAttribute('href')).toBe(target);
      await page.clock.runFor(3000);
      await page.getByRole('heading', { name: /Welcome back/ }).waitFor();
      expect(careers.paths).toEqual([target.slice(careers.origin.length)]);

      const report = await service.api.generatedReport(testInvitationId);
      expect(report).toMatchObject({ score: '10', totalScore: '12' });
      const receipt = await mailTo(service.directory, emailId);
      expect(receipt.subject).toContain('Everything asked');
      expect(receipt.text).toContain('5 of 6 questions');
      expect((await service.api.invitations(testId)).map(({ testInvitationId: id }) => id)).toEqual([testInvitationId]);
    },
  );

  careersPage('stays if the candidate says so', async ({ open, service, careers }) => {
    const { register } = await mint(service);
    const { takeUrl } = await register({ redirectURL: careers.url });
    const { page } = await open({ allow: { origins: [careers.origin] } });
    const test = testPageOf(page);
    await page.clock.install();
    await test.open(takeUrl);
    await test.start();
    await submitAndHold(page, await test.openSubmit());
    await page.getByText('You answered 0 of 6 questions.').waitFor();
    await test.button('Stay here').click();
    await page.getByText('You stay on this page.').waitFor();
    await page.clock.runFor(60_000);
    expect(careers.paths).toEqual([]);
    await page.getByRole('link', { name: 'Go on now' }).click();
    await page.getByRole('heading', { name: /Welcome back/ }).waitFor();
    expect(await page.evaluate(() => document.referrer)).toBe('');
  });

  it('comes back after a reload to the same question with every answer, also those that another device gave', async ({ open, service }) => {
    const { register } = await mint(service);
    const { takeUrl, candidate } = await register();
    const { page } = await open();
    const test = testPageOf(page);
    await test.open(takeUrl);
    await test.start();
    await test.choose('2');
    await test.flag();
    await test.mapItem(5, 'blank').click();
    await test.shows(5);
    // Reloaded before the save is due: it is kept on the device and sent afterwards.
    await test.text().fill('Paris');
    await page.reload();
    await test.shows(5);
    expect(await test.text().inputValue()).toBe('Paris');
    await test.mapItem(1, 'answered, flagged').waitFor();
    await test.saved();
    const kept = await until('both answers on the server', async () => {
      const { answers = [] } = await candidate.attempt();
      return answers.length === 2 ? answers : undefined;
    });
    expect(kept.map(({ questionId, answer }) => [questionId, answer])).toEqual([
      [1, 'b'],
      [5, 'Paris'],
    ]);

    await candidate.start();
    await candidate.save(5, 'Lyon', 50);
    await candidate.save(3, 12.5, 50);
    await page.reload();
    await test.shows(5);
    await test.mapItem(3, 'answered').waitFor();
    expect(await test.text().inputValue()).toBe('Lyon');
    await test.mapItem(1, 'answered, flagged').click();
    await test.shows(1);
    expect(await test.option('2').isChecked()).toBe(true);
    await test.mapItem(3, 'answered').click();
    await test.shows(3);
    expect(await test.number().inputValue()).toBe('12.5');
  });
});
