import { describe, expect, it } from 'vitest';
import type { Webcam } from './browser.ts';
import { createCamera, takePicture } from './camera.ts';
import { createProtocol } from './protocol.ts';
import { createFakeBrowser } from './testing/fake-browser.ts';
import { createFakeServer } from './testing/fake-server.ts';
import { createWorld } from './testing/fake-world.ts';

const picture = (bytes: number) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });

const arrange = (random = () => 0.5) => {
  const world = createWorld();
  const server = createFakeServer({ world });
  const browser = createFakeBrowser({ world, fetch: server.fetch, random });
  const states: string[] = [];
  let suspended = 0;
  let stopped = 0;
  let lose: () => void = () => {};
  const webcam: Webcam = {
    stream: null,
    capture: async () => picture(1_000),
    stop: () => {
      stopped += 1;
    },
  };
  browser.setWebcam((lost) => {
    lose = lost;
    return webcam;
  });
  const camera = createCamera({
    protocol: createProtocol({ takeUrl: '/take/token', sessionId: 'me', web: browser, measure: () => {} }),
    browser,
    suspendLeaving: () => {
      suspended += 1;
      return () => {
        suspended -= 1;
      };
    },
    onState: (state) => states.push(state),
  });
  return { world, server, browser, camera, states, lose: () => lose(), suspended: () => suspended, stopped: () => stopped };
};

describe('a picture', () => {
  it('is made smaller, in quality and then in size, until it is 60 KiB', async () => {
    const asked: [number, number][] = [];
    const taken = await takePicture({
      capture: async (side, quality) => {
        asked.push([side, quality]);
        return picture(side * quality * 200);
      },
    });
    expect(taken?.size).toBeLessThanOrEqual(60 * 1024);
    expect(asked).toEqual([
      [640, 0.8],
      [640, 0.6],
      [640, 0.45],
    ]);
    expect(await takePicture({ capture: async (side) => picture(side * 100) })).toMatchObject({ size: 48_000 });
  });

  it('that cannot be made small enough is none', async () => {
    expect(await takePicture({ capture: async () => picture(90_000) })).toBeNull();
  });
});

it('takes the first picture at the start and the next within 30 to 90 s', async () => {
  for (const [random, after] of [
    [() => 0, 30_000],
    [() => 0.999, 89_940],
  ] as const) {
    const { world, server, camera, states } = arrange(random);
    await camera.ask();
    await world.advance(60_000);
    expect(server.state.images).toBe(0);
    camera.run();
    await world.advance(100);
    expect([server.state.images, server.state.camera, states]).toEqual([1, ['granted'], ['asking', 'on']]);
    await world.advance(after - 200);
    expect(server.state.images).toBe(1);
    await world.advance(300);
    expect(server.state.images).toBe(2);
    camera.dispose();
  }
});

it('a denied camera is reported once the test runs, and leaving was not counted during the prompt', async () => {
  const { world, server, browser, camera, states, suspended } = arrange();
  browser.setWebcam(undefined);
  const asking = camera.ask();
  expect(suspended()).toBe(1);
  await asking;
  expect([states, suspended(), server.state.camera]).toEqual([['asking', 'denied'], 0, []]);
  camera.run();
  await world.advance(100);
  expect(server.state.camera).toEqual(['denied']);
});

it('a camera lost in the middle is reported and may be asked for again', async () => {
  const { world, server, camera, states, lose, stopped } = arrange();
  camera.run();
  await camera.ask();
  await world.advance(100);
  lose();
  await world.advance(200_000);
  expect([server.state.camera, server.state.images, stopped()]).toEqual([['granted', 'lost'], 1, 1]);
  await camera.ask();
  await world.advance(100);
  expect([states.at(-1), server.state.camera.at(-1), server.state.images]).toEqual(['on', 'granted', 2]);
});

it('without a network it keeps the last three pictures and what became of the camera', async () => {
  const { world, server, browser, camera } = arrange();
  browser.setOnline(false);
  camera.run();
  await camera.ask();
  await world.advance(10 * 60_000);
  browser.setOnline(true);
  await world.advance(1_000);
  expect([server.state.images, server.state.camera]).toEqual([3, ['granted']]);
});

it('ends with the light off', async () => {
  const { world, server, camera, states, stopped } = arrange();
  await camera.ask();
  camera.run();
  await world.advance(100);
  camera.dispose();
  await world.advance(300_000);
  expect([states.at(-1), stopped(), server.state.images]).toEqual(['off', 1, 1]);
});
