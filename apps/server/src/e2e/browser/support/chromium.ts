import { existsSync } from 'node:fs';
import { eventLimit } from '@assay/testing';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type Allowed, type Watch, watchContext } from './watch.ts';

const named = process.env.CHROMIUM_PATH;

/** The whole browser. Only it has windows that take the focus from each other, and a camera. */
export const wholeBrowser = named ?? '/usr/bin/chromium';
const shellBrowser = process.env.CHROMIUM_SHELL_PATH ?? '/usr/bin/chromium-headless-shell';

/** The same engine without the windows, where it is installed: it takes half of the processor time, or less, for the same pages. */
export const usualBrowser = named === undefined && existsSync(shellBrowser) ? shellBrowser : wholeBrowser;

/** Why there is no browser, with what to do about it; undefined when there is one. */
export const noChromium: string | undefined = existsSync(wholeBrowser)
  ? undefined
  : `no Chromium at ${named === undefined ? wholeBrowser : `CHROMIUM_PATH=${named}`}: install it (apt-get install chromium), or name one by CHROMIUM_PATH`;

/** Chromium with a camera that shows a moving pattern to whom a context permits it; the caller closes it. */
export const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({ executablePath, args: ['--no-sandbox', '--use-fake-device-for-media-stream'] });

export type Opened = { readonly page: Page; readonly context: BrowserContext; readonly watch: Watch };
export type OpenOptions = BrowserContextOptions & { readonly allow?: Allowed };

const defaults: BrowserContextOptions = { locale: 'en-GB', timezoneId: 'Europe/London', viewport: { width: 1280, height: 900 } };

/** A context of its own (no storage of another) with one page, watched from its first request. */
export const openContext = async (browser: Browser, origin: string, { allow, ...options }: OpenOptions = {}): Promise<Opened> => {
  const context = await browser.newContext({ ...defaults, ...options });
  context.setDefaultTimeout(eventLimit);
  const watch = await watchContext(context, origin, allow);
  return { context, watch, page: await context.newPage() };
};
