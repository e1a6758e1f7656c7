import { expect, it } from 'vitest';
import type { Webcam } from '../browser.ts';
import { arrangeAttempt } from '../testing/arrange-attempt.ts';
import { createDevice } from '../testing/fake-browser.ts';

/** A proctored attempt, opened in a browser with a webcam. */
const arrange = async (random = () => 0.5) => {
  const attempt = arrangeAttempt({ random });
  attempt.server.state.imageProctoring = 1;
  let stopped = 0;
  let lose: () => void = () => {};
  const webcam: Webcam = {
    stream: null,
    capture: async () => new Blob(['jpeg']),
    stop: () => {
      stopped += 1;
    },
  };
  const openWebcam = (lost: () => void) => {
    lose = lost;
    return webcam;
  };
  const { browser, page } = await attempt.open();
  browser.setWebcam(openWebcam);
  const states: string[] = [];
  page.camera.subscribe((state) => states.push(state));
  return { ...attempt, browser, page, webcam, openWebcam, states, lose: () => lose(), stopped: () => stopped };
};

it('takes the first picture at the start and the next within 30 to 90 s', async () => {
  for (const [random, after] of [
    [() => 0, 30_000],
    [() => 0.999, 89_940],
  ] as const) {
    const { world, server, page, states } = await arrange(random);
    page.press('camera');
    await world.advance(60_000);
    expect(server.state.images).toBe(0);
    page.start(true);
    await world.until(() => page.screenName() === 'running');
    await world.advance(50);
    expect([server.state.images, server.state.camera, states]).toEqual([1, ['granted'], ['off', 'asking', 'on']]);
    await world.advance(after - 200);
    expect(server.state.images).toBe(1);
    await world.advance(300);
    expect(server.state.images).toBe(2);
  }
});

it('a camera consented to is asked for before the clock starts, and again after a reload without asking the candidate', async () => {
  const { world, server, open, browser, page, openWebcam } = await arrange();
  const requestsBefore: string[][] = [];
  browser.setWebcam((lost) => {
    requestsBefore.push([...server.state.requests]);
    return openWebcam(lost);
  });
  page.start(true);
  await world.until(() => server.state.images === 1);
  expect(requestsBefore).toEqual([['GET attempt']]);
  expect([page.camera.value, server.state.camera]).toEqual(['on', ['granted']]);
  browser.close();
  const elsewhere = await open(createDevice());
  await world.advance(1_000);
  expect([elsewhere.page.screenName(), elsewhere.page.camera.value, server.state.images]).toEqual(['running', 'off', 1]);
  const reloaded = await open();
  expect(reloaded.page.camera.value).toBe('denied');
});

it('a camera declined or denied is recorded and the test goes on', async () => {
  for (const consent of [true, false]) {
    const { world, server, browser, page } = await arrange();
    browser.setWebcam(undefined);
    page.start(consent);
    await world.until(() => page.screenName() === 'running' && server.state.camera.length > 0);
    expect([page.camera.value, server.state.camera]).toEqual(['denied', ['denied']]);
  }
});

it('a camera tried before the start goes off when the start is refused', async () => {
  const { world, server, page, stopped } = await arrange();
  page.press('camera');
  await world.advance(0);
  expect(page.camera.value).toBe('on');
  server.state.refusing = () => '403.12';
  page.start(true);
  await world.until(() => page.screenName() === 'ended');
  expect([page.camera.value, stopped()]).toEqual(['off', 1]);
});

it('a camera lost in the middle is reported and may be asked for again', async () => {
  const { world, server, page, states, lose, stopped } = await arrange();
  page.start(true);
  await world.until(() => server.state.images === 1);
  lose();
  await world.advance(200_000);
  expect([server.state.camera, server.state.images, stopped()]).toEqual([['granted', 'lost'], 1, 1]);
  page.press('camera');
  await world.advance(100);
  expect([states.at(-1), server.state.camera.at(-1), server.state.images]).toEqual(['on', 'granted', 2]);
});

it('a camera that shows nothing yet is tried again soon', async () => {
  const { world, server, page, webcam } = await arrange();
  const pictures = [null, null, new Blob(['jpeg'])];
  Object.assign(webcam, { capture: async () => pictures.shift() ?? null });
  page.start(true);
  await world.until(() => server.state.images === 1, 2_000);
});

it('without a network it keeps the last three pictures and the camera’s outcome', async () => {
  const { world, server, browser, page, openWebcam } = await arrange();
  browser.setWebcam(undefined);
  page.start(true);
  await world.until(() => server.state.camera.length === 1);
  browser.setOnline(false);
  browser.setWebcam(openWebcam);
  page.press('camera');
  await world.advance(10 * 60_000);
  browser.setOnline(true);
  await world.advance(1_000);
  expect([server.state.images, server.state.camera]).toEqual([3, ['denied', 'granted']]);
});

it('ends with the light off', async () => {
  const { world, server, page, states, stopped } = await arrange();
  page.start(true);
  await world.until(() => server.state.images === 1);
  page.press('submit');
  await world.until(() => page.screenName() === 'completed');
  await world.advance(300_000);
  expect([states.at(-1), stopped(), server.state.images]).toEqual(['off', 1, 1]);
});
