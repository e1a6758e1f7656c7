/**
 * The service worker of `{base}/take/`: opens the page when the network fails, and only then. It knows nothing of a candidate: it stores
 * one page that is the same for all, and the files of that page. What the candidate sees and types is in IndexedDB.
 */

type Extendable = Event & { readonly waitUntil: (work: Promise<unknown>) => void };
type Fetching = Extendable & { readonly request: Request; readonly respondWith: (response: Promise<Response>) => void };
type Posted = Extendable & { readonly data: unknown };
type Listeners = { readonly install: Extendable; readonly fetch: Fetching; readonly message: Posted };

/** The part that is used here; the library for workers contradicts that of pages. */
declare const self: {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: <Type extends keyof Listeners>(type: Type, listen: (event: Listeners[Type]) => void) => void;
};

const scope = new URL('./', self.location.href).href;
const pageUrl = new URL('offline.html', scope).href;
const assetsUrl = new URL('../assets/candidate/', scope).href;
// Several installations may share an origin.
const cacheName = `assay-offline ${new URL(scope).pathname}`;

const isPage = ({ method, mode, url }: Request): boolean =>
  method === 'GET' &&
  mode === 'navigate' &&
  url.startsWith(scope) &&
  /^[^/]+\/?$/.test(new URL(url).pathname.slice(new URL(scope).pathname.length));

const stored = async (url: string): Promise<Response | undefined> => (await caches.open(cacheName)).match(url, { ignoreVary: true });

/** The network's response, whatever its status. Only without one, what is stored. */
const fromNetwork = (request: Request, url: string): Promise<Response> =>
  fetch(request).catch(async (error: unknown) => {
    const response = await stored(url);
    if (response === undefined) throw error;
    return response;
  });

const scriptsIn = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="([^"]+)"/g)]
    .map(([, path = '']) => new URL(path, scope).href)
    .filter((url) => url.startsWith(assetsUrl));

/** Stores the page as the server has it now, with `files`, which a page has loaded. Not if they are of another build. */
const keep = async (files: readonly string[]): Promise<void> => {
  const response = await fetch(pageUrl, { cache: 'no-store' });
  if (!response.ok) return;
  const own = scriptsIn(await response.clone().text());
  if (!own.some((url) => url.endsWith('.js') && files.includes(url))) return;
  const needed = new Set([...own, ...files.filter((url) => url.startsWith(assetsUrl))]);
  const cache = await caches.open(cacheName);
  const known = new Set((await cache.keys()).map(({ url }) => url));
  const isNew = !own.every((url) => known.has(url));
  await cache.addAll([...needed].filter((url) => !known.has(url)));
  await cache.put(pageUrl, response);
  // Those of an older build. Of the same build another page may have loaded more, such as another language.
  if (isNew) await Promise.all([...known].filter((url) => url !== pageUrl && !needed.has(url)).map((url) => cache.delete(url)));
};

const clear = async (): Promise<void> => {
  await caches.delete(cacheName);
  await self.registration.unregister();
};

const isFiles = (data: unknown): data is { readonly files: readonly string[] } =>
  typeof data === 'object' && data !== null && 'files' in data && Array.isArray(data.files);

/** One after the other, so that what is removed at the end stays removed. */
let work: Promise<unknown> = Promise.resolve();

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('message', (event) => {
  const { data } = event;
  work = work.then(() => (isFiles(data) ? keep(data.files) : clear())).catch(() => undefined);
  event.waitUntil(work);
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (isPage(request)) event.respondWith(fromNetwork(request, pageUrl));
  else if (request.url.startsWith(assetsUrl)) event.respondWith(fromNetwork(request, request.url));
});
