import { expect, it } from 'vitest';
import { arrangeAttempt } from '../testing/arrange-attempt.ts';

const arrange = async () => {
  const attempt = arrangeAttempt();
  const types = () => attempt.server.state.events.map(({ type }) => type);
  const { browser, page } = await attempt.begin();
  await attempt.world.advance(1_000);
  return { ...attempt, types, browser, page };
};

it('a switch of tabs is one left, at its first sign, and one returned, when the window is visible and has the focus again', async () => {
  const { world, browser, server, page } = await arrange();
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
  expect(page.violations.value).toBe(1);
});

it('a window visible again but without the focus is still left', async () => {
  const { world, browser, types } = await arrange();
  browser.setFocused(false);
  browser.setVisible(false);
  await world.advance(5_000);
  browser.setVisible(true);
  await world.advance(5_000);
  expect(types()).toEqual(['left']);
});

it('a flicker of the focus is nothing', async () => {
  const { world, browser, types, page } = await arrange();
  browser.setFocused(false);
  await world.advance(100);
  browser.setFocused(true);
  await world.advance(5_000);
  expect([types(), page.violations.value]).toEqual([[], 0]);
});

it('a permission prompt of the page itself is not counted, staying away after it is', async () => {
  const { world, browser, page, types } = await arrange();
  let deny = () => {};
  browser.setWebcam(() => new Promise((_resolve, reject) => (deny = () => reject(new DOMException('denied', 'NotAllowedError')))));
  page.press('camera');
  browser.setFocused(false);
  await world.advance(30_000);
  browser.setFocused(true);
  deny();
  await world.advance(2_000);
  expect([types(), page.violations.value]).toEqual([[], 0]);
  page.press('camera');
  browser.setFocused(false);
  deny();
  await world.advance(2_000);
  expect([types(), page.violations.value]).toEqual([['left'], 1]);
});

it('what could not be sent is sent once when the network is back, also by the page after a reload', async () => {
  const { world, browser, server, open, types } = await arrange();
  browser.setOnline(false);
  browser.setFocused(false);
  await world.advance(5_000);
  browser.setFocused(true);
  await world.advance(5_000);
  browser.close();
  expect(types()).toEqual([]);
  await open();
  expect(types()).toEqual(['left', 'returned']);
  expect(server.state.requests.filter((request) => request === 'POST events').length).toBe(1);
});

it('a response lost on the way doubles no event', async () => {
  const { world, browser, server, types } = await arrange();
  server.state.network = () => 'lost';
  browser.setFocused(false);
  await world.advance(15_000);
  server.state.network = () => 'fine';
  await world.advance(60_000);
  expect(types()).toEqual(['left']);
});

it('a reload does not count as left, a page closed and opened again does', async () => {
  const { world, browser, open, types } = await arrange();
  browser.close();
  await world.advance(3_000);
  const reloaded = await open();
  expect([types(), reloaded.page.violations.value]).toEqual([[], 0]);
  reloaded.browser.close();
  await world.advance(60_000);
  const reopened = await open();
  await world.advance(1_000);
  expect([types(), reopened.page.violations.value]).toEqual([['left', 'returned'], 1]);
});

it('a page left and then reloaded in the background returns when it is looked at', async () => {
  const { world, browser, open, types } = await arrange();
  browser.setVisible(false);
  await world.advance(2_000);
  browser.close();
  await open();
  await world.advance(1_000);
  expect(types()).toEqual(['left', 'returned']);
});

it('a page taken back from the browser’s cache counts the time it was away', async () => {
  const { world, browser, page, types } = await arrange();
  browser.fire('pagehide');
  await world.advance(60_000);
  browser.fire('pageshow');
  await world.advance(2_000);
  expect([types(), page.violations.value]).toEqual([['left', 'returned'], 1]);
});

it('a page soon taken back from the browser’s cache was not left, also when it is shown before it is visible', async () => {
  const { world, browser, page, types } = await arrange();
  // No timer runs in the cache: the focus is overdue to be looked at when the page is shown.
  world.setTimeout(() => {
    browser.fire('pageshow');
    browser.setVisible(true);
  }, 300);
  browser.fire('pagehide');
  browser.setVisible(false);
  await world.advance(2_000);
  expect([types(), page.violations.value]).toEqual([[], 0]);
});

it('the times are the server’s, whatever the device’s clock does and however long it slept', async () => {
  const { world, server, device, browser } = await arrange();
  const at = world.now();
  browser.setVisible(false);
  await world.advance(1_000);
  device.clockSkew += 3_600_000;
  await world.sleep(600_000);
  const back = world.now();
  browser.setVisible(true);
  await world.advance(3_000);
  const [left, returned] = server.state.events;
  expect(Math.abs((left?.at ?? 0) - at)).toBeLessThan(50);
  expect(Math.abs((returned?.at ?? 0) - back)).toBeLessThan(50);
});

it('after a sleep without the server’s time events are stored and sent all the same, five seconds later', async () => {
  const { world, server, browser, types } = await arrange();
  server.state.refusing = (request) => (request === 'GET attempt' ? '503.1' : undefined);
  browser.setVisible(false);
  await world.sleep(60_000);
  browser.setVisible(true);
  browser.setFocused(false);
  server.state.network = () => 'lost';
  await world.advance(5_500);
  server.state.network = () => 'fine';
  await world.advance(60_000);
  expect(types()).toEqual(['left']);
});
