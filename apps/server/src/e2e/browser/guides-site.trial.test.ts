import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expectNoAxeFindings } from './support/axe.ts';
import { describeInBrowser, it } from './support/browser.ts';
import { expectToFit } from './support/good-screen.ts';

const main = fileURLToPath(new URL('../../../../../docs/site/src/main.ts', import.meta.url));

describeInBrowser('the site of the guides', {}, () => {
  it('is clean by axe in light and dark and fits a phone, opened from the disk', async ({ browser, expect, onTestFinished }) => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-site-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await promisify(execFile)(process.execPath, [main, folder]);
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    // A page with cards, one with commands, and one with the widest table.
    for (const name of ['index', 'callbacks', 'operating']) {
      await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
      await expectToFit(page, name);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectNoAxeFindings(page, `${name}, ${colorScheme}`);
      }
    }
    await page.getByRole('link', { name: 'Previous' }).click();
    expect(page.url()).toMatch(/\.html$/);
  });
});
