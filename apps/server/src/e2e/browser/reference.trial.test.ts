import { expectNoAxeFindings } from './support/axe.ts';
import { describeInBrowser, it } from './support/browser.ts';
import { expectStrict, expectToFit } from './support/good-screen.ts';

describeInBrowser('the API reference', { concurrent: true }, () => {
  it.for(['/docs', '/docs/codes'])(
    '%s is clean by axe in light and dark, fits a phone and holds nothing inline',
    async (path, { open, service }) => {
      const { page } = await open();
      await page.goto(`${service.url}${path}`);
      await expectStrict(page, page.context());
      await expectToFit(page, path);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectNoAxeFindings(page, `${path}, ${colorScheme}`);
      }
    },
  );

  it('tries an operation with a key: asks for it, sends the form, and shows the answer', async ({ open, service }) => {
    const { page } = await open();
    await page.goto(`${service.url}/docs#listTests`);
    const tried = page.locator('#listTests .try');
    await tried.getByText('Try it').click();
    await tried.getByRole('button', { name: 'Send' }).click();
    await tried.getByText('Type an API key').waitFor();
    await page.getByRole('textbox', { name: 'API key for' }).fill(service.key);
    await tried.getByRole('button', { name: 'Send' }).click();
    await tried.getByText('"statuscode": "200.1"').waitFor();
  });
});
