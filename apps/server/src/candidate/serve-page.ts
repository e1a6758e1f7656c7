import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PageFiles } from './page-files.ts';

/** Nothing inline and nothing from elsewhere: prompts may hold data: images, the camera shows itself as a blob. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': contentSecurityPolicy,
  'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Sends the page. The status line tells programs what the page itself will show. */
export type SendPage = (reply: FastifyReply, status: number) => FastifyReply;

export const makeSendPage =
  ({ html }: PageFiles): SendPage =>
  (reply, status) =>
    reply.code(status).headers(headers).send(html);

const year = 365 * 24 * 60 * 60_000;

/** The page's scripts and styles. Their names carry a hash of what is in them, so browsers keep them for good. */
export const serveAssets = async (app: FastifyInstance, { assets }: PageFiles): Promise<void> => {
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/assets/candidate/',
    index: false,
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: year,
    setHeaders: (reply) => {
      reply.header('x-content-type-options', 'nosniff');
    },
  });
};
