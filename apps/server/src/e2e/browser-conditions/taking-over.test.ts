import { expect } from 'vitest';
import { describeInBrowser, it } from '../browser/support/browser.ts';
import { mintCandidate } from '../browser/support/mint.ts';
import { testPageOf } from '../browser/support/test-page.ts';
import { answersOf, offlineErrors } from '../browser/support/watch.ts';
import { call } from '../support/http.ts';
import { expectStored, expectStoredNow } from './support/stored.ts';

const elsewhere = 'The test goes on somewhere else';
const keptHere = 'Offline: kept on this device, will send';

describeInBrowser('the test opened twice', { concurrent: true }, () => {
  it('a second tab takes over with what the first could not send, the first says so, and it can be taken back', async ({
    open,
    service,
  }) => {
    const { takeUrl, candidate } = await mintCandidate(service);
    const { page, context } = await open({ allow: offlineErrors });
    const first = testPageOf(page);
    await first.open(takeUrl);
    await first.start();
    await first.choose('2');
    await expectStored(candidate, { 1: 'b' });
    await page.route('**/answers/*', (route) => route.abort());
    await first.next();
    await first.tick('two');
    await first.save(keptHere).waitFor();

    const second = testPageOf(await context.newPage());
    await second.open(takeUrl);
    await first.heading(elsewhere).waitFor();
    await second.mapItem(2, 'answered').waitFor();
    await expectStored(candidate, { 1: 'b', 2: ['a'] });
    await second.mapItem(3, 'blank').click();
    await second.number().fill('12.5');
    await expectStored(candidate, { 1: 'b', 2: ['a'], 3: 12.5 });

    await page.unroute('**/answers/*');
    await first.takeOver();
    await second.heading(elsewhere).waitFor();
    await first.mapItem(3, 'answered').waitFor();
    await first.mapItem(5, 'blank').click();
    await first.text().fill('Paris');
    await expectStored(candidate, { 1: 'b', 2: ['a'], 3: 12.5, 5: 'Paris' });
    await first.submit();
    await second.heading('Your test is submitted').waitFor();
  });

  it('a second device takes over; the first is refused (403.19), says so, and brings its unsent answers when it goes on', async ({
    open,
    service,
  }) => {
    const { takeUrl, candidate } = await mintCandidate(service);
    const allow = { errors: [...(offlineErrors.errors ?? []), ...(answersOf(403).errors ?? [])] };
    const phone = await open({ allow });
    const laptop = await open({ allow });
    const first = testPageOf(phone.page);
    const second = testPageOf(laptop.page);
    await first.open(takeUrl);
    const started = phone.page.waitForRequest('**/start');
    await first.start();
    const { sessionId } = (await started).postDataJSON();
    await first.choose('1');
    await expectStored(candidate, { 1: 'a' });
    await phone.context.setOffline(true);
    await first.mapItem(5, 'blank').click();
    await first.text().fill('Paris');
    await first.save(keptHere).waitFor();

    await second.open(takeUrl);
    await second.mapItem(1, 'answered').waitFor();
    await second.mapItem(3, 'blank').click();
    await second.number().fill('12.5');
    await expectStored(candidate, { 1: 'a', 3: 12.5 });

    await phone.context.setOffline(false);
    await first.heading(elsewhere).waitFor();
    const refused = await call(`${takeUrl}/answers/1`, { method: 'PUT', body: { answer: 'b', revision: 99, sessionId } });
    expect(refused.statuscode).toBe('403.19');
    await expectStoredNow(candidate, { 1: 'a', 3: 12.5 });

    await first.takeOver();
    await first.mapItem(3, 'answered').waitFor();
    await expectStored(candidate, { 1: 'a', 3: 12.5, 5: 'Paris' });
    await second.mapItem(6, 'blank').click();
    await second.text().fill('Atlantic');
    await second.heading(elsewhere).waitFor();
    await expectStoredNow(candidate, { 1: 'a', 3: 12.5, 5: 'Paris' });
  });
});
