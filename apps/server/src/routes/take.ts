import {
  type CandidateOperation,
  encodeFailure,
  encodeSuccess,
  httpStatusOf,
  refusal,
  statuscodes,
  type takeOperations,
} from '@assay/domain';
import {
  type Assay,
  admitImage,
  type Candidate,
  type Outcome,
  openPage,
  type Picture,
  readToken,
  type TakeToken,
  takeApi,
} from '@assay/operations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createPageErrorHandler, type SendPage } from '../candidate/serve-page.ts';
import { type Admitted, createAdmitUpload, UploadEnded } from '../limits/admit-uploads.ts';
import { createLanes } from '../limits/lanes.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { UploadCapacities } from '../limits/upload-capacities.ts';
import { letBodyTakeLonger } from '../plugins/body-deadline.ts';
import type { SendRefusal } from '../plugins/envelope.ts';
import { createAllQuestions } from '../responses/all-questions.ts';
import { countResponseFor } from '../responses/owners.ts';
import { closedSignal } from './closed-signal.ts';
import { createLines, readsLines } from './lines.ts';
import { sendPicture } from './pictures.ts';
import { routePath } from './route-path.ts';

type TakeRequest = FastifyRequest<{ Params: { token: string } }>;
type Options = {
  readonly assay: Assay;
  readonly sendRefusal: SendRefusal;
  readonly sendPage: SendPage;
  readonly limiter: Limiter;
  readonly capacities: UploadCapacities;
};

const holderOf = 'holder';
const uploadOf = 'upload';
const anyFile = 'application/octet-stream';

/** Their responses hold all questions. A page that is opened again has two at once, of which it reads the later. */
const allQuestions: ReadonlySet<string> = new Set<keyof typeof takeOperations>(['getAttempt', 'startAttempt']);
/** What they find out before their response may be sent before it. */
const tellsNews = (name: string): boolean => name === ('runCode' satisfies keyof typeof takeOperations);
const tooManyOfAttempt = refusal('request.rate-limited', 'The questions were asked for and have not been read yet; try again');

/** As `checkToken` left it. */
type Holder = Candidate & { readonly token: TakeToken };

const tooLarge = refusal('body.too-large', 'The request body is larger than this route accepts');

/** Without a length the body comes in chunks, or there is none. */
const declaredBy = ({ headers }: FastifyRequest): number | undefined => {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
};

type RunnableOperation = ((call: { candidate: Candidate; input: object }) => Outcome<unknown>) & {
  readonly contract: CandidateOperation;
};

/** The candidate page and the candidate protocol. The token in the path is the only credential. */
export const registerTake = async (app: FastifyInstance, { assay, sendRefusal, sendPage, limiter, capacities }: Options): Promise<void> => {
  const candidate = (request: TakeRequest) => ({ assay, token: request.params.token });
  app.decorateRequest(holderOf, null);
  app.decorateRequest(uploadOf, null);
  const placeFile = createAdmitUpload(capacities.files, sendRefusal);
  const placeImage = createAdmitUpload(capacities.images, sendRefusal);
  const questions = createAllQuestions(app);
  const enterQuestions = createLanes({ atOnce: 2, mayWait: 4 });

  /** Before the work: what would be refused when it is made has cost its making. */
  const admitQuestions = async (request: TakeRequest, reply: FastifyReply) => {
    const { accountId, invitationId } = request.getDecorator<Holder>(holderOf).token;
    const leave = await enterQuestions(`${accountId} ${invitationId}`);
    if (leave === undefined) return sendRefusal(request, reply, tooManyOfAttempt);
    if (reply.raw.closed) leave();
    else reply.raw.once('finish', leave).once('close', leave);
    return undefined;
  };

  /** A forged token is refused before the body is read, and without the database. */
  const checkToken = async (request: TakeRequest, reply: FastifyReply) => {
    const token = readToken(candidate(request));
    if (token.ok) {
      const holder: Holder = { assay, token: token.value };
      countResponseFor(request, { kind: 'attempt', ...token.value });
      return request.setDecorator(holderOf, holder);
    }
    limiter.countFailure(request, reply);
    return sendRefusal(request, reply, token.error);
  };

  const page = { errorHandler: createPageErrorHandler(sendPage), onRequest: limiter.by('visitor', 'candidate') };
  app.get('/take/:token', page, async (request: TakeRequest, reply) => {
    const token = readToken(candidate(request));
    if (!token.ok) {
      limiter.countFailure(request, reply);
      return sendPage(reply, httpStatusOf(statuscodes[token.error.code]));
    }
    const { opened, organization } = await openPage(assay, token.value);
    return sendPage(reply, opened.ok ? 200 : httpStatusOf(statuscodes[opened.error.code]), organization);
  });

  /** Finds a place for the body of a request, which is read as it comes. */
  const admit = (isFile: boolean, bodyLimit: number) => async (request: TakeRequest, reply: FastifyReply) => {
    if ((declaredBy(request) ?? 0) > bodyLimit) return sendRefusal(request, reply, tooLarge);
    const { token } = request.getDecorator<Holder>(holderOf);
    if (isFile) letBodyTakeLonger(request);
    else {
      const admission = await admitImage({ assay, token });
      if (!admission.ok) return sendRefusal(request, reply, admission.error);
    }
    const admitted = (isFile ? placeFile : placeImage)({ request, reply, token });
    if (!('body' in admitted)) return admitted;
    request.setDecorator(uploadOf, admitted);
  };

  const register = (scope: FastifyInstance, run: RunnableOperation): void => {
    const { name, method, path, body, bodyLimit, limits, result: type } = run.contract;
    const isFile = body === anyFile;
    scope.route({
      method,
      url: routePath(path),
      bodyLimit,
      onRequest: [
        checkToken,
        limiter.by(...limits),
        ...(typeof body === 'string' ? [admit(isFile, bodyLimit)] : []),
        ...(allQuestions.has(name) ? [admitQuestions] : []),
      ],
      handler: async (request: TakeRequest, reply: FastifyReply) => {
        const { accountId, invitationId } = request.getDecorator<Holder>(holderOf).token;
        const whose = { accountId, one: `attempt ${invitationId}` };
        const upload = request.getDecorator<Admitted | null>(uploadOf);
        // After the body, which may come slowly.
        const full = allQuestions.has(name) ? await questions.reserve(request, reply, whose) : undefined;
        if (full !== undefined) return sendRefusal(request, reply, full);
        const sent = isFile && upload !== null ? { declared: declaredBy(request), chunks: upload.body } : request.body;
        const lines = tellsNews(name) && readsLines(request) ? createLines(reply) : undefined;
        const work = () =>
          run({
            candidate: { ...request.getDecorator<Holder>(holderOf), closedSignal: () => closedSignal(reply), onNews: lines?.write },
            input: { ...request.params, query: request.query, body: sent },
          });
        const result = await (upload === null ? work() : upload.during(work)).catch((error: unknown) => {
          lines?.breakOff();
          throw error;
        });
        if (lines?.end(result.ok ? encodeSuccess(result.value) : encodeFailure(result.error))) return reply;
        if (!result.ok) return sendRefusal(request, reply, result.error);
        if (typeof type === 'string') return sendPicture(reply, type, result.value as Picture);
        const success = encodeSuccess(result.value);
        return allQuestions.has(name) ? questions.send(reply, whose, success) : success;
      },
    });
  };

  const runs = Object.values(takeApi) as RunnableOperation[];
  const takes = (type: CandidateOperation['body']) => runs.filter(({ contract }) => contract.body === type);
  for (const run of runs.filter(({ contract }) => typeof contract.body !== 'string')) register(app, run);
  for (const type of ['image/jpeg', anyFile] as const)
    await app.register(async (raw) => {
      raw.removeAllContentTypeParsers();
      raw.addHook('preParsing', async (request, _reply, payload) => request.getDecorator<Admitted | null>(uploadOf)?.body ?? payload);
      // What a file is, its bytes say; a browser names the type that goes with the name.
      if (type === anyFile) raw.addContentTypeParser('*', (_request, body, done) => done(null, body));
      else raw.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      raw.setErrorHandler((error, request, reply) => {
        if (error instanceof UploadEnded) return sendRefusal(request, reply, error.refusal);
        throw error;
      });
      for (const run of takes(type)) register(raw, run);
    });
};
