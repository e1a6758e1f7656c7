import type { AccountSettings } from '@assay/domain';
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { describeInBrowser, it, openContext } from '../browser/support/browser.ts';
import { expectGoodScreen } from '../browser/support/good-screen.ts';
import { closeIn } from '../browser/support/link-window.ts';
import { mintCandidate } from '../browser/support/mint.ts';
import { testPageOf } from '../browser/support/test-page.ts';
import { answersOf, offlineErrors } from '../browser/support/watch.ts';
import { Servers, withTimings } from '../support/server-process.ts';
import { startService } from '../support/service.ts';

const graceMs = 2_000;
const silenceMs = 4_000;

/** With a server of the test's own, which closes attempts soon and is told how long it waits for late answers. */
const closing = it.extend('servers', async ({ task }, { onCleanup }) => {
  const servers = new Servers();
  onCleanup(async () => {
    await servers.dispose();
    if (task.result?.state === 'fail') process.stderr.write(`${task.name}\n${servers.output}\n`);
  });
  return servers;
});

/** Types without a network before the deadline; the page finds the network again when the grace period is over. */
const comeBackLate = async (browser: Browser, servers: Servers, lateMinutes: number) => {
  const service = await startService(servers, withTimings({ answerGraceMs: graceMs, silenceMs, overduePollMs: 100 }));
  await service.api.post<AccountSettings>('/manage/v1/account', { lateMinutes });
  const minted = await mintCandidate(service);
  const { candidate, testInvitationId } = minted;
  const opened = await openContext(browser, service.url, { allow: offlineErrors });
  const { page, context } = opened;
  const test = testPageOf(page);
  const from = performance.now();
  await test.open(minted.takeUrl);
  await test.button('Start the test').waitFor();
  const deadline = await closeIn(service, minted, 10 + (2 * (performance.now() - from)) / 1000);
  await test.start();
  await test.mapItem(6, 'blank').click();
  await context.setOffline(true);
  await test.text().fill('pacific ocean');
  await test.save('Offline: kept on this device, will send').waitFor();
  expect(Date.now(), 'typed long before the deadline').toBeLessThan(deadline - silenceMs);
  await test.heading('The time is up. Your test is being submitted.').waitFor();
  await page.getByText('Answers that you typed before the time was up may still count').waitFor();
  await candidate.at(deadline + graceMs + 2_000);
  await context.setOffline(false);
  await test.heading('Your test is submitted').waitFor();
  const report = await service.api.generatedReport(testInvitationId);
  const { invitation, timeline } = await service.api.timeline(testInvitationId);
  return { ...opened, page, context, deadline, report, invitation, timeline };
};

describeInBrowser('an answer typed in time on a page that is back after the deadline', { concurrent: true }, () => {
  closing('counts and is marked, and the page says so', async ({ browser, servers, onTestFinished }) => {
    const { page, context, watch, deadline, report, invitation, timeline } = await comeBackLate(browser, servers, 10);
    onTestFinished(() => context.close());
    await page.getByText('Questions whose answers arrived late and count, because you typed them in time: 6.').waitFor();
    await page.getByText('You answered 1 of 6 questions.').waitFor();
    expect(report).toMatchObject({ score: '2', testStatus: 'Completed' });
    expect(invitation).toMatchObject({ lateAnswers: 1, completedAt: new Date(deadline).toISOString() });
    const [counted, ...others] = timeline.filter(({ type }) => type === 'answer.counted-late');
    expect([counted?.data.questionId, others]).toEqual([6, []]);
    expect(Number(counted?.data.typedAt)).toBeLessThan(deadline);
    await expectGoodScreen(page, 'late answers that count');
    expect(watch.faults()).toEqual([]);
  });

  closing('does not count where the account waits for none, and the page says that', async ({ browser, servers, onTestFinished }) => {
    const { page, context, watch, report, invitation, timeline } = await comeBackLate(browser, servers, 0);
    onTestFinished(() => context.close());
    watch.allow(answersOf(403));
    await page.getByText('Questions whose answers arrived too late and do not count: 6.').waitFor();
    expect(report).toMatchObject({ score: '0', testStatus: 'Completed' });
    expect(invitation).toMatchObject({ lateAnswers: 0 });
    expect(timeline.find(({ type }) => type === 'answer.late')?.data).toMatchObject({ questionId: 6, answer: 'pacific ocean' });
    await expectGoodScreen(page, 'late answers that do not count');
    expect(watch.faults()).toEqual([]);
  });
});
