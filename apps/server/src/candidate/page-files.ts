import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The built candidate page: its HTML, its service worker, and the directory of its assets. */
export type PageFiles = { readonly html: string; readonly offlineWorker: string; readonly assets: string };

const placeholder = '%BASE%';
/** The server replaces it with the organization that gives the test. */
export const organizationPlaceholder = '%ORGANIZATION%';

/** Reads the page from the directory of its build and fills in the path prefix. Throws if the page has not been built. */
export const readPageFiles = async (built: string, base: string): Promise<PageFiles> => {
  const read = (name: string) => readFile(join(built, name), 'utf8');
  const [html, offlineWorker] = await Promise.all([read('index.html'), read('offline.js')]);
  return { html: html.replaceAll(placeholder, base), offlineWorker, assets: join(built, 'assets', 'candidate') };
};
