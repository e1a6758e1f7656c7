import hljs from 'highlight.js/lib/common';
import MarkdownIt from 'markdown-it';
import { keepFormulas } from './formulas.ts';

const imageAddress = /^data:image\/(?:png|gif|jpe?g|webp|avif|svg\+xml)[;,]/i;
const linkAddress = /^(?:https?:\/\/|mailto:)/i;

/** Level of the page's deepest heading above a prompt. The prompt's headings start one below it. */
const headingsAbove = 2;

const markdown = new MarkdownIt('commonmark', { html: false }).enable(['table', 'strikethrough']);
markdown.validateLink = (address) => linkAddress.test(address) || imageAddress.test(address);
keepFormulas(markdown);

const { rules } = markdown.renderer;
const escapeText = markdown.utils.escapeHtml;

// Only data: images are shown: loading one from another site would reveal to it who takes the test and when.
const renderImage = rules.image;
rules.image = (tokens, index, options, env, self) => {
  const token = tokens[index];
  if (token === undefined || renderImage === undefined) return '';
  return imageAddress.test(String(token.attrGet('src'))) ? renderImage(tokens, index, options, env, self) : escapeText(token.content);
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

const highlight = (code: string, language: string): string =>
  hljs.getLanguage(language) === undefined ? escapeText(code) : hljs.highlight(code, { language, ignoreIllegals: true }).value;

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

/** Renders a prompt as safe HTML. */
export const renderMarkdown = (text: string): string => markdown.render(text);

/** Renders an option as safe HTML. A single line is inline text, so that `1.` and `# b` do not become a list and a heading. */
export const renderOption = (text: string): string =>
  text.trim().includes('\n') ? markdown.render(text) : markdown.renderInline(text.trim());
