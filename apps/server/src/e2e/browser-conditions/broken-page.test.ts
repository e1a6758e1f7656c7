import { expect } from 'vitest';
import { expectNoAxeFindings } from '../browser/support/axe.ts';
import { describeInBrowser, it } from '../browser/support/browser.ts';
import { expectToFit } from '../browser/support/good-screen.ts';
import { mintCandidate } from '../browser/support/mint.ts';
import { testPageOf } from '../browser/support/test-page.ts';

const title = 'This page does not work';
const mainScript = '**/assets/candidate/main-*.js';

describeInBrowser('a page that breaks', { concurrent: true }, () => {
  it('a script that does not load is tried once more, and then there are words and a link in the language of the browser', async ({
    open,
    service,
  }) => {
    const { takeUrl } = await mintCandidate(service);
    const { page } = await open({ locale: 'de-AT', allow: { errors: [/ERR_FAILED/] } });
    let requests = 0;
    await page.route(mainScript, (route) => {
      requests += 1;
      return route.abort();
    });
    await page.goto(takeUrl);
    await page.getByRole('heading', { name: 'Diese Seite funktioniert nicht' }).waitFor();
    expect(await page.getByRole('heading').count()).toBe(1);
    expect(requests).toBe(2);
    await expectNoAxeFindings(page, 'a page that does not load');
    await expectToFit(page, 'a page that does not load');

    await page.unroute(mainScript);
    await page.getByRole('link', { name: 'Seite neu laden' }).click();
    await page.getByRole('heading', { name: 'Everything asked' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Diese Seite funktioniert nicht' }).count()).toBe(0);
  });

  it('a script that loads at the second try shows the test, and nothing of the first', async ({ open, service }) => {
    const { takeUrl } = await mintCandidate(service);
    const { page } = await open({ allow: { errors: [/ERR_FAILED/] } });
    await page.route(mainScript, (route) => route.abort(), { times: 1 });
    await page.goto(takeUrl);
    await testPageOf(page).heading('Everything asked').waitFor();
    expect(await page.getByRole('heading', { name: title }).count()).toBe(0);
  });

  it('a browser that cannot read the script says so', async ({ open, service }) => {
    const { takeUrl } = await mintCandidate(service);
    const { page } = await open({ allow: { errors: [/SyntaxError|^page error/] } });
    await page.route(mainScript, (route) => route.fulfill({ contentType: 'text/javascript', body: 'a syntax of the future' }));
    await page.goto(takeUrl);
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByRole('link', { name: 'Load the page again' }).waitFor();
  });

  it('a script that never comes leaves no endless spinner', async ({ open, service }) => {
    const { takeUrl } = await mintCandidate(service);
    const { page } = await open();
    await page.route(mainScript, () => {});
    await page.clock.install();
    await page.goto(takeUrl, { waitUntil: 'commit' });
    await page.locator('#page').waitFor({ state: 'attached' });
    await page.clock.runFor(30_000);
    await page.getByRole('heading', { name: title }).waitFor();
  });

  it('without JavaScript the page says what it needs, in every language, with a link', async ({ open, service }) => {
    const { takeUrl } = await mintCandidate(service);
    const { page } = await open({ javaScriptEnabled: false });
    await page.goto(takeUrl);
    for (const name of [title, 'Diese Seite funktioniert nicht']) await page.getByRole('heading', { name }).waitFor();
    expect(await page.getByRole('heading').count()).toBe(7);
    await page.getByRole('link', { name: 'Load the page again' }).waitFor();
  });

  it('a screen that crashes is shown once more, and the test goes on', async ({ open, service }) => {
    const { takeUrl } = await mintCandidate(service);
    const { page } = await open({ allow: { errors: [/a crash/] } });
    await page.addInitScript(() => {
      const { format } = Intl.ListFormat.prototype;
      Intl.ListFormat.prototype.format = function crashOnce() {
        Intl.ListFormat.prototype.format = format;
        throw new Error('a crash');
      };
    });
    const test = testPageOf(page);
    await test.open(takeUrl);
    await test.start();
    await test.choose('2');
    await test.saved();
  });

  it('a screen that crashes again gives words and a link, and what was typed is there after it', async ({ open, service }) => {
    const { takeUrl } = await mintCandidate(service);
    const { page } = await open({ allow: { errors: [/a crash/] } });
    const test = testPageOf(page);
    await test.open(takeUrl);
    await test.start();
    await test.choose('2');
    // Pressed in the same turn: any render in between would crash as well, and take the button away.
    await test.button('Next').evaluate((button: HTMLElement) => {
      Intl.ListFormat.prototype.format = () => {
        throw new Error('a crash');
      };
      button.click();
    });
    await test.heading(title).waitFor();
    await expectNoAxeFindings(page, 'a page that crashed');
    await expectToFit(page, 'a page that crashed');
    await page.getByRole('link', { name: 'Load the page again' }).click();
    await test.mapItem(1, 'answered').waitFor();
  });
});
