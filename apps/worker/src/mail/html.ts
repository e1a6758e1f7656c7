import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { MailContent } from './content.ts';
import { MailPage } from './MailPage.tsx';

/** The HTML of a mail, a whole document. What people chose is escaped by the renderer. */
export const renderHtml = (content: MailContent, title: string): string =>
  `<!doctype html>\n${renderToString(h(MailPage, { content, title }))}`;
