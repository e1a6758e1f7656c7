import hljs from 'highlight.js/lib/core';
import json from 'highlight.js/lib/languages/json';
import MarkdownIt from 'markdown-it';

hljs.registerLanguage('json', json);

/** The text is our own, from the document; HTML in it is shown as text all the same. */
const markdown = new MarkdownIt('commonmark', { html: false }).enable('table');
const { rules } = markdown.renderer;
rules.heading_open = (tokens, index) => {
  const id = String(tokens[index + 1]?.content)
    .toLowerCase()
    .replace(/\W+/g, '-');
  return `<h2 id="${id}">`;
};
rules.heading_close = () => '</h2>';
// A wide table scrolls by itself; a keyboard has to reach it.
rules.table_open = () => '<div class="wide" role="region" aria-label="Table" tabindex="0"><table>';
rules.table_close = () => '</table></div>';

export const Prose = ({ text }: { readonly text: string }) => (
  <div class="prose" dangerouslySetInnerHTML={{ __html: markdown.render(text) }} />
);

/** One line, without a paragraph around it. */
export const Line = ({ text }: { readonly text: string }) => <span dangerouslySetInnerHTML={{ __html: markdown.renderInline(text) }} />;

type CodeProps = { readonly label: string; readonly html: string };

/** It may be wider and longer than its place, so it scrolls, and a keyboard has to reach it. */
const Code = ({ label, html }: CodeProps) => (
  <section class="code" aria-label={label} tabindex={0}>
    <pre>
      <code dangerouslySetInnerHTML={{ __html: html }} />
    </pre>
  </section>
);

export const Json = ({ value, label }: { readonly value: unknown; readonly label: string }) => (
  <Code label={label} html={hljs.highlight(JSON.stringify(value, null, 2), { language: 'json' }).value} />
);

export const Command = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <Code label={label} html={markdown.utils.escapeHtml(text)} />
);
