import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { MailContent } from './content.ts';
import { MailPage } from './MailPage.tsx';

/** The HTML document of a mail. The renderer escapes text from users. */
export const renderHtml = (content: MailContent, title: string): string =>
  `<!doctype html>\n${renderToString(h(MailPage, { content, title }))}`;
