import { type CandidateOperation, encodeSuccess, httpStatusOf, statuscodes, type takeOperations } from '@assay/domain';
import { type Assay, type Candidate, getOrganization, type Outcome, readToken, takeApi } from '@assay/operations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createPageErrorHandler, type SendPage } from '../candidate/serve-page.ts';
import { withHtml } from '../candidate/with-html.ts';
import { createUploadRoom } from '../limits/admit-uploads.ts';
import type { Limiter } from '../limits/limiter.ts';
import { letBodyTakeLonger } from '../plugins/body-deadline.ts';
import type { SendRefusal } from '../plugins/envelope.ts';
import { routePath } from './route-path.ts';
import { untilGone } from './until-gone.ts';

type TakeRequest = FastifyRequest<{ Params: { token: string } }>;
type Options = { readonly assay: Assay; readonly sendRefusal: SendRefusal; readonly sendPage: SendPage; readonly limiter: Limiter };

type Name = keyof typeof takeOperations;
type ValueOf<One extends Name> = Extract<Awaited<ReturnType<(typeof takeApi)[One]>>, { ok: true }>['value'];

const holderOf = 'holder';
const anyFile = 'application/octet-stream';

/** Conversions of an operation's value before it is sent: to questions with HTML. */
const presenters: { readonly [One in Name]?: (value: ValueOf<One>) => unknown } = { getAttempt: withHtml, startAttempt: withHtml };

type RunnableOperation = ((call: { candidate: Candidate; input: object }) => Outcome<unknown>) & {
  readonly contract: CandidateOperation;
};

/** The candidate page and the candidate protocol. The token in the path is the only credential. */
export const registerTake = async (app: FastifyInstance, { assay, sendRefusal, sendPage, limiter }: Options): Promise<void> => {
  const candidate = (request: TakeRequest) => ({ assay, token: request.params.token });
  app.decorateRequest(holderOf, null);
  const enterUpload = createUploadRoom(sendRefusal);

  /** A forged token is refused before the body is read, and without the database. */
  const checkToken = async (request: TakeRequest, reply: FastifyReply) => {
    const token = readToken(candidate(request));
    if (token.ok) {
      const holder: Candidate = { assay, token: token.value };
      return request.setDecorator(holderOf, holder);
    }
    limiter.countFailure(request, reply);
    return sendRefusal(request, reply, token.error);
  };

  const page = { errorHandler: createPageErrorHandler(sendPage), onRequest: limiter.by('visitor', 'candidate') };
  app.get('/take/:token', page, async (request: TakeRequest, reply) => {
    if (!readToken(candidate(request)).ok) limiter.countFailure(request, reply);
    const state = await takeApi.getAttempt({ candidate: candidate(request) });
    const organization = await getOrganization({ candidate: candidate(request) });
    return sendPage(reply, state.ok ? 200 : httpStatusOf(statuscodes[state.error.code]), organization);
  });

  const admit = (bodyLimit: number) => (request: TakeRequest, reply: FastifyReply) => {
    letBodyTakeLonger(request);
    return enterUpload({ request, reply, holder: request.getDecorator<Candidate>(holderOf), bodyLimit });
  };

  const register = (scope: FastifyInstance, run: RunnableOperation): void => {
    const { name, method, path, body, bodyLimit, limits } = run.contract;
    // The cast holds because operation and presenter are looked up by the same name.
    const present = presenters[name as Name] as ((value: unknown) => unknown) | undefined;
    scope.route({
      method,
      url: routePath(path),
      bodyLimit,
      onRequest: [checkToken, limiter.by(...limits), ...(body === anyFile ? [admit(bodyLimit)] : [])],
      handler: async (request: TakeRequest, reply: FastifyReply) => {
        const result = await run({
          candidate: { ...request.getDecorator<Candidate>(holderOf), untilGone: () => untilGone(reply) },
          input: { ...request.params, query: request.query, body: request.body },
        });
        if (!result.ok) return sendRefusal(request, reply, result.error);
        return encodeSuccess(present === undefined ? result.value : await present(result.value));
      },
    });
  };

  const runs = Object.values(takeApi) as RunnableOperation[];
  const takes = (type: CandidateOperation['body']) => runs.filter(({ contract }) => contract.body === type);
  for (const run of runs.filter(({ contract }) => typeof contract.body !== 'string')) register(app, run);
  for (const type of ['image/jpeg', anyFile] as const)
    await app.register(async (raw) => {
      raw.removeAllContentTypeParsers();
      // What a file is, its bytes say; a browser names the type that goes with the name.
      raw.addContentTypeParser(type === anyFile ? '*' : type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      for (const run of takes(type)) register(raw, run);
    });
};
