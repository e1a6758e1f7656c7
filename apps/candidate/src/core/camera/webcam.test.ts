import { expect, it } from 'vitest';
import { takePicture } from './webcam.ts';

const picture = (bytes: number) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });

it('a picture is made smaller, in quality and then in size, until it is 60 KiB', async () => {
  const tried: [number, number][] = [];
  const taken = await takePicture({
    capture: async (side, quality) => {
      tried.push([side, quality]);
      return picture(side * quality * 200);
    },
  });
  expect(taken?.size).toBeLessThanOrEqual(60 * 1024);
  expect(tried).toEqual([
    [640, 0.8],
    [640, 0.6],
    [640, 0.45],
  ]);
  expect(await takePicture({ capture: async (side) => picture(side * 100) })).toMatchObject({ size: 48_000 });
});

it('a picture that cannot be made small enough is dropped', async () => {
  expect(await takePicture({ capture: async () => picture(90_000) })).toBeNull();
});
