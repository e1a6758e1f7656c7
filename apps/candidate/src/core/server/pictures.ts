import type { TakePicture } from '@assay/domain/take';
import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Browser } from '../browser.ts';

/** Loads at the same time, so that an answer does not wait behind pictures. */
const atOnce = 4;
const againMs = 10_000;

type Deps = {
  readonly takeUrl: string;
  /** Names what the device stores of the attempt. */
  readonly name: Promise<string>;
  readonly browser: Pick<Browser, 'fetch' | 'pictureCache' | 'setTimeout' | 'clearTimeout'>;
  /** Those of the attempt; with keys once it runs. */
  readonly pictures: ReadonlySignal<readonly TakePicture[]>;
};

export type Pictures = {
  /** What shows a picture; undefined while it is being loaded. */
  readonly addressOf: (pictureId: number) => string | undefined;
  /** Removes them from the device. */
  readonly drop: () => void;
};

/** Loads the pictures of an attempt before its start, encrypted, and opens them while it runs. What fails is tried again. */
export const createPictures = ({ takeUrl, name, browser, pictures }: Deps): Pictures => {
  const addresses = signal<ReadonlyMap<number, string>>(new Map());
  const stored = new Set<number>();
  let isWorking = false;
  let isDropped = false;
  let timer: number | undefined;

  const plainAddress = (pictureId: number): string => `${takeUrl}/pictures/${pictureId}`;
  const show = (pictureId: number, address: string) => {
    addresses.value = new Map(addresses.peek()).set(pictureId, address);
  };
  const load = async (cache: NonNullable<Browser['pictureCache']>, pictureId: number): Promise<ArrayBuffer> => {
    const known = await cache.read(await name, pictureId);
    if (known !== undefined) return known;
    const response = await browser.fetch(`${plainAddress(pictureId)}/sealed`, {});
    if (!response.ok) throw new Error(`status ${response.status}`);
    const bytes = await response.arrayBuffer();
    // A device without room shows it all the same.
    if (!isDropped) await cache.write(await name, pictureId, bytes).catch(() => undefined);
    return bytes;
  };
  /** True unless it must be tried again. */
  const prepare = async (cache: NonNullable<Browser['pictureCache']>, { pictureId, type, key }: TakePicture): Promise<boolean> => {
    try {
      const bytes = await load(cache, pictureId);
      stored.add(pictureId);
      if (key !== undefined && type !== undefined) show(pictureId, await cache.open(bytes, key, type));
      return true;
    } catch {
      // Without a network it is not there yet; another cause may not concern the address of the picture itself.
      if (key !== undefined) show(pictureId, plainAddress(pictureId));
      return false;
    }
  };
  const isDone = ({ pictureId, key }: TakePicture): boolean =>
    key === undefined ? stored.has(pictureId) : (addresses.peek().get(pictureId) ?? '').startsWith('data:');

  const work = async (): Promise<void> => {
    const { pictureCache: cache } = browser;
    if (isWorking || cache === undefined) return;
    isWorking = true;
    const waiting = pictures.peek().filter((one) => !isDone(one));
    let failed = false;
    const loader = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined && !isDropped; next = waiting.shift())
        failed = !(await prepare(cache, next)) || failed;
    };
    await Promise.all(Array.from({ length: atOnce }, loader));
    isWorking = false;
    browser.clearTimeout(timer);
    if (isDropped) return cache.drop(await name);
    if (failed) timer = browser.setTimeout(() => void work(), againMs);
    else if (pictures.peek().some((one) => !isDone(one))) void work();
  };

  effect(() => {
    const list = pictures.value;
    if (list.length === 0) return;
    isDropped = false;
    if (browser.pictureCache === undefined) for (const { pictureId } of list) show(pictureId, plainAddress(pictureId));
    else void work();
  });

  return {
    addressOf: (pictureId) => addresses.value.get(pictureId),
    drop: () => {
      isDropped = true;
      stored.clear();
      browser.clearTimeout(timer);
      if (!isWorking) void name.then((of) => browser.pictureCache?.drop(of)).catch(() => undefined);
    },
  };
};
