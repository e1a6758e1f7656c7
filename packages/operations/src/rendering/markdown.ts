import hljs from 'highlight.js/lib/common';
import MarkdownIt from 'markdown-it';
import { keepFormulas } from './formulas.ts';
import { isPicture } from './picture.ts';

const linkAddress = /^(?:https?:\/\/|mailto:)/i;

/** Level of the page's deepest heading above a prompt. The prompt's headings start one below it. */
const headingsAbove = 2;

const markdown = new MarkdownIt('commonmark', { html: false }).enable(['table', 'strikethrough']);
markdown.validateLink = (address) => linkAddress.test(address) || isPicture(address);
keepFormulas(markdown);

/** What a text is rendered with, and what is found in it. */
export type Rendering = {
  /** The address of a picture that stands in the text; undefined: its alternative text is shown. */
  readonly addressOf: (source: string) => string | undefined;
  /** Characters of code that may still be highlighted: the highlighter takes a hundred times as long as the rest. */
  highlightable: number;
  /** Pictures as they are written in the text, by the form that the renderer gives them. */
  readonly written: Map<string, string>;
};

// The text itself has other spellings of an address (in brackets, with escapes) than its tokens.
let current: Rendering | undefined;
const { parseLinkDestination } = markdown.helpers;
markdown.helpers.parseLinkDestination = (text, start, end) => {
  const found = parseLinkDestination(text, start, end);
  if (found.ok && isPicture(found.str)) current?.written.set(text.slice(start, found.pos), markdown.normalizeLink(found.str));
  return found;
};

const { rules } = markdown.renderer;
const escapeText = markdown.utils.escapeHtml;

const renderImage = rules.image;

// Only pictures of the text itself are shown: loading one from another site would reveal to it who takes the test and when.
rules.image = (tokens, index, options, env, self) => {
  const token = tokens[index];
  if (token === undefined || renderImage === undefined) return '';
  const source = String(token.attrGet('src'));
  const address = isPicture(source) ? current?.addressOf(source) : undefined;
  if (address === undefined) return escapeText(token.content);
  token.attrSet('src', address);
  return renderImage(tokens, index, options, env, self);
};

// Links open in a new tab, so that the candidate does not leave answers that are not saved yet.
rules.link_open = (tokens, index, options, _env, self) => {
  const token = tokens[index];
  if (token === undefined) return '';
  if (linkAddress.test(String(token.attrGet('href')))) {
    token.attrSet('target', '_blank');
    token.attrSet('rel', 'noopener noreferrer nofollow');
  } else {
    token.attrs = null;
  }
  return self.renderToken(tokens, index, options);
};

// A skipped level reads to screen readers as a missing heading, and authors choose levels by size: only what is below what counts.
markdown.core.ruler.push('headings', ({ tokens }) => {
  const above: number[] = [];
  for (const token of tokens) {
    if (token.type === 'heading_open') {
      const written = Number(token.tag.slice(1));
      while ((above.at(-1) ?? 0) >= written) above.pop();
      above.push(written);
    }
    if (token.type === 'heading_open' || token.type === 'heading_close') token.tag = `h${Math.min(6, headingsAbove + above.length)}`;
  }
});

/** A longer block is shown without colours. */
const longestHighlighted = 8192;

const highlight = (code: string, language: string): string => {
  const isKnown = hljs.getLanguage(language) !== undefined;
  if (!isKnown || current === undefined || code.length > Math.min(longestHighlighted, current.highlightable)) return escapeText(code);
  current.highlightable -= code.length;
  return hljs.highlight(code, { language, ignoreIllegals: true }).value;
};

// `tabindex` makes blocks that scroll reachable by keyboard.
rules.fence = (tokens, index) => {
  const token = tokens[index];
  const [language = ''] = token?.info.trim().split(/\s+/) ?? [];
  return `<pre tabindex="0"><code>${highlight(token?.content ?? '', language)}</code></pre>\n`;
};
rules.code_block = rules.fence;
// The Content-Security-Policy forbids style attributes, so a column's alignment is a class.
const alignCell: NonNullable<typeof rules.th_open> = (tokens, index, options, _env, self) => {
  const token = tokens[index];
  if (token === undefined) return '';
  const [, alignment] = /text-align:(left|center|right)/.exec(String(token.attrGet('style') ?? '')) ?? [];
  token.attrs = alignment === undefined ? null : [['class', `align-${alignment}`]];
  return self.renderToken(tokens, index, options);
};
rules.th_open = alignCell;
rules.td_open = alignCell;
rules.table_open = () => '<div class="wide" tabindex="0"><table>\n';
rules.table_close = () => '</table></div>\n';

const rendered = (rendering: Rendering, render: () => string): string => {
  current = rendering;
  try {
    return render();
  } finally {
    current = undefined;
  }
};

/** Renders a prompt as safe HTML. */
export const renderMarkdown = (text: string, rendering: Rendering): string => rendered(rendering, () => markdown.render(text));

/** Renders an option as safe HTML. A single line is inline text, so that `1.` and `# b` do not become a list and a heading. */
export const renderOption = (text: string, rendering: Rendering): string =>
  text.trim().includes('\n') ? renderMarkdown(text, rendering) : rendered(rendering, () => markdown.renderInline(text.trim()));
