import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contents } from './contents.ts';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
export const here = (path: string): string => join(root, path);

const decisionsFolder = 'docs/decisions';
export const decisions: readonly string[] = readdirSync(here(decisionsFolder))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `${decisionsFolder}/${name}`)
  .sort();

/** Every source of a page, in the order of the site; the folder of decisions stands for their list. */
export const groups = contents
  .map(({ title, pages }) => ({ title, pages: pages.filter((page) => existsSync(here(page))) }))
  .filter(({ pages }) => pages.length > 0);
export const sources: readonly string[] = [...groups.flatMap(({ pages }) => pages), ...decisions];

/** The place of a page in the site. */
export const outputOf = (source: string): string => {
  if (source === 'README.md') return 'index.html';
  if (source === decisionsFolder) return 'decisions/index.html';
  return source.replace(/^docs\//, '').replace(/\.md$/, '.html');
};

/** The first page has what README says before it sends the reader to other files: the site's own navigation does that. */
const readReadme = (): string => readFileSync(here('README.md'), 'utf8').split(/^## Where to go next$/m)[0] ?? '';

const readDecisions = (): string => {
  const lines = decisions.map((path) => {
    const [, title = path] = /^# (.+)$/m.exec(readFileSync(here(path), 'utf8')) ?? [];
    return `- ${/\d{4}-\d\d-\d\d/.exec(path)?.[0] ?? ''} [${title}](${posix.basename(path)})`;
  });
  return `# Decisions\n\nWhat was decided, with the choices that there were and the reason.\n\n${lines.join('\n')}\n`;
};

export const readSource = (source: string): string => {
  if (source === 'README.md') return readReadme();
  return source === decisionsFolder ? readDecisions() : readFileSync(here(source), 'utf8');
};

/** The folder that relative links of a page start from. */
export const folderOf = (source: string): string => (source === decisionsFolder ? source : posix.dirname(source));
