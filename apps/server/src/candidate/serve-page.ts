import { httpStatusOf, statuscodes } from '@assay/domain';
import type { Organization } from '@assay/operations';
import { describeError } from '@assay/runtime';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { isFault, refusalOf, setRetryAfter } from '../plugins/envelope.ts';
import { organizationPlaceholder, type PageFiles } from './page-files.ts';

/** Nothing inline and nothing from other sites. Prompts may contain data: images, and the camera preview is a blob. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy,
  'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
  'referrer-policy': 'no-referrer',
};

/** Sends the page. The status is for programs; the page shows `organization` if it cannot load the attempt. */
export type SendPage = (reply: FastifyReply, status: number, organization?: Organization) => FastifyReply;

const escapeAttribute = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export const createSendPage = ({ html }: PageFiles): SendPage => {
  const [before = '', after = ''] = html.split(organizationPlaceholder);
  return (reply, status, organization) =>
    reply
      .code(status)
      .headers(headers)
      .send(`${before}${organization === undefined ? '' : escapeAttribute(JSON.stringify(organization))}${after}`);
};

/** Sends the page even if the server fails: the page retries automatically. */
export const createPageErrorHandler =
  (sendPage: SendPage) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { code } = refusalOf(error, request);
    if (isFault(code)) request.log.error({ err: describeError(error) }, 'request failed');
    setRetryAfter(reply, code);
    return sendPage(reply, httpStatusOf(statuscodes[code]));
  };

const year = 365 * 24 * 60 * 60_000;

/** Serves the page's scripts and styles. Their names contain a hash of their content, so browsers cache them for a year. */
export const serveAssets = async (app: FastifyInstance, { assets }: PageFiles): Promise<void> => {
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/assets/candidate/',
    index: false,
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: year,
  });
};

/**
 * Serves the service worker and the page that it opens without a network, which is the same for every candidate. Both are read again each
 * time; the place of the script limits the worker to `{base}/take/`.
 */
export const serveOfflinePage = (
  app: FastifyInstance,
  { offlineWorker }: PageFiles,
  sendPage: SendPage,
  onRequest: onRequestHookHandler,
): void => {
  app.get('/take/offline.html', { onRequest }, (_request, reply) => sendPage(reply, 200));
  app.get('/take/offline.js', { onRequest }, (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/javascript; charset=utf-8', 'content-security-policy': "default-src 'none'; connect-src 'self'" })
      .send(offlineWorker),
  );
};
