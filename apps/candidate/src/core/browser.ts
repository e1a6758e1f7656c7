/** Events of the window; `pagehide` is the last one before a reload or the close. */
export const browserEvents = ['online', 'offline', 'visible', 'hidden', 'focus', 'blur', 'pagehide', 'pageshow'] as const;
export type BrowserEvent = (typeof browserEvents)[number];

/** A camera that is on. `capture` gives a JPEG of at most `side` pixels on its longer side, or null while there is no picture. */
export type Webcam = {
  readonly stream: MediaStream | null;
  readonly capture: (side: number, quality: number) => Promise<Blob | null>;
  readonly stop: () => void;
};

export type PictureCache = {
  readonly read: (name: string, pictureId: number) => Promise<ArrayBuffer | undefined>;
  readonly write: (name: string, pictureId: number, bytes: ArrayBuffer) => Promise<void>;
  readonly drop: (name: string) => Promise<void>;
  /** The address of a picture that was encrypted. */
  readonly open: (sealed: ArrayBuffer, key: string, type: string) => Promise<string>;
};

/** Everything the core uses of the browser, so that its tests run without one. It lives as long as the page: nothing is closed. */
export type Browser = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds that no change of the device's clock moves; may stand still while the device sleeps. */
  readonly monotonic: () => number;
  /** The device's clock, ms since 1970. */
  readonly wallClock: () => number;
  readonly setTimeout: (run: () => void, ms: number) => number;
  readonly clearTimeout: (timer: number | undefined) => void;
  /** 0 to below 1. */
  readonly random: () => number;
  readonly randomId: () => string;
  /** A short name that does not give `text` away. */
  readonly digest: (text: string) => Promise<string>;
  readonly online: () => boolean;
  readonly visible: () => boolean;
  readonly focused: () => boolean;
  readonly listen: (event: BrowserEvent, run: () => void) => void;
  readonly indexedDB: IDBFactory | undefined;
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;
  /** To the other tabs of this browser on the same attempt; returns what posts. What `receive` gets is of unknown shape. */
  readonly openChannel: (name: string, receive: (message: unknown) => void) => ((message: unknown) => void) | undefined;
  /** Asks for consent when the browser has none; rejects when there is no camera or it was denied. `lost` is called once at most. */
  readonly openWebcam: (lost: () => void) => Promise<Webcam>;
  /** The page itself, without anything of the candidate, for a reload without a network. `scope` ends in `/take/`. */
  readonly storedPage: { readonly keep: (scope: string) => void; readonly clear: () => void };
  /** Encrypted pictures on this device, and what opens them; undefined without HTTPS. */
  readonly pictureCache: PictureCache | undefined;
};

/** Reading the property itself throws where storage is forbidden. */
const allowed = <Value>(read: () => Value): Value | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

const listen = (event: BrowserEvent, run: () => void): void => {
  if (event === 'visible' || event === 'hidden')
    document.addEventListener('visibilitychange', () => document.visibilityState === event && run());
  else window.addEventListener(event, run);
};

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** FNV-1a over 64 bits: `crypto.subtle` and `randomUUID` are missing on plain http, where a school's network may well run this. */
const weakDigest = (text: string): string => {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
};

const digest = async (text: string): Promise<string> => {
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  if (subtle === undefined) return weakDigest(text);
  return hex(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text))).slice(0, 8));
};

const openChannel: Browser['openChannel'] = (name, receive) => {
  if (typeof BroadcastChannel === 'undefined') return undefined;
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event) => receive(event.data);
  return (message) => channel.postMessage(message);
};

const pictureCache = (): PictureCache | undefined => {
  if (!window.isSecureContext || typeof caches === 'undefined') return undefined;
  // Most tests show no pictures.
  const loaded = () => import('./server/picture-cache.ts');
  return {
    read: async (name, pictureId) => (await loaded()).readPicture(name, pictureId),
    write: async (name, pictureId, bytes) => (await loaded()).writePicture(name, pictureId, bytes),
    drop: async (name) => (await loaded()).dropPictures(name),
    open: async (sealed, key, type) => (await loaded()).openPicture(sealed, key, type),
  };
};

// Refused where site data is blocked: the page then needs the network at each load.
const withStoredPage = (use: (page: typeof import('./session/stored-page.ts')) => unknown) =>
  void import('./session/stored-page.ts').then(use).catch(() => undefined);

/** The real browser. */
export const createBrowser = (): Browser => ({
  fetch: (url, init) => fetch(url, init),
  monotonic: () => performance.now(),
  wallClock: () => Date.now(),
  setTimeout: (run, ms) => window.setTimeout(run, ms),
  clearTimeout: (timer) => window.clearTimeout(timer),
  random: () => Math.random(),
  randomId: () => hex(crypto.getRandomValues(new Uint8Array(16))),
  digest,
  online: () => navigator.onLine,
  visible: () => document.visibilityState === 'visible',
  focused: () => document.hasFocus(),
  listen,
  indexedDB: allowed(() => window.indexedDB),
  sessionStorage: allowed(() => window.sessionStorage),
  openChannel: (name, receive) => allowed(() => openChannel(name, receive)),
  // Most tests use no camera. A chunk that does not load is a camera that is not there.
  openWebcam: async (lost) => (await import('./camera/open-webcam.ts')).openWebcam(lost),
  storedPage: {
    keep: (scope) => withStoredPage(({ keepPage }) => keepPage(scope)),
    clear: () => withStoredPage(({ dropPage }) => dropPage()),
  },
  pictureCache: pictureCache(),
});
