import { join } from 'node:path';
import { describe, type TestOptions, test } from 'vitest';
import { type Api, apiOf } from '../../support/api.ts';
import { type Environment, type ServerProcess, Servers } from '../../support/server-process.ts';
import { accountEnvironment } from './account.ts';
import { launch, noChromium, type Opened, type OpenOptions, openContext } from './chromium.ts';

export { organization, privacy, support } from './account.ts';
export { type Opened, type OpenOptions, openContext } from './chromium.ts';

if (noChromium !== undefined) {
  if (process.env.CI) throw new Error(`the browser tests cannot run, ${noChromium}`);
  process.stderr.write(`browser tests are left out: ${noChromium}\n`);
}

/** `describe` for tests that need a browser; left out, with a note, where there is none (in CI that is a failure). */
export const describeInBrowser: (name: string, options: TestOptions, body: () => void) => unknown = describe.runIf(
  noChromium === undefined,
);

/** The account and the server that the browser talks to. */
export type House = {
  readonly server: ServerProcess;
  readonly url: string;
  readonly key: string;
  readonly api: Api;
  /** Where mails become .eml files. */
  readonly mails: string;
};

const key = 'browser-browser-browser';

/** The caller disposes of `servers`, also when this fails. */
export const startHouse = async (servers: Servers, environment: Environment = {}): Promise<House> => {
  const directory = await servers.directory();
  const server = await servers.start({
    ASSAY_DATA_DIR: directory,
    ASSAY_API_KEY: key,
    ...accountEnvironment,
    ...environment,
  });
  return { server, url: server.url, key, api: apiOf(server, key), mails: join(directory, 'mail') };
};

type FileOptions = {
  /** More arguments of Chromium, such as those of a fake camera. */
  readonly args?: readonly string[];
  readonly environment?: Environment;
};

/**
 * `it` with one browser and one server for the file, and `open` for contexts that are closed after the test. A test fails by whatever
 * a page of its contexts did wrong: violations of the Content-Security-Policy, errors, requests to other origins.
 */
export const browserIt = ({ args = [], environment = {} }: FileOptions = {}) =>
  test
    .extend('ofFile', { scope: 'file' }, { args, environment })
    .extend('browser', { scope: 'file' }, async ({ ofFile }, { onCleanup }) => {
      const browser = await launch(ofFile.args);
      onCleanup(() => browser.close());
      return browser;
    })
    .extend('house', { scope: 'file' }, async ({ ofFile }, { onCleanup }) => {
      const servers = new Servers();
      try {
        const house = await startHouse(servers, ofFile.environment);
        onCleanup(() => servers.dispose());
        return house;
      } catch (error) {
        // The cleanup of a fixture that failed is not called.
        await servers.dispose();
        throw error;
      }
    })
    .extend('open', async ({ browser, house }, { onCleanup }) => {
      const opened: Opened[] = [];
      onCleanup(async () => {
        await Promise.all(opened.map(({ context }) => context.close()));
        const faults = opened.flatMap(({ watch }) => watch.faults());
        if (faults.length > 0) throw new Error(`the page did what it must not:\n${faults.join('\n')}`);
      });
      return async (options?: OpenOptions): Promise<Opened> => {
        const one = await openContext(browser, house.url, options);
        opened.push(one);
        return one;
      };
    });
