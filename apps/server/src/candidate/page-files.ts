import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the build of `@assay/candidate` left: the page, and where its files lie. */
export type PageFiles = { readonly html: string; readonly assets: string };

const placeholder = '%BASE%';
/** The server writes the organization that gives the test here. */
export const organizationPlaceholder = '%ORGANIZATION%';

/** Reads the built page and writes the path prefix into it. Throws when it was not built. */
export const readPageFiles = async (base: string): Promise<PageFiles> => {
  const built = join(dirname(fileURLToPath(import.meta.resolve('@assay/candidate/package.json'))), 'dist');
  const html = await readFile(join(built, 'index.html'), 'utf8');
  return { html: html.replaceAll(placeholder, base), assets: join(built, 'assets', 'candidate') };
};
