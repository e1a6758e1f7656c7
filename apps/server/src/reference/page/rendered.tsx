import hljs from 'highlight.js/lib/core';
import json from 'highlight.js/lib/languages/json';
import MarkdownIt from 'markdown-it';

hljs.registerLanguage('json', json);

/** The text is our own, from the document; HTML in it is shown as text all the same. */
const markdown = new MarkdownIt('commonmark', { html: false }).enable('table');
const { rules } = markdown.renderer;
rules.heading_open = (tokens, index) => {
  const id = String(tokens[index + 1]?.content).toLowerCase().replace(/\W+/g, '-');
  return `<h2 id="${id}">`;
};
rules.heading_close = () => '</h2>';
// A wide table scrolls by itself; a keyboard has to reach it.
rules.table_open = () => '<div class="wide" role="region" aria-label="Table" tabindex="0"><table>';
rules.table_close = () => '</table></div>';

export const Prose = ({ text }: { readonly text: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered here, without HTML of the source.
  <div class="prose" dangerouslySetInnerHTML={{ __html: markdown.render(text) }} />
);

/** One line, without a paragraph around it. */
export const Line = ({ text }: { readonly text: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered here, without HTML of the source.
  <span dangerouslySetInnerHTML={{ __html: markdown.renderInline(text) }} />
);

export const Json = ({ value, label }: { readonly value: unknown; readonly label: string }) => (
  <pre role="region" tabindex={0} aria-label={label}>
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: highlight.js escapes what it colours. */}
    <code dangerouslySetInnerHTML={{ __html: hljs.highlight(JSON.stringify(value, null, 2), { language: 'json' }).value }} />
  </pre>
);
