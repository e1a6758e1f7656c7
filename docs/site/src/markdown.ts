import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import MarkdownIt, { type MarkdownIt as Markdown, type Token } from 'markdown-it';
import { between, copyOf, hrefInSite, targetOf } from './links.ts';
import { outputOf } from './repository.ts';

for (const [name, language] of Object.entries({ sh: bash, json, python, sql, ts: typescript, yaml })) hljs.registerLanguage(name, language);

/** As code hosts make it, so that a link to a heading works there too. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');

/** What a heading says, without its markup. */
export const textOf = (inline: Token): string =>
  (inline.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');

export const attribute = (token: Token, name: string): string => String(token.attrGet(name) ?? '');

/** The prompt is not selected with the command, and what the command prints looks different from it. */
const renderConsole = (code: string, escapeHtml: (text: string) => string): string => {
  let continues = false;
  return code
    .split('\n')
    .map((line) => {
      const isCommand = continues || line.startsWith('$ ');
      continues = isCommand && line.endsWith('\\');
      if (!isCommand) return escapeHtml(line);
      const command = line.replace(/^\$ /, '');
      const prompt = command === line ? '' : '<span class="prompt">$ </span>';
      return `${prompt}<span class="command">${escapeHtml(command)}</span>`;
    })
    .join('\n');
};

/** Pages and the lists of links that tests check come from one parser. */
export const createMarkdown = (repositoryUrl?: string): Markdown => {
  const markdown = new MarkdownIt('commonmark', { html: false }).enable(['table', 'strikethrough']);
  const { escapeHtml } = markdown.utils;
  const { rules } = markdown.renderer;

  rules.heading_open = (tokens, index, options, _env, self) => {
    const heading = tokens[index + 1];
    if (heading !== undefined) tokens[index]?.attrSet('id', anchorOf(textOf(heading)));
    return self.renderToken(tokens, index, options);
  };

  // A wide table scrolls by itself; a keyboard has to reach it.
  rules.table_open = () => '<div class="wide" role="region" aria-label="Table" tabindex="0"><table>';
  rules.table_close = () => '</table></div>';

  rules.fence = (tokens, index) => {
    const { info = '', content = '' } = tokens[index] ?? {};
    const [language = ''] = info.split(' ');
    const [, name] = /title=(\S+)/.exec(info) ?? [];
    const code = content.replace(/\n$/, '');
    const known = hljs.getLanguage(language) === undefined ? undefined : hljs.highlight(code, { language }).value;
    const html = language === 'console' ? renderConsole(code, escapeHtml) : (known ?? escapeHtml(code));
    const label = name ?? (language === 'console' ? 'Commands and what they print' : 'Example');
    const caption = name === undefined ? '' : `<figcaption>${escapeHtml(name)}</figcaption>`;
    return `<figure class="code">${caption}<pre tabindex="0" role="region" aria-label="${escapeHtml(label)}"><code>${html}</code></pre></figure>\n`;
  };

  markdown.core.ruler.push('links-of-the-site', ({ tokens, env }) => {
    // Where only what a page holds is read, links stay as they are written.
    if (typeof env.source !== 'string') return;
    const { source } = env;
    const hrefs: (string | undefined)[] = [];
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === 'link_open') {
        const href = hrefInSite(source, attribute(token, 'href'), repositoryUrl);
        hrefs.push(href);
        token.attrSet('href', href ?? '');
      }
      if (token.type === 'image') {
        const target = targetOf(source, attribute(token, 'src'));
        if (target.kind === 'file') token.attrSet('src', between(outputOf(source), copyOf(target.path)));
        token.attrSet('loading', 'lazy');
      }
      const isLink = token.type === 'link_open' || token.type === 'link_close';
      const isText = isLink && (token.type === 'link_open' ? hrefs.at(-1) : hrefs.pop()) === undefined;
      // The site has nothing to show there: the words stay, without a link.
      if (isText) Object.assign(token, { tag: 'span', attrs: null });
    }
  });
  return markdown;
};
