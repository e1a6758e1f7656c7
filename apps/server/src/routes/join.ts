import { encodeSuccess, httpStatusOf, joinOperations, refusalCodes } from '@assay/domain';
import { type Assay, getJoinState, joinTest } from '@assay/operations';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createPageErrorHandler, type SendPage } from '../candidate/serve-page.ts';
import type { SendRefusal } from '../plugins/envelope.ts';
import { routePath } from './route-path.ts';

type JoinRequest = FastifyRequest<{ Params: { key: string } }>;
type Options = { readonly assay: Assay; readonly sendRefusal: SendRefusal; readonly sendPage: SendPage };

/** Browsers that open a link accept HTML; programs, including the page itself, do not ask for it. */
const wantsPage = (request: Pick<FastifyRequest, 'headers'>): boolean => request.headers.accept?.includes('text/html') === true;

/** `/join/{key}`: candidates register with the access key of a test link or a test. */
export const registerJoin = (app: FastifyInstance, { assay, sendRefusal, sendPage }: Options): void => {
  const url = routePath(joinOperations.joinTest.path);
  const visitor = (request: JoinRequest) => ({ assay, accessKey: request.params.key });

  const handlePageError = createPageErrorHandler(sendPage);
  const errorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // Programs get the envelope from the application's error handler.
    if (!wantsPage(request)) throw error;
    return handlePageError(error, request, reply);
  };
  app.get(url, { errorHandler }, async (request: JoinRequest, reply) => {
    const state = await getJoinState({ visitor: visitor(request) });
    reply.headers({ vary: 'accept', 'cache-control': 'no-store' });
    if (wantsPage(request)) return sendPage(reply, state.ok ? 200 : httpStatusOf(refusalCodes[state.error.code].statuscode));
    return state.ok ? encodeSuccess(state.value) : sendRefusal(request, reply, state.error);
  });

  app.post(
    url,
    // Each call may send a mail to another person's address.
    { config: { rateLimit: { max: 60, timeWindow: '1 minute', groupId: 'join' } } },
    async (request: JoinRequest, reply) => {
      const joined = await joinTest({ visitor: visitor(request), input: { body: request.body } });
      return joined.ok ? encodeSuccess(joined.value) : sendRefusal(request, reply, joined.error);
    },
  );
};
