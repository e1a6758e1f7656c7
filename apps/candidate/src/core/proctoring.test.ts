import { afterEach, describe, expect, it } from 'vitest';
import { createAttemptController } from './attempt-controller.ts';
import { arrangeAttempt, screenOf } from './testing/arrange-attempt.ts';
import { createDevice, createFakeBrowser } from './testing/fake-browser.ts';
import { minute } from './testing/fake-server.ts';

const hour = 60 * minute;

const disposals: (() => void)[] = [];
afterEach(() => {
  for (const dispose of disposals.splice(0)) dispose();
});
const arrange = () => arrangeAttempt(disposals);

describe('proctoring', () => {
  it('a camera consented to is asked for before the clock starts, and again after a reload without asking the candidate', async () => {
    const { world, server, open, close } = arrange();
    server.state.imageProctoring = 1;
    const webcam = { stream: null, capture: async () => new Blob(['jpeg']), stop: () => {} };
    const first = await open();
    first.browser.setWebcam(() => webcam);
    void first.page.start({ camera: true });
    await world.until(() => server.state.images === 1);
    expect([first.page.camera.value, server.state.camera]).toEqual(['on', ['granted']]);
    close(first);
    const browser = createFakeBrowser({ world, device: createDevice(), fetch: server.fetch });
    browser.setWebcam(() => webcam);
    const elsewhere = createAttemptController({ takeUrl: '/take/token', token: 'token', browser });
    disposals.push(elsewhere.dispose);
    elsewhere.load();
    await world.advance(1_000);
    expect([screenOf(elsewhere), elsewhere.camera.value, server.state.images]).toEqual(['running', 'off', 1]);
    const reloaded = await open();
    expect(reloaded.page.camera.value).toBe('denied');
  });

  it('a camera declined or denied is recorded and the test goes on', async () => {
    for (const camera of [true, false]) {
      const { world, server, open } = arrange();
      server.state.imageProctoring = 1;
      const { page } = await open();
      void page.start({ camera });
      await world.until(() => screenOf(page) === 'running' && server.state.camera.length > 0);
      expect([page.camera.value, server.state.camera]).toEqual(['denied', ['denied']]);
    }
  });

  it('a camera tried before the start goes off when there will be none', async () => {
    const { world, server, open } = arrange();
    const { browser, page } = await open();
    let on = true;
    browser.setWebcam(() => ({
      stream: null,
      capture: async () => null,
      stop: () => {
        on = false;
      },
    }));
    await page.askCamera();
    expect(page.camera.value).toBe('on');
    server.state.refusing = () => '403.12';
    void page.start({ camera: true });
    await world.until(() => screenOf(page) === 'ended');
    expect([page.camera.value, on]).toEqual(['off', false]);
  });

  it('one switch of windows is one violation, a dialog of the page is none', async () => {
    const { world, server, begin } = arrange();
    const { browser, page } = await begin();
    await page.withoutLeaving(async () => {
      browser.setFocused(false);
      await world.advance(5_000);
      browser.setFocused(true);
    });
    await world.advance(2_000);
    expect(page.violations.value).toBe(0);
    browser.setFocused(false);
    browser.setVisible(false);
    await world.advance(5_000);
    browser.setVisible(true);
    browser.setFocused(true);
    await world.advance(2_000);
    expect(page.violations.value).toBe(1);
    expect(server.state.events.map(({ type }) => type)).toEqual(['left', 'returned']);
  });

  it('the times of leaving are the server’s, whatever the device’s clock does and however long it slept', async () => {
    const { world, server, device, begin } = arrange();
    const { browser } = await begin();
    const at = world.now();
    browser.setVisible(false);
    await world.advance(1_000);
    device.clockSkew += hour;
    await world.sleep(10 * minute);
    const back = world.now();
    browser.setVisible(true);
    await world.advance(3_000);
    const [left, returned] = server.state.events;
    expect(Math.abs((left?.at ?? 0) - at)).toBeLessThan(50);
    expect(Math.abs((returned?.at ?? 0) - back)).toBeLessThan(50);
  });
});
