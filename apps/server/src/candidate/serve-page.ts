import { httpStatusOf, refusalCodes } from '@assay/domain';
import type { Organization } from '@assay/operations';
import { describeError } from '@assay/runtime';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalOf } from '../plugins/envelope.ts';
import { organizationPlaceholder, type PageFiles } from './page-files.ts';

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

/**
 * Sends the page. The status line tells programs what the page itself will show; `organization` is for what it shows when it cannot read
 * an attempt.
 */
export type SendPage = (reply: FastifyReply, status: number, organization?: Organization) => FastifyReply;

const escapeAttribute = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export const makeSendPage = ({ html }: PageFiles): SendPage => {
  const [before = '', after = ''] = html.split(organizationPlaceholder);
  return (reply, status, organization) =>
    reply
      .code(status)
      .headers(headers)
      .send(`${before}${organization === undefined ? '' : escapeAttribute(JSON.stringify(organization))}${after}`);
};

/** A fault on our side: the page comes all the same and tries again by itself. */
export const pageFault =
  (sendPage: SendPage) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { code } = refusalOf(error, request);
    request.log.error({ err: describeError(error) }, 'request failed');
    if (code === 'service.unavailable') reply.header('retry-after', '1');
    return sendPage(reply, httpStatusOf(refusalCodes[code].statuscode));
  };

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
