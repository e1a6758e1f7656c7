import { encodeSuccess, httpStatusOf, imageBounds, ok, type Refusal, type Result, refusalCodes } from '@assay/domain';
import {
  type Assay,
  getAttempt,
  getOrganization,
  recordCamera,
  recordEvents,
  saveAnswer,
  saveImage,
  startAttempt,
  submitAttempt,
} from '@assay/operations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageFault, type SendPage } from '../candidate/serve-page.ts';
import { withHtml } from '../candidate/with-html.ts';
import type { SendRefusal } from '../plugins/envelope.ts';

type Params = { token: string; questionId?: string };
type TakeRequest = FastifyRequest<{ Params: Params }>;
type Options = { readonly assay: Assay; readonly sendRefusal: SendRefusal; readonly sendPage: SendPage };

/** The candidate's page and its protocol in JSON. The token in the path is the only credential. */
export const registerTake = async (app: FastifyInstance, { assay, sendRefusal, sendPage }: Options): Promise<void> => {
  const answering =
    <Value>(run: (request: TakeRequest) => Promise<Result<Value, Refusal>>) =>
    async (request: TakeRequest, reply: FastifyReply) => {
      const result = await run(request);
      // A shared or cached answer would show one candidate's attempt to another, or an old one to the same.
      reply.header('cache-control', 'no-store');
      return result.ok ? encodeSuccess(result.value) : sendRefusal(request, reply, result.error);
    };
  const candidate = (request: TakeRequest) => ({ assay, token: request.params.token });

  app.get('/take/:token', { errorHandler: pageFault(sendPage) }, async (request: TakeRequest, reply) => {
    const state = await getAttempt({ candidate: candidate(request) });
    const organization = await getOrganization({ candidate: candidate(request) });
    return sendPage(reply, state.ok ? 200 : httpStatusOf(refusalCodes[state.error.code].statuscode), organization);
  });
  app.get(
    '/take/:token/attempt',
    answering(async (request) => {
      const state = await getAttempt({ candidate: candidate(request) });
      return state.ok ? ok(await withHtml(state.value)) : state;
    }),
  );
  app.post(
    '/take/:token/start',
    answering(async (request) => {
      const state = await startAttempt({ candidate: candidate(request), input: { body: request.body } });
      return state.ok ? ok(await withHtml(state.value)) : state;
    }),
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
    '/take/:token/camera',
    answering((request) => recordCamera({ candidate: candidate(request), input: { body: request.body } })),
  );
  app.post(
    '/take/:token/submit',
    answering((request) => submitAttempt({ candidate: candidate(request), input: { body: request.body } })),
  );

  await app.register(async (images) => {
    images.removeAllContentTypeParsers();
    images.addContentTypeParser('image/jpeg', { parseAs: 'buffer', bodyLimit: imageBounds.bytes }, (_request, body, done) =>
      done(null, body),
    );
    images.post(
      '/take/:token/images',
      answering((request) => {
        const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        return saveImage({ candidate: candidate(request), input: { bytes } });
      }),
    );
  });
};
