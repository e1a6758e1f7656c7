import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AccessKeyPage, longestTyped } from '../pages/AccessKeyPage.tsx';
import { FrontPage } from '../pages/FrontPage.tsx';
import { sendMessagePage } from '../pages/send-message-page.ts';
import { wantsPage } from './wants-page.ts';

type KeyRequest = FastifyRequest<{ Querystring: { key?: string | string[] } }>;

/** The key, also from an address that was pasted whole. */
const keyIn = (typed: string): string =>
  typed
    .trim()
    .split('/')
    .findLast((part) => part !== '') ?? '';

/**
 * Pages for people who come without an address of their own. For programs neither route exists. Register after the 405s of other
 * routes: these keep 404 for other methods too.
 */
export const registerFrontPages = (app: FastifyInstance, base: string): void => {
  const forBrowsers =
    <Request extends FastifyRequest>(send: (request: Request, reply: FastifyReply) => FastifyReply) =>
    async (request: Request, reply: FastifyReply) => {
      if (!wantsPage(request)) {
        reply.callNotFound();
        return reply;
      }
      return send(request, reply.header('vary', 'accept'));
    };
  app.get(
    '/',
    forBrowsers((_request, reply) => sendMessagePage(reply, [FrontPage, { base }])),
  );
  app.get(
    '/join',
    forBrowsers((request: KeyRequest, reply) => {
      const { key: typed } = request.query;
      const key = typeof typed === 'string' && typed.length <= longestTyped ? keyIn(typed) : '';
      if (key === '') return sendMessagePage(reply, [AccessKeyPage, { base }], { forms: 'self' });
      return reply.redirect(`${base}/join/${encodeURIComponent(key)}`, 303);
    }),
  );
};
