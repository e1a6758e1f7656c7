import { createAttemptController } from '../attempt-controller.ts';
import type { AttemptController } from '../types.ts';
import { createDevice, createFakeBrowser, type Device, type FakeBrowser } from './fake-browser.ts';
import { createFakeServer } from './fake-server.ts';
import { createWorld } from './fake-world.ts';

export const screenOf = (page: AttemptController) => page.screen.value.screen;

/** One attempt of a candidate: its server, a device, and pages of it, opened, begun and closed as a candidate would. */
export const arrangeAttempt = (disposals: (() => void)[]) => {
  const world = createWorld();
  const server = createFakeServer({ world });
  const device = createDevice();

  const open = async (
    where: Device = device,
    options: { tabStorage?: Map<string, string>; online?: boolean; indexedDB?: undefined } = {},
  ) => {
    const { online = true, ...rest } = options;
    const browser = createFakeBrowser({ world, device: where, fetch: server.fetch, ...rest });
    browser.setOnline(online);
    const page = createAttemptController({ takeUrl: '/take/token', token: 'token', browser });
    disposals.push(page.dispose);
    page.load();
    await world.advance(500);
    return { browser, page };
  };
  const begin = async (where?: Device, options: Parameters<typeof open>[1] = {}) => {
    const opened = await open(where, options);
    void opened.page.start({ camera: false });
    await world.until(() => opened.page.screen.value.screen === 'running');
    return opened;
  };
  const close = ({ browser, page }: { browser: FakeBrowser; page: AttemptController }) => {
    browser.fire('pagehide');
    page.dispose();
  };
  const stored = () => Object.fromEntries([...server.state.answers].map(([questionId, { answer }]) => [questionId, answer]));
  const shown = (page: AttemptController) =>
    Object.fromEntries([...page.answers.value].map(([questionId, { answer }]) => [questionId, answer]));
  return { world, server, device, open, begin, close, stored, shown };
};
