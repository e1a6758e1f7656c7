import { expect, it } from 'vitest';
import { openAnswerStore } from './answer-store.ts';
import { createLeaving } from './leaving.ts';
import { createProtocol } from './protocol.ts';
import { createDevice, createFakeBrowser } from './testing/fake-browser.ts';
import { createFakeServer } from './testing/fake-server.ts';
import { createWorld } from './testing/fake-world.ts';

const arrange = async () => {
  const world = createWorld();
  const device = createDevice();
  const server = createFakeServer({ world });
  let left = 0;
  const open = async () => {
    const browser = createFakeBrowser({ world, device, fetch: server.fetch });
    const store = await openAnswerStore({ name: 'assay-x', browser, onLost: () => {} });
    const leaving = createLeaving({
      store,
      protocol: createProtocol({ takeUrl: '/take/token', sessionId: 'me', web: browser, measure: () => {} }),
      browser,
      now: world.now,
      onLeft: () => {
        left += 1;
      },
    });
    void leaving.watch();
    await world.advance(1_000);
    return { browser, leaving, store };
  };
  const types = () => server.state.events.map(({ type }) => type);
  return { world, server, open, types, leftTimes: () => left, ...(await open()) };
};

it('a switch of tabs is one left, at its first sign, and one returned, when the window has sight and focus again', async () => {
  const { world, browser, server, leftTimes } = await arrange();
  const at = world.now();
  browser.setFocused(false);
  await world.advance(80);
  browser.setVisible(false);
  await world.advance(10_000);
  browser.setVisible(true);
  await world.advance(60);
  browser.setFocused(true);
  await world.advance(1_000);
  expect(server.state.events).toMatchObject([
    { type: 'left', at },
    { type: 'returned', at: at + 10_140 },
  ]);
  expect(leftTimes()).toBe(1);
});

it('a window seen again but without the focus is still left', async () => {
  const { world, browser, types } = await arrange();
  browser.setFocused(false);
  browser.setVisible(false);
  await world.advance(5_000);
  browser.setVisible(true);
  await world.advance(5_000);
  expect(types()).toEqual(['left']);
});

it('a flicker of the focus is nothing', async () => {
  const { world, browser, types, leftTimes } = await arrange();
  browser.setFocused(false);
  await world.advance(100);
  browser.setFocused(true);
  await world.advance(5_000);
  expect([types(), leftTimes()]).toEqual([[], 0]);
});

it('a dialog of the page itself is not counted, staying away after it is', async () => {
  const { world, browser, leaving, types } = await arrange();
  const resume = leaving.suspend();
  browser.setFocused(false);
  await world.advance(30_000);
  browser.setFocused(true);
  resume();
  await world.advance(2_000);
  expect(types()).toEqual([]);
  const resumeAgain = leaving.suspend();
  browser.setFocused(false);
  resumeAgain();
  await world.advance(2_000);
  expect(types()).toEqual(['left']);
});

it('what could not be sent is sent once when the network is back, also by the page after a reload', async () => {
  const { world, browser, leaving, server, open, types } = await arrange();
  browser.setOnline(false);
  browser.setFocused(false);
  await world.advance(5_000);
  browser.setFocused(true);
  await world.advance(5_000);
  leaving.dispose();
  expect(types()).toEqual([]);
  await open();
  expect(types()).toEqual(['left', 'returned']);
  expect(server.state.requests.filter((request) => request === 'POST events').length).toBe(1);
});

it('an answer lost on the way doubles no event', async () => {
  const { world, browser, server, types } = await arrange();
  server.state.weather = () => 'lost';
  browser.setFocused(false);
  await world.advance(15_000);
  server.state.weather = () => 'fine';
  await world.advance(60_000);
  expect(types()).toEqual(['left']);
});

it('a reload is not leaving, a page closed and opened again is', async () => {
  const { world, browser, leaving, open, types, leftTimes } = await arrange();
  browser.fire('pagehide');
  leaving.dispose();
  await world.advance(3_000);
  const reloaded = await open();
  expect([types(), leftTimes()]).toEqual([[], 0]);
  reloaded.browser.fire('pagehide');
  reloaded.leaving.dispose();
  await world.advance(60_000);
  await open();
  expect(types()).toEqual(['left', 'returned']);
  expect(leftTimes()).toBe(1);
});

it('a page left and then reloaded in the background returns when it is looked at', async () => {
  const { world, browser, leaving, open, types } = await arrange();
  browser.setVisible(false);
  await world.advance(2_000);
  browser.fire('pagehide');
  leaving.dispose();
  await open();
  expect(types()).toEqual(['left', 'returned']);
});
