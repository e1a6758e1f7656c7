import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly exports?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
};

type Package = { readonly directory: string; readonly manifest: Manifest };

const packages: readonly Package[] = globSync('{packages,apps,bench,problems}/**/package.json', {
  cwd: root,
  exclude: ['**/node_modules/**'],
})
  .sort()
  .map((file) => ({
    directory: join(root, dirname(file)),
    manifest: JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest,
  }));

/** The packages that npm gets. */
export const published = packages.filter(({ manifest }) => manifest.private !== true);
export const unpublished = packages.filter(({ manifest }) => manifest.private === true);
