import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { Browser, BrowserEvent, Webcam } from '../browser.ts';
import type { World } from './fake-world.ts';

/** What a device keeps over reloads, and what its tabs share. */
export type Device = { readonly indexedDB: IDBFactory; readonly channels: Set<Listener>; clockSkew: number };
type Listener = { readonly name: string; readonly hear: (message: unknown) => void };

export const createDevice = (clockSkew = 0): Device => ({ indexedDB: new IDBFactory(), channels: new Set(), clockSkew });

export type FakeBrowser = Browser & {
  /** False: as `navigator.onLine`, and every request fails. */
  readonly setOnline: (on: boolean) => void;
  readonly setVisible: (on: boolean) => void;
  readonly setFocused: (on: boolean) => void;
  readonly fire: (event: BrowserEvent) => void;
  /** The next `openWebcam` gives this; undefined denies. */
  readonly setWebcam: (open: ((lost: () => void) => Webcam) | undefined) => void;
};

type Deps = {
  readonly world: World;
  readonly device?: Device;
  readonly fetch?: Browser['fetch'];
  readonly tabStorage?: Map<string, string>;
  readonly indexedDB?: IDBFactory | undefined;
  readonly random?: () => number;
};

let lastId = 0;

export const createFakeBrowser = (deps: Deps): FakeBrowser => {
  const { world, device = createDevice(), fetch = async () => Promise.reject(new TypeError('no network')), tabStorage = new Map() } = deps;
  const listeners = new Map<BrowserEvent, Set<() => void>>();
  let online = true;
  let visible = true;
  let focused = true;
  let webcam: ((lost: () => void) => Webcam) | undefined;

  const fire = (event: BrowserEvent) => {
    for (const run of [...(listeners.get(event) ?? [])]) run();
  };
  return {
    fetch: async (url, init) => {
      if (!online) throw new TypeError('Failed to fetch');
      const response = await fetch(url, init);
      if (!online) throw new TypeError('network changed');
      return response;
    },
    monotonic: world.monotonic,
    wallClock: () => world.now() + device.clockSkew,
    setTimeout: world.setTimeout,
    clearTimeout: world.clearTimeout,
    random: deps.random ?? (() => 0.5),
    randomId: () => {
      lastId += 1;
      return `id-${lastId}`;
    },
    digest: async (text) => `digest-of-${text.length}`,
    online: () => online,
    visible: () => visible,
    focused: () => focused,
    listen: (event, run) => {
      const known = listeners.get(event) ?? new Set();
      listeners.set(event, known.add(run));
      return () => known.delete(run);
    },
    indexedDB: 'indexedDB' in deps ? deps.indexedDB : device.indexedDB,
    sessionStorage: {
      getItem: (name) => tabStorage.get(name) ?? null,
      setItem: (name, value) => void tabStorage.set(name, value),
      removeItem: (name) => void tabStorage.delete(name),
    },
    openChannel: (name, hear) => {
      const own = { name, hear };
      device.channels.add(own);
      return {
        post: (message) => {
          for (const other of device.channels) {
            if (other !== own && other.name === name) queueMicrotask(() => other.hear(structuredClone(message)));
          }
        },
        close: () => void device.channels.delete(own),
      };
    },
    openWebcam: async (lost) => {
      if (webcam === undefined) throw new DOMException('denied', 'NotAllowedError');
      return webcam(lost);
    },
    fire,
    setOnline: (on) => {
      online = on;
      fire(on ? 'online' : 'offline');
    },
    setVisible: (on) => {
      visible = on;
      fire(on ? 'visible' : 'hidden');
    },
    setFocused: (on) => {
      focused = on;
      fire(on ? 'focus' : 'blur');
    },
    setWebcam: (open) => {
      webcam = open;
    },
  };
};
