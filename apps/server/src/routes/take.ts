import { encodeSuccess, type Refusal, type Result } from '@assay/domain';
import { type Assay, getAttempt, recordEvents, saveAnswer, startAttempt, submitAttempt } from '@assay/operations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SendRefusal } from '../plugins/envelope.ts';

type Params = { token: string; questionId?: string };
type TakeRequest = FastifyRequest<{ Params: Params }>;

/** The candidate protocol in JSON. The token in the path is the only credential. */
export const registerTake = (app: FastifyInstance, assay: Assay, sendRefusal: SendRefusal): void => {
  const answering =
    <Value>(run: (request: TakeRequest) => Promise<Result<Value, Refusal>>) =>
    async (request: TakeRequest, reply: FastifyReply) => {
      const result = await run(request);
      // A shared or cached answer would show one candidate's attempt to another, or an old one to the same.
      reply.header('cache-control', 'no-store');
      return result.ok ? encodeSuccess(result.value) : sendRefusal(request, reply, result.error);
    };
  const candidate = (request: TakeRequest) => ({ assay, token: request.params.token });

  app.get(
    '/take/:token/attempt',
    answering((request) => getAttempt({ candidate: candidate(request) })),
  );
  app.post(
    '/take/:token/start',
    answering((request) => startAttempt({ candidate: candidate(request) })),
  );
  app.put(
    '/take/:token/answers/:questionId',
    answering((request) =>
      saveAnswer({ candidate: candidate(request), input: { questionId: request.params.questionId ?? '', body: request.body } }),
    ),
  );
  app.post(
    '/take/:token/events',
    answering((request) => recordEvents({ candidate: candidate(request), input: { body: request.body } })),
  );
  app.post(
    '/take/:token/submit',
    answering((request) => submitAttempt({ candidate: candidate(request) })),
  );
};
