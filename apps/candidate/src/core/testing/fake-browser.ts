import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { Browser, BrowserEvent, Webcam } from '../browser.ts';
import type { World } from './fake-world.ts';

/** What a device stores over reloads, and what its tabs share. */
export type Device = { readonly indexedDB: IDBFactory; readonly channels: Set<Listener>; clockSkew: number };
type Listener = { readonly name: string; readonly receive: (message: unknown) => void };
type OpenWebcam = (lost: () => void) => Webcam | Promise<Webcam>;

export const createDevice = (clockSkew = 0): Device => ({ indexedDB: new IDBFactory(), channels: new Set(), clockSkew });

export type FakeBrowser = Browser & {
  /** False: as `navigator.onLine`, and every request fails. */
  readonly setOnline: (on: boolean) => void;
  readonly setVisible: (on: boolean) => void;
  readonly setFocused: (on: boolean) => void;
  readonly fire: (event: BrowserEvent) => void;
  /** The next `openWebcam` gives this; undefined denies. */
  readonly setWebcam: (open: OpenWebcam | undefined) => void;
  /** The page is closed or reloaded: nothing of it runs any more. */
  readonly close: () => void;
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
  const channels = new Set<Listener>();
  let webcam: OpenWebcam | undefined;
  let closed = false;

  const fire = (event: BrowserEvent) => {
    for (const run of [...(listeners.get(event) ?? [])]) run();
  };
  return {
    fetch: async (url, init) => {
      if (!online) throw new TypeError('Failed to fetch');
      const response = await fetch(url, init);
      if (!online) throw new TypeError('network changed');
      return closed ? new Promise<Response>(() => {}) : response;
    },
    monotonic: world.monotonic,
    wallClock: () => world.now() + device.clockSkew,
    setTimeout: (run, ms) => world.setTimeout(() => closed || run(), ms),
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
    },
    indexedDB: 'indexedDB' in deps ? deps.indexedDB : device.indexedDB,
    sessionStorage: {
      getItem: (name) => tabStorage.get(name) ?? null,
      setItem: (name, value) => void tabStorage.set(name, value),
      removeItem: (name) => void tabStorage.delete(name),
    },
    openChannel: (name, receive) => {
      const own = { name, receive };
      device.channels.add(own);
      channels.add(own);
      return (message) => {
        for (const other of device.channels) {
          if (other !== own && other.name === name) queueMicrotask(() => other.receive(structuredClone(message)));
        }
      };
    },
    openWebcam: async (lost) => {
      if (webcam === undefined) throw new DOMException('denied', 'NotAllowedError');
      return webcam(lost);
    },
    storedPage: { keep: () => {}, clear: () => {} },
    pictureCache: undefined,
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
    close: () => {
      fire('pagehide');
      closed = true;
      listeners.clear();
      for (const channel of channels) device.channels.delete(channel);
    },
  };
};
