import type { TakePicture } from '@assay/domain/take';
import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import { createFakeBrowser } from '../testing/fake-browser.ts';
import { createWorld } from '../testing/fake-world.ts';
import { createPictures } from './pictures.ts';

const takeUrl = 'https://assay.example/take/token';
const sealed: TakePicture = { pictureId: 7, bytes: 10 };
const withKey: TakePicture = { ...sealed, type: 'image/png', key: 'key' };
const opened = 'data:image/png;base64,7';

const setUp = ({ device = new Map<string, ArrayBuffer>(), isSecure = true, hasRoom = true } = {}) => {
  const world = createWorld();
  const fetched: string[] = [];
  let [isOnline, atOnce, most] = [true, 0, 0];
  const fetch = async (url: string) => {
    fetched.push(url);
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    atOnce -= 1;
    if (!isOnline) throw new TypeError('Failed to fetch');
    return new Response('sealed');
  };
  const cache = {
    read: async (name: string, pictureId: number) => device.get(`${name} ${pictureId}`),
    write: async (name: string, pictureId: number, bytes: ArrayBuffer) => {
      if (!hasRoom) throw new DOMException('full', 'QuotaExceededError');
      device.set(`${name} ${pictureId}`, bytes);
    },
    drop: async () => device.clear(),
    open: async (_: ArrayBuffer, key: string, type: string) => {
      if (key !== 'key') throw new Error('another key');
      return `data:${type};base64,7`;
    },
  };
  const pictures = signal<readonly TakePicture[]>([]);
  const browser = { ...createFakeBrowser({ world, fetch }), pictureCache: isSecure ? cache : undefined };
  const { addressOf, drop } = createPictures({ takeUrl, name: Promise.resolve('attempt'), browser, pictures });
  const setOnline = (on: boolean) => {
    isOnline = on;
  };
  return { world, fetched, device, pictures, addressOf, drop, setOnline, mostAtOnce: () => most };
};

it('are stored on the device before the start, shown with their keys, and loaded once', async () => {
  const { world, fetched, device, pictures, addressOf } = setUp();
  pictures.value = [sealed];
  await world.advance(0);
  expect([...device.keys()]).toEqual(['attempt 7']);
  expect(addressOf(7)).toBeUndefined();
  pictures.value = [withKey];
  await world.advance(0);
  expect(addressOf(7)).toBe(opened);
  expect(fetched).toEqual([`${takeUrl}/pictures/7/sealed`]);
});

it('are shown after a reload without a network', async () => {
  const { world, fetched, pictures, addressOf, setOnline } = setUp({ device: new Map([['attempt 7', new ArrayBuffer(6)]]) });
  setOnline(false);
  pictures.value = [withKey];
  await world.advance(0);
  expect(addressOf(7)).toBe(opened);
  expect(fetched).toEqual([]);
});

it('that do not load have the address of the picture itself, and are tried again after 10 s', async () => {
  const { world, pictures, addressOf, setOnline } = setUp();
  setOnline(false);
  pictures.value = [withKey];
  await world.advance(9_999);
  expect(addressOf(7)).toBe(`${takeUrl}/pictures/7`);
  setOnline(true);
  await world.advance(1);
  expect(addressOf(7)).toBe(opened);
});

it('are shown on a device that has no room', async () => {
  const { world, pictures, addressOf, device } = setUp({ hasRoom: false });
  pictures.value = [withKey];
  await world.advance(0);
  expect(addressOf(7)).toBe(opened);
  expect(device.size).toBe(0);
});

it('are loaded four at once', async () => {
  const { world, pictures, fetched, mostAtOnce } = setUp();
  pictures.value = Array.from({ length: 9 }, (_, index) => ({ ...sealed, pictureId: index + 1 }));
  await world.advance(0);
  expect(fetched).toHaveLength(9);
  expect(mostAtOnce()).toBe(4);
});

it('have their own address where the page cannot decrypt', () => {
  const { pictures, addressOf, fetched } = setUp({ isSecure: false });
  pictures.value = [withKey];
  expect(addressOf(7)).toBe(`${takeUrl}/pictures/7`);
  expect(fetched).toEqual([]);
});

it('leave the device when the attempt has ended, also those that were on their way', async () => {
  const { world, pictures, device, drop } = setUp();
  pictures.value = [sealed];
  await world.advance(0);
  pictures.value = [sealed, { ...sealed, pictureId: 8 }];
  drop();
  await world.advance(0);
  expect(device.size).toBe(0);
});
