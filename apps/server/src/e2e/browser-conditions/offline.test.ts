import { expect } from 'vitest';
import { describeInBrowser, it, openContext } from '../browser/support/browser.ts';
import { mintCandidate } from '../browser/support/mint.ts';
import { testPageOf } from '../browser/support/test-page.ts';
import { offlineErrors, workerNotFetched } from '../browser/support/watch.ts';
import { Servers } from '../support/server-process.ts';
import { startService } from '../support/service.ts';
import { expectStored, expectStoredNow } from './support/stored.ts';

const keptHere = 'Offline: kept on this device, will send';

/** With servers of the test's own, to be killed. */
const killing = it.extend('servers', async ({ task }, { onCleanup }) => {
  const servers = new Servers();
  onCleanup(async () => {
    await servers.dispose();
    if (task.result?.state === 'fail') process.stderr.write(`${task.name}\n${servers.output}\n`);
  });
  return servers;
});

describeInBrowser('without a network', { concurrent: true }, () => {
  it('nothing typed is lost by closing the tab, and all of it is sent later', async ({ open, service }) => {
    const { takeUrl, candidate, testInvitationId } = await mintCandidate(service);
    const { page, context } = await open({ allow: offlineErrors });
    const first = testPageOf(page);
    await first.open(takeUrl);
    await first.start();
    await first.choose('2');
    await expectStored(candidate, { 1: 'b' });

    await context.setOffline(true);
    await first.choose('1');
    await first.save(keptHere).waitFor();
    await first.next();
    await first.tick('two', 'four');
    await first.next();
    await first.number().fill('12.5');
    await first.next();
    await first.shows(4);
    await first.number().fill('-0,75');
    await first.next();
    await first.text().fill('Lyon');
    await first.flag();
    await first.mapItem(5, 'answered, flagged').waitFor();
    await first.save(keptHere).waitFor();
    await expectStoredNow(candidate, { 1: 'b' });

    await page.close();
    await context.setOffline(false);
    const tab = await context.newPage();
    const second = testPageOf(tab);
    await second.open(takeUrl);
    await second.mapItem(5, 'answered, flagged').waitFor();
    await expectStored(candidate, { 1: 'a', 2: ['a', 'c'], 3: 12.5, 4: -0.75, 5: 'Lyon' });

    await context.setOffline(true);
    await second.mapItem(5, 'answered, flagged').click();
    expect(await second.text().inputValue()).toBe('Lyon');
    await second.text().fill('Paris');
    await second.next();
    await second.shows(6);
    await second.text().fill('pacific');
    await second.flag();
    await second.mapItem(6, 'answered, flagged').waitFor();
    await tab.close();
    await context.setOffline(false);

    const third = testPageOf(await context.newPage());
    await third.open(takeUrl);
    await third.mapItem(6, 'answered, flagged').click();
    expect(await third.text().inputValue()).toBe('pacific');
    await expectStored(candidate, { 1: 'a', 2: ['a', 'c'], 3: 12.5, 4: -0.75, 5: 'Paris', 6: 'pacific' });
    await third.submit();
    expect((await service.api.generatedReport(testInvitationId)).score).toBe('12');
  });

  it('a submit waits for the network with what is unsent, and then all of it counts', async ({ open, service }) => {
    const { takeUrl, testInvitationId } = await mintCandidate(service);
    const { page, context } = await open({ allow: offlineErrors });
    const test = testPageOf(page);
    await test.open(takeUrl);
    await test.start();
    await context.setOffline(true);
    await test.choose('1');
    const dialog = await test.openSubmit();
    await dialog.getByText('Answers that have not been sent yet are sent first.').waitFor();
    await test.button('Submit now').click();
    await page.getByText('No connection. Your answers are kept on this device').waitFor();
    await context.setOffline(false);
    await test.heading('Your test is submitted').waitFor();
    await page.getByText('You answered 1 of 6 questions.').waitFor();
    expect((await service.api.generatedReport(testInvitationId)).score).toBe('2');
  });

  killing(
    'a server killed twice, the second time before a submit, loses nothing typed meanwhile',
    async ({ browser, servers, onTestFinished }) => {
      const directory = await servers.directory();
      const service = await startService(servers, { ASSAY_DATA_DIR: directory });
      const restart = () => servers.start({ ASSAY_DATA_DIR: directory, ASSAY_API_KEY: service.key, ASSAY_PORT: new URL(service.url).port });
      const { takeUrl, candidate, testInvitationId } = await mintCandidate(service);
      const brokenConnections = {
        errors: [/ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/, workerNotFetched],
      };
      const { page, context, watch } = await openContext(browser, service.url, { allow: brokenConnections });
      onTestFinished(() => context.close());
      const test = testPageOf(page);
      await test.open(takeUrl);
      await test.start();
      await test.choose('2');
      await expectStored(candidate, { 1: 'b' });

      await service.server.kill();
      await test.choose('1');
      await test.next();
      await test.tick('two', 'four');
      await test.save(keptHere).waitFor();
      await test.next();
      await test.number().fill('12.5');
      const second = await restart();
      // By itself, after a pause that has grown with each try in vain.
      await test.save('Saved').waitFor();
      await expectStored(candidate, { 1: 'a', 2: ['a', 'c'], 3: 12.5 });

      await second.kill();
      await test.next();
      await test.shows(4);
      await test.number().fill('-.75');
      await test.next();
      await test.text().fill('Paris');
      await test.openSubmit();
      await test.button('Submit now').click();
      await page.getByText('No connection. Your answers are kept on this device').waitFor();
      await restart();
      await test.heading('Your test is submitted').waitFor();
      await page.getByText('You answered 5 of 6 questions.').waitFor();
      expect((await service.api.generatedReport(testInvitationId)).score).toBe('10');
      expect(watch.faults()).toEqual([]);
    },
  );
});
