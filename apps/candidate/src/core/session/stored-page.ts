/** What the service worker of `scope` stores of this page for a reload without a network. Browsers have none without HTTPS, except on localhost. */

type Watching = { readonly observer: PerformanceObserver; readonly post: (message: unknown) => void };

let watching: Watching | undefined;

const isAsset = ({ name }: PerformanceEntry): boolean => name.includes('/assets/candidate/');

/** The files that this page has loaded, now and later: a language is loaded when it is chosen. */
export const keepPage = async (scope: string): Promise<void> => {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (workers === undefined || watching !== undefined) return;
  const files = new Set<string>();
  const post = (message: unknown) => void workers.ready.then(({ active }) => active?.postMessage(message));
  const observer = new PerformanceObserver((list) => {
    const loaded = list.getEntries().filter(isAsset);
    for (const { name } of loaded) files.add(name);
    if (loaded.length > 0) post({ files: [...files] });
  });
  watching = { observer, post };
  await workers.register(`${scope}offline.js`);
  observer.observe({ type: 'resource', buffered: true });
};

export const dropPage = (): void => {
  watching?.observer.disconnect();
  watching?.post({});
};
