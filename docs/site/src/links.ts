import { existsSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { folderOf, here, outputOf, sources } from './repository.ts';

export type Target =
  | { readonly kind: 'outside'; readonly href: string }
  | { readonly kind: 'page'; readonly source: string; readonly anchor: string }
  /** Copied into the site as it is: pictures, samples, files to deploy with. */
  | { readonly kind: 'file'; readonly path: string }
  /** In the repository alone. */
  | { readonly kind: 'source'; readonly path: string; readonly isFolder: boolean }
  | { readonly kind: 'missing'; readonly path: string };

const copied = /^(docs|samples|deploy)\//;

/** Where a link of a page leads. */
export const targetOf = (source: string, href: string): Target => {
  if (/^[a-z][a-z+.-]*:/i.test(href)) return { kind: 'outside', href };
  const [relative = '', anchor = ''] = href.split('#');
  const path = relative === '' ? source : posix.join(folderOf(source), decodeURI(relative)).replace(/\/$/, '');
  if (sources.includes(path)) return { kind: 'page', source: path, anchor };
  if (!existsSync(here(path))) return { kind: 'missing', path };
  const isFolder = statSync(here(path)).isDirectory();
  return !isFolder && copied.test(path) ? { kind: 'file', path } : { kind: 'source', path, isFolder };
};

/** Where the site keeps a file that it copies. */
export const copyOf = (path: string): string => path.replace(/^docs\//, '');

/** From one place of the site to another, so that the site works under any address and from the disk. */
export const between = (from: string, to: string): string => posix.relative(posix.dirname(from), to);

/** The address of a link in the built site; undefined where the site has nothing to show and no repository is known. */
export const hrefInSite = (source: string, href: string, repositoryUrl: string | undefined): string | undefined => {
  const target = targetOf(source, href);
  switch (target.kind) {
    case 'outside':
      return target.href;
    case 'page': {
      const hash = target.anchor === '' ? '' : `#${target.anchor}`;
      return target.source === source && hash !== '' ? hash : `${between(outputOf(source), outputOf(target.source))}${hash}`;
    }
    case 'file':
      return between(outputOf(source), copyOf(target.path));
    case 'source':
      return repositoryUrl === undefined ? undefined : `${repositoryUrl}/${target.isFolder ? 'tree' : 'blob'}/HEAD/${target.path}`;
    case 'missing':
      throw new Error(`${source}: ${href} leads nowhere`);
  }
};
