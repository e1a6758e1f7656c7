import type { FastifyReply } from 'fastify';
import { type ComponentChildren, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Layout } from './Layout.tsx';
import { getSite, type Site } from './site.ts';

export type Page = { readonly title: string; readonly organization?: string; readonly content: ComponentChildren };

/**
 * No script at all, nothing from elsewhere. `form-action` names our own origin besides 'self': browsers also hold the redirect after
 * a post to it, and /join redirects to the public URL even when it was opened under another host name.
 */
const policyOf = ({ origin }: Site): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    `form-action 'self' ${origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const renderPage = (site: Site, { content, ...page }: Page): string =>
  `<!doctype html>\n${renderToString(h(Layout, { ...page, site }, content))}`;

export const sendPage = (reply: FastifyReply, status: number, page: Page): FastifyReply => {
  const site = getSite(reply.server);
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyOf(site),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .send(renderPage(site, page));
};
