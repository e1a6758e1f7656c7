import {
  type CandidateOperation,
  encodeSuccess,
  httpStatusOf,
  joinOperations,
  type Refusal,
  type Result,
  statuscodes,
} from '@assay/domain';
import { type Assay, confirmJoin, getConfirmation, getJoinState, joinTest } from '@assay/operations';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createPageErrorHandler, type SendPage } from '../candidate/serve-page.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { SendRefusal } from '../plugins/envelope.ts';
import { routePath } from './route-path.ts';
import { wantsPage } from './wants-page.ts';

type JoinRequest = FastifyRequest<{ Params: { key: string } }>;
type ConfirmRequest = FastifyRequest<{ Params: { token: string } }>;
type Options = { readonly assay: Assay; readonly sendRefusal: SendRefusal; readonly sendPage: SendPage; readonly limiter: Limiter };

/** `/join/{key}`: candidates register with the access key of a test link or a test. `/join/confirm/{token}`: they confirm their address. */
export const registerJoin = (app: FastifyInstance, { assay, sendRefusal, sendPage, limiter }: Options): void => {
  const url = routePath(joinOperations.joinTest.path);
  const visitor = (request: JoinRequest) => ({ assay, accessKey: request.params.key });

  const handlePageError = createPageErrorHandler(sendPage);
  const errorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // Programs get the envelope from the application's error handler.
    if (!wantsPage(request)) throw error;
    return handlePageError(error, request, reply);
  };
  const countUnknown = (result: Result<unknown, Refusal>, request: FastifyRequest, reply: FastifyReply): void => {
    if (!result.ok && result.error.code === 'resource.not-found') limiter.countFailure(request, reply);
  };
  /** The page for browsers, which loads the state by itself; the state for programs. */
  const sendState = (request: FastifyRequest, reply: FastifyReply, state: Result<unknown, Refusal>) => {
    reply.header('vary', 'accept');
    countUnknown(state, request, reply);
    if (wantsPage(request)) return sendPage(reply, state.ok ? 200 : httpStatusOf(statuscodes[state.error.code]));
    return state.ok ? encodeSuccess(state.value) : sendRefusal(request, reply, state.error);
  };
  const sendJoined = (request: FastifyRequest, reply: FastifyReply, joined: Result<unknown, Refusal>) => {
    countUnknown(joined, request, reply);
    return joined.ok ? encodeSuccess(joined.value) : sendRefusal(request, reply, joined.error);
  };
  const limitsOf = ({ limits }: CandidateOperation) => limiter.by(...limits);
  const { getJoinState: read, joinTest: join, getConfirmation: readConfirmation, confirmJoin: confirm } = joinOperations;

  app.get(url, { errorHandler, onRequest: limitsOf(read) }, async (request: JoinRequest, reply) =>
    sendState(request, reply, await getJoinState({ visitor: visitor(request) })),
  );
  app.post(url, { onRequest: limitsOf(join) }, async (request: JoinRequest, reply) =>
    sendJoined(request, reply, await joinTest({ visitor: visitor(request), input: { body: request.body } })),
  );

  const confirmUrl = routePath(confirm.path);
  const holder = (request: ConfirmRequest) => ({ assay, token: request.params.token });
  app.get(confirmUrl, { errorHandler, onRequest: limitsOf(readConfirmation) }, async (request: ConfirmRequest, reply) =>
    sendState(request, reply, await getConfirmation({ holder: holder(request) })),
  );
  app.post(confirmUrl, { onRequest: limitsOf(confirm) }, async (request: ConfirmRequest, reply) =>
    sendJoined(request, reply, await confirmJoin({ holder: holder(request) })),
  );
};
