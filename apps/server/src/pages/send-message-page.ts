import type { FastifyReply } from 'fastify';
import { type FunctionComponent, h } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** No scripts and nothing from other sites; a form only to this server, and only on a page that has one. */
const contentSecurityPolicy = (forms: 'none' | 'self'): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    `form-action '${forms}'`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

type Options = { readonly status?: number; readonly forms?: 'none' | 'self' };

/** A page that the server itself writes, as HTML. */
export const renderPage = <Props extends object>(page: FunctionComponent<Props>, props: Props): string =>
  `<!doctype html>\n${renderToString(h(page, props))}`;

export const sendHtml = (reply: FastifyReply, html: string, { status = 200, forms = 'none' }: Options = {}): FastifyReply =>
  reply
    .code(status)
    .headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': contentSecurityPolicy(forms) })
    .send(html);

/** Sends a page that the server itself writes. */
export const sendMessagePage = <Props extends object>(
  reply: FastifyReply,
  [page, props]: readonly [FunctionComponent<Props>, Props],
  options?: Options,
): FastifyReply => sendHtml(reply, renderPage(page, props), options);
