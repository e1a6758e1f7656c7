import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSite } from './build.ts';
import { faultOf } from './fences.ts';
import { targetOf } from './links.ts';
import { readPage } from './page.ts';
import { decisions, here, root, sources } from './repository.ts';

/** Each with all of its text: the site shows only the first part of README.md. */
const paths = globSync(['*.md', 'docs/*.md', 'docs/decisions/*.md', '{apps,packages}/*/README.md'], { cwd: root }).sort();
const pages = new Map(paths.map((path) => [path, readPage(path, readFileSync(here(path), 'utf8'))]));
const guides = [...pages.values()].filter(({ source }) => !decisions.includes(source));
const ofPackages = guides.filter(({ source }) => /^(apps|packages)\//.test(source));

const faultOfLink = (source: string, href: string): string | undefined => {
  const target = targetOf(source, href);
  if (target.kind === 'missing') return `${target.path} does not exist`;
  if (target.kind !== 'page' || target.anchor === '') return undefined;
  const has = pages.get(target.source)?.headings.some(({ anchor }) => anchor === target.anchor);
  return has ? undefined : `${target.source} has no heading #${target.anchor}`;
};

describe('pages', () => {
  it('are all in the contents of the site', () => {
    expect(paths.filter((path) => /^docs\/[^/]+\.md$/.test(path) && !sources.includes(path))).toEqual([]);
  });

  it('begin with a title and a paragraph that says for whom they are', () => {
    const without = guides.filter(({ source, lead }) => source.startsWith('docs/') && lead === '').map(({ source }) => source);
    expect(without).toEqual([]);
    for (const { source, headings } of pages.values())
      expect(
        headings.map(({ level }) => level).filter((level) => level === 1),
        source,
      ).toEqual([1]);
  });

  it('have each heading once, so that a link to it is unambiguous', () => {
    for (const { source, headings } of pages.values()) {
      const anchors = headings.map(({ anchor }) => anchor);
      expect(
        anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at),
        source,
      ).toEqual([]);
    }
  });

  it('link to pages, headings and files that exist', () => {
    const faults = [...pages.values()].flatMap(({ source, links, pictures }) =>
      [...links, ...pictures.map(({ src, line }) => ({ href: src, line }))].flatMap(({ href, line }) => {
        const fault = faultOfLink(source, href);
        return fault === undefined ? [] : [`${source}:${line}: ${fault}`];
      }),
    );
    expect(faults).toEqual([]);
  });

  it('describe their pictures', () => {
    for (const { source, pictures } of pages.values())
      for (const { alternative, src } of pictures) expect(alternative, `${source}: ${src}`).not.toBe('');
  });

  it('have only code that a test runs or checks', () => {
    const faults = guides
      .filter((page) => !ofPackages.includes(page))
      .flatMap((page) =>
        page.fences.flatMap((fence) => {
          const fault = faultOf(page, fence);
          return fault === undefined ? [] : [`${page.source}:${fence.line}: \`\`\`${fence.info} ${fault}`];
        }),
      );
    expect(faults).toEqual([]);
  });

  it('of packages have only code that `pnpm release:dry` runs', () => {
    for (const { source, fences } of ofPackages) for (const { info } of fences) expect(info, source).toMatch(/^(sh|ts|yaml title=\S+)$/);
  });
});

describe('the built site', () => {
  let folder = '';
  let files: string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-site-'));
    await buildSite(folder);
    files = (await readdir(folder, { recursive: true })).sort();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('has every file and every anchor that its pages link to, by addresses that work in any folder', async () => {
    const html = new Map<string, string>();
    for (const file of files.filter((name) => name.endsWith('.html'))) html.set(file, await readFile(join(folder, file), 'utf8'));
    expect(html.size).toBe(sources.length);
    const faults = [...html].flatMap(([file, text]) =>
      Array.from(text.matchAll(/ (?:href|src)="([^"]*)"/g), ([, address = '']) => address).filter((address) => {
        if (/^(https?|mailto|data):/.test(address)) return false;
        const [path = '', anchor = ''] = address.split('#');
        const target = path === '' ? file : posix.join(posix.dirname(file), path);
        return !files.includes(target) || (anchor !== '' && !html.get(target)?.includes(` id="${anchor}"`));
      }),
    );
    expect(faults).toEqual([]);
  });

  it('leads into the repository only where that is known, and loads nothing from elsewhere', async () => {
    const page = await readFile(join(folder, 'first-hour.html'), 'utf8');
    expect(page).toContain('<span>A test</span> runs every command');
    expect(page).not.toContain('<script');
    expect(page).toContain('<span class="prompt">$ </span><span class="command">assay doctor</span>');
  });
});
