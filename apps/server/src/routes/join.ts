import { encodeSuccess } from '@assay/domain';
import { type Assay, getJoinState, joinTest } from '@assay/operations';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { renderJoin, renderMessage } from '../pages/render.ts';
import type { SendRefusal } from '../plugins/envelope.ts';

type JoinRequest = FastifyRequest<{ Params: { key: string } }>;

/** A browser that follows a link or posts the form; everything else speaks JSON. */
const wantsPage = (request: FastifyRequest): boolean => {
  if (request.method === 'POST') return request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  return request.headers.accept?.includes('text/html') === true;
};

/** `/join/{key}`: candidates register themselves with the access key of a link or a test. */
export const registerJoin = (app: FastifyInstance, assay: Assay, sendRefusal: SendRefusal): void => {
  const visitor = (request: JoinRequest) => ({ assay, accessKey: request.params.key });

  app.get('/join/:key', async (request: JoinRequest, reply) => {
    const state = await getJoinState({ visitor: visitor(request) });
    if (!wantsPage(request)) return state.ok ? encodeSuccess(state.value) : sendRefusal(request, reply, state.error);
    return state.ok ? renderJoin(reply, { state: state.value }) : renderMessage(reply, state.error);
  });

  app.post(
    '/join/:key',
    // Each call may send a mail to somebody else's address.
    { config: { rateLimit: { max: 60, timeWindow: '1 minute', groupId: 'join' } } },
    async (request: JoinRequest, reply) => {
      const joined = await joinTest({ visitor: visitor(request), input: { body: request.body } });
      if (!wantsPage(request)) return joined.ok ? encodeSuccess(joined.value) : sendRefusal(request, reply, joined.error);
      if (joined.ok) return reply.redirect(joined.value.takeTestURL, 303);
      const state = await getJoinState({ visitor: visitor(request) });
      return state.ok
        ? renderJoin(reply, { state: state.value, refused: joined.error, body: request.body })
        : renderMessage(reply, state.error);
    },
  );
};
