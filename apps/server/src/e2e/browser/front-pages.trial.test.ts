import { expectNoAxeFindings } from './support/axe.ts';
import { describeInBrowser, it } from './support/browser.ts';
import { expectStrict, expectToFit } from './support/good-screen.ts';
import { mint } from './support/mint.ts';
import { testPageOf } from './support/test-page.ts';

describeInBrowser('somebody without an address of their own', { concurrent: true }, () => {
  it.for(['/', '/join'])('%s is clean by axe in light and dark, fits a phone and holds nothing inline', async (path, { open, service }) => {
    const { page } = await open();
    await page.goto(`${service.url}${path}`);
    await expectStrict(page, page.context());
    await expectToFit(page, path);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoAxeFindings(page, `${path}, ${colorScheme}`);
    }
  });

  it('goes from / to the field for an access key, types one in capital letters, and comes to the test', async ({ open, service }) => {
    const { joinUrl } = await mint(service);
    const { page } = await open();
    await page.goto(`${service.url}/`);
    await page.getByRole('link', { name: 'type it here' }).click();
    await page.getByRole('textbox', { name: 'Access key' }).fill((joinUrl.split('/').at(-1) ?? '').toUpperCase());
    await page.getByRole('button', { name: 'Go to the test' }).click();
    await testPageOf(page).heading('Everything asked').waitFor();
  });
});
