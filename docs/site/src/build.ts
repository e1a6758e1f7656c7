import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Eleventy from '@11ty/eleventy';
import { copyOf } from './links.ts';
import { createMarkdown } from './markdown.ts';
import { filesOf, readPage } from './page.ts';
import { groups, here, outputOf, readSource, sources } from './repository.ts';

const site = join(dirname(fileURLToPath(import.meta.url)), '..');
/** The colours and the type of the candidate's page are the product's. */
const tokens = here('apps/candidate/src/styles/tokens.css');

const order = groups.flatMap((group) => group.pages);
const pages = new Map(sources.map((source) => [source, readPage(source)]));

/** A page as another page names it. */
const linkTo = (source: string | undefined) => {
  const page = source === undefined ? undefined : pages.get(source);
  return page === undefined ? undefined : { title: page.title, lead: page.lead, output: outputOf(page.source) };
};

const dataOf = (source: string) => {
  const page = pages.get(source);
  const at = order.indexOf(source);
  const output = outputOf(source);
  return {
    layout: 'page.njk',
    // Braces in a guide are no template.
    templateEngineOverride: 'md',
    permalink: output,
    eleventyExcludeFromCollections: true,
    source,
    output,
    isFirst: source === 'README.md',
    title: page?.title,
    lead: page?.lead,
    headings: page?.headings.filter(({ level }) => level === 2),
    base: '../'.repeat(output.split('/').length - 1),
    previous: linkTo(at > 0 ? order[at - 1] : undefined),
    next: linkTo(at < 0 ? undefined : order[at + 1]),
    groups: groups.map(({ title, pages: inGroup }) => ({ title, pages: inGroup.map(linkTo) })),
  };
};

/**
 * Writes the site into a folder. Each page is a virtual template of Eleventy, made of a file of the repository, so that nothing in `docs` has
 * to carry what only the site needs.
 */
export const buildSite = async (output: string, repositoryUrl?: string): Promise<void> => {
  // Eleventy looks for layouts from there, and a test's process has other tests to run.
  const before = process.cwd();
  process.chdir(site);
  const eleventy = new Eleventy('.', output, {
    quietMode: true,
    config: (config) => {
      config.setIncludesDirectory('layouts');
      config.setTemplateFormats(['md']);
      config.setLibrary('md', createMarkdown(repositoryUrl));
      for (const source of sources) config.addTemplate(`${source.replace(/\.md$/, '')}.md`, readSource(source), dataOf(source));
    },
  });
  await eleventy.write().finally(() => process.chdir(before));
  await cp(join(site, 'site.css'), join(output, 'site.css'));
  await cp(tokens, join(output, 'tokens.css'));
  for (const path of sources.flatMap(filesOf)) await cp(here(path), join(output, copyOf(path)));
};
