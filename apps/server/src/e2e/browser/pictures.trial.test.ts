import { eventually } from '@assay/testing';
import { expect } from 'vitest';
import { describeInBrowser, it } from './support/browser.ts';
import { mint } from './support/mint.ts';
import { testPageOf } from './support/test-page.ts';
import { offlineErrors } from './support/watch.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30"><rect width="60" height="30" fill="teal"/></svg>';
const prompt = `Which colour?\n\n![A rectangle](data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')})`;
const file = { name: 'Pictures', duration: 30, sections: [{ name: 'One', questions: [{ kind: 'text', prompt, answer: 'teal' }] }] };

describeInBrowser('a picture in a prompt', { concurrent: true }, () => {
  it('is loaded before the start, shown with and without a network, and gone from the device after the submit', async ({
    open,
    service,
  }) => {
    const { takeUrl } = await (await mint(service, { file })).register();
    const { page, context } = await open({ allow: offlineErrors });
    const test = testPageOf(page);
    const sealed = page.waitForResponse(/\/pictures\/\d+\/sealed$/);
    await test.open(takeUrl);
    expect((await sealed).status()).toBe(200);
    await test.start();
    const isShown = async () => {
      const picture = page.getByRole('img', { name: 'A rectangle' });
      await picture.waitFor();
      await eventually(async () => expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60));
    };
    await isShown();
    await test.text().fill('teal');
    await test.saved();
    await context.setOffline(true);
    await page.reload();
    await isShown();
    await context.setOffline(false);
    await test.saved();
    await test.submit();
    await page.getByText('You answered 1 of 1 questions.').waitFor();
    await expect
      .poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => !name.startsWith('assay-offline'))))
      .toEqual([]);
  });
});
