import { describe, type TestOptions } from 'vitest';
import { it as serviceIt } from '../../support/service.ts';
import { launch, noChromium, type Opened, type OpenOptions, openContext, usualBrowser, wholeBrowser } from './chromium.ts';

export { organization, privacy, support } from '../../support/account.ts';
export type { Service } from '../../support/service.ts';
export { type Opened, type OpenOptions, openContext } from './chromium.ts';

if (noChromium !== undefined) {
  if (process.env.CI) throw new Error(`the browser tests cannot run, ${noChromium}`);
  process.stderr.write(`browser tests are left out: ${noChromium}\n`);
}

/** `describe` for tests that need a browser; left out, with a note, where there is none (in CI that is a failure). */
export const describeInBrowser: (name: string, options: TestOptions, body: () => void) => unknown = describe.runIf(
  noChromium === undefined,
);

/** The browsers of this process, by their program. */
const launched = new Map<string, ReturnType<typeof launch>>();
const launchOnce = (program: string): ReturnType<typeof launch> => {
  const browser = launched.get(program) ?? launch(program);
  launched.set(program, browser);
  return browser;
};

const itIn = (program: string) =>
  serviceIt
    .extend('browser', { scope: 'worker' }, async ({ ofProcess: _ }, { onCleanup }) => {
      const browser = await launchOnce(program);
      onCleanup(() => browser.close());
      return browser;
    })
    .extend('open', async ({ browser, service }, { onCleanup }) => {
      const opened: Opened[] = [];
      onCleanup(async () => {
        await Promise.all(opened.map(({ context }) => context.close()));
        const faults = opened.flatMap(({ watch }) => watch.faults());
        if (faults.length > 0) throw new Error(`the page did what it must not:\n${faults.join('\n')}`);
      });
      return async (options?: OpenOptions): Promise<Opened> => {
        const one = await openContext(browser, service.url, options);
        opened.push(one);
        return one;
      };
    });

/**
 * `it` with the shared service, a browser, and `open` for contexts that are closed after the test. A test fails by whatever a page of
 * its contexts did wrong: violations of the Content-Security-Policy, errors, requests to other origins.
 */
export const it = itIn(usualBrowser);

/** The same for tests that need windows or a camera. */
export const itInWholeBrowser = itIn(wholeBrowser);
