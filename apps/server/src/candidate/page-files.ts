import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built candidate page: its HTML, and the directory of its assets. */
export type PageFiles = { readonly html: string; readonly assets: string };

const placeholder = '%BASE%';
/** The server replaces it with the organization that gives the test. */
export const organizationPlaceholder = '%ORGANIZATION%';

/** Reads the built page and fills in the path prefix. Throws if the page has not been built. */
export const readPageFiles = async (base: string): Promise<PageFiles> => {
  const built = join(dirname(fileURLToPath(import.meta.resolve('@assay/candidate/package.json'))), 'dist');
  const html = await readFile(join(built, 'index.html'), 'utf8');
  return { html: html.replaceAll(placeholder, base), assets: join(built, 'assets', 'candidate') };
};
