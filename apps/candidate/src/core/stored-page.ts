import type { Browser } from './browser.ts';

const isAsset = ({ name }: PerformanceEntry): boolean => name.includes('/assets/candidate/');

/** What the service worker stores of this page for a reload without a network. Browsers have none without HTTPS, except on localhost. */
export const openStoredPage = (): Browser['storedPage'] => {
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  const files = new Set<string>();
  let observer: PerformanceObserver | undefined;
  const post = (message: unknown) => void workers?.ready.then(({ active }) => active?.postMessage(message));
  return {
    keep: (scope) => {
      if (workers === undefined || observer !== undefined) return;
      observer = new PerformanceObserver((list) => {
        const loaded = list.getEntries().filter(isAsset);
        if (loaded.length === 0) return;
        for (const { name } of loaded) files.add(name);
        post({ files: [...files] });
      });
      const watch = () => observer?.observe({ type: 'resource', buffered: true });
      // Refused where site data is blocked: the page then needs the network at each load.
      workers.register(`${scope}offline.js`).then(watch, () => undefined);
    },
    clear: () => {
      if (observer === undefined) return;
      observer.disconnect();
      post({});
    },
  };
};
