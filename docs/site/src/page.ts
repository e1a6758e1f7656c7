import { targetOf } from './links.ts';
import { anchorOf, attribute, createMarkdown, textOf } from './markdown.ts';
import { readSource } from './repository.ts';

type Heading = { readonly level: number; readonly text: string; readonly anchor: string };
type Link = { readonly href: string; readonly line: number };
type Picture = { readonly src: string; readonly alternative: string; readonly line: number };
export type Fence = { readonly info: string; readonly text: string; readonly line: number };
export type Page = {
  readonly source: string;
  readonly title: string;
  /** The first paragraph, which says for whom the page is; empty when something else comes first. */
  readonly lead: string;
  readonly headings: readonly Heading[];
  readonly links: readonly Link[];
  readonly pictures: readonly Picture[];
  readonly fences: readonly Fence[];
};

const markdown = createMarkdown();

/** What a page holds, by the parser that the site renders it with. */
export const readPage = (source: string, text = readSource(source)): Page => {
  const tokens = markdown.parse(text, {});
  const headings: Heading[] = [];
  const links: Link[] = [];
  const pictures: Picture[] = [];
  const fences: Fence[] = [];
  for (const [at, { type, tag, map, info, content, children }] of tokens.entries()) {
    const line = (map?.[0] ?? 0) + 1;
    const inline = tokens[at + 1];
    if (type === 'fence') fences.push({ info, text: content, line });
    if (type === 'heading_open' && inline !== undefined) {
      const heading = textOf(inline);
      headings.push({ level: Number(tag.slice(1)), text: heading, anchor: anchorOf(heading) });
    }
    for (const child of children ?? []) {
      if (child.type === 'link_open') links.push({ href: attribute(child, 'href'), line });
      if (child.type === 'image') pictures.push({ src: attribute(child, 'src'), alternative: child.content, line });
    }
  }
  const [title, first, paragraph] = [tokens[1], tokens[3], tokens[4]];
  const lead = first?.type === 'paragraph_open' && paragraph !== undefined ? textOf(paragraph) : '';
  return { source, title: title === undefined ? source : textOf(title), lead, headings, links, pictures, fences };
};

/** The files that the site copies because a page links to them or shows them. */
export const filesOf = (source: string): readonly string[] => {
  const { links, pictures } = readPage(source);
  const targets = [...links.map(({ href }) => href), ...pictures.map(({ src }) => src)].map((href) => targetOf(source, href));
  return targets.flatMap((target) => (target.kind === 'file' ? [target.path] : []));
};
