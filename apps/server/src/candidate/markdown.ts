import hljs from 'highlight.js/lib/common';
import MarkdownIt from 'markdown-it';

const imageAddress = /^data:image\/(?:png|gif|jpe?g|webp|avif|svg\+xml)[;,]/i;
const linkAddress = /^(?:https?:\/\/|mailto:)/i;

/** Deepest heading of the page above a prompt: its own headings go below. */
const headingsAbove = 3;

const markdown = new MarkdownIt('commonmark', { html: false }).enable(['table', 'strikethrough']);
markdown.validateLink = (address) => linkAddress.test(address) || imageAddress.test(address);

const { rules } = markdown.renderer;
const escapeText = markdown.utils.escapeHtml;

// Only images inside the text: one from elsewhere would tell a third party who takes the test and when.
const drawImage = rules.image;
rules.image = (tokens, index, options, env, self) => {
  const token = tokens[index];
  if (token === undefined || drawImage === undefined) return '';
  return imageAddress.test(String(token.attrGet('src'))) ? drawImage(tokens, index, options, env, self) : escapeText(token.content);
};

// A new tab: following a link must not take the candidate away from answers that are not saved yet.
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

const shiftHeading: NonNullable<typeof rules.heading_open> = (tokens, index, options, _env, self) => {
  const token = tokens[index];
  if (token === undefined) return '';
  token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + headingsAbove)}`;
  return self.renderToken(tokens, index, options);
};
rules.heading_open = shiftHeading;
rules.heading_close = shiftHeading;

// Wide blocks scroll inside themselves; a scrolling element must be reachable by keyboard.
const highlight = (code: string, language: string): string =>
  hljs.getLanguage(language) === undefined ? escapeText(code) : hljs.highlight(code, { language, ignoreIllegals: true }).value;

rules.fence = (tokens, index) => {
  const token = tokens[index];
  const [language = ''] = token?.info.trim().split(/\s+/) ?? [];
  return `<pre tabindex="0"><code>${highlight(token?.content ?? '', language)}</code></pre>\n`;
};
rules.code_block = rules.fence;
// The Content-Security-Policy forbids style attributes: a column's alignment is a class.
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

/** Safe HTML of a prompt. */
export const renderMarkdown = (text: string): string => markdown.render(text);

/** Safe HTML of an option. One line is inline text, so that the options `1.` and `# b` are not taken for a list and a heading. */
export const renderOption = (text: string): string =>
  text.trim().includes('\n') ? markdown.render(text) : markdown.renderInline(text.trim());
