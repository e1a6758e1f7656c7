import { Socket } from 'node:net';
import { drawnFor } from '@assay/documents';
import { bodyLimits, encodeSuccess, err, type Operation, type OperationName, ok, refusal } from '@assay/domain';
import { type Assay, api, authenticate, type Context, type Outcome, refuseScope } from '@assay/operations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { largeAtOnce, largeFrom, tooManyLarge } from '../large-bodies/read-apart.ts';
import { createExports } from '../limits/exports-at-once.ts';
import { createLanes } from '../limits/lanes.ts';
import type { Limiter } from '../limits/limiter.ts';
import { createFailedKeyLog } from '../limits/log-failed-keys.ts';
import type { SendRefusal } from '../plugins/envelope.ts';
import { createAllQuestions } from '../responses/all-questions.ts';
import { countResponseFor } from '../responses/owners.ts';
import { closedSignal } from './closed-signal.ts';
import type { Documents } from './documents.ts';
import {
  answersDownload,
  answersExcelDownload,
  bundleDownload,
  comparisonDownload,
  type Download,
  excelDownload,
  fileDownload,
  imageDownload,
  logoDownload,
  pdfDownload,
  programsDownload,
  sendDownload,
  statisticsDownload,
} from './downloads.ts';
import { routePath } from './route-path.ts';

type ValueOf<Name extends OperationName> = Extract<Awaited<ReturnType<(typeof api)[Name]>>, { ok: true }>['value'];

/** Conversions of an operation's value before it is sent: to a file. */
const presenters: { readonly [Name in OperationName]?: (value: ValueOf<Name>) => unknown } = {
  exportReportPdf: pdfDownload,
  exportReportExcel: excelDownload,
  exportSubmissionsPdf: programsDownload,
  exportAnswersPdf: answersDownload,
  exportAnswersExcel: answersExcelDownload,
  exportComparisonPdf: comparisonDownload,
  exportStatisticsPdf: statisticsDownload,
  exportReportBundle: bundleDownload,
  getImage: imageDownload,
  getLogo: logoDownload,
  getAnswerFile: fileDownload,
  getReviewFile: fileDownload,
};

const untilSent = ({ stream }: Download) => stream;

/** Files, and a page, that cost as much as many other requests, and how long making one keeps its place in the lane of its account. */
const documentLanes: { readonly [Name in OperationName]?: 'made' | typeof untilSent } = {
  exportReportPdf: 'made',
  exportReportExcel: untilSent,
  exportSubmissionsPdf: 'made',
  exportAnswersPdf: 'made',
  exportAnswersExcel: untilSent,
  exportComparisonPdf: 'made',
  exportStatisticsPdf: 'made',
  exportReportBundle: 'made',
  previewTest: 'made',
};

/** Their responses hold all questions of a test, or a page of them, which may have megabytes. */
const allQuestions: ReadonlySet<string> = new Set<OperationName>([
  'exportTest',
  'previewTest',
  'getTestStatistics',
  'compareCandidates',
  'listAnswers',
  'listSubmissions',
]);

type RunnableOperation = ((call: { ctx: Context; input: object }) => Outcome<unknown>) & { readonly contract: Operation };
type Request = { Params: Record<string, string>; Querystring: Record<string, string | undefined> };

/** The decorator of requests that holds their `Context`. */
export const callerOf = 'caller';
const longestIdempotencyKey = 255;
const keyTooLong = refusal('request.invalid', `Idempotency-Key: must be at most ${longestIdempotencyKey} characters`);

const notUtf8 = refusal('request.invalid', 'The query is not valid UTF-8');

/** The parser leaves what it cannot decode as it is: a search for `%FF` would be one for those three characters. */
const isQueryUtf8 = (url: string): boolean => {
  const start = url.indexOf('?');
  if (start < 0 || !url.includes('%', start)) return true;
  try {
    return url.slice(start).replace(/(?:%[\da-f]{2})+/gi, decodeURIComponent) !== '';
  } catch {
    return false;
  }
};

type Options = {
  readonly sendRefusal: SendRefusal;
  readonly limiter: Limiter;
  readonly documents: Documents;
  readonly registry: Registry;
};

/** Registers all operations for API keys: key → operation → envelope or file. */
export const registerApi = (app: FastifyInstance, assay: Assay, { sendRefusal, limiter, documents, registry }: Options): void => {
  const logFailedKey = createFailedKeyLog('an API key');
  app.decorateRequest(callerOf, null);
  const authenticateCaller = async (request: FastifyRequest, reply: FastifyReply) => {
    const header = request.headers['x-api-key'];
    const apiKey = typeof header === 'string' ? header : '';
    const caller = await authenticate({ assay, apiKey });
    if (caller.ok) {
      countResponseFor(request, { kind: 'account', accountId: caller.value.accountId });
      return request.setDecorator(callerOf, caller.value);
    }
    // A valid key is never limited: only what failed is counted.
    if (apiKey !== '') {
      limiter.countFailure(request, reply);
      logFailedKey(request, apiKey);
    }
    return sendRefusal(request, reply, caller.error);
  };
  const checkScope = (contract: Operation) => async (request: FastifyRequest, reply: FastifyReply) => {
    const refused = refuseScope(contract, request.getDecorator<Context>(callerOf));
    return refused === undefined ? undefined : sendRefusal(request, reply, refused);
  };
  const enterExport = createExports(assay, registry);
  const questions = createAllQuestions(app);
  const enter = createLanes({ atOnce: largeAtOnce, mayWait: 0 });
  /** A large body takes its size in memory from its first byte on, also one that comes slowly or never ends. */
  const admitLarge = async (request: FastifyRequest, reply: FastifyReply) => {
    if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= largeFrom) return;
    const leave = await enter(String(request.getDecorator<Context>(callerOf).accountId));
    if (leave === undefined) return sendRefusal(request, reply, tooManyLarge);
    reply.raw.once('close', leave);
  };
  for (const run of Object.values(api) as RunnableOperation[]) {
    const { name, method, path, repeat, bodyLimit, longest, result: type } = run.contract;
    // The cast holds because operation and presenter are looked up by the same name.
    const present = presenters[name as OperationName] as ((value: unknown) => unknown) | undefined;
    app.route<Request>({
      method,
      url: routePath(path),
      // A HEAD request must not run a GET that changes data.
      exposeHeadRoute: repeat === 'freely',
      bodyLimit,
      // Before the body is read: a caller without a key, or with one that may not do this, must not make the server hold megabytes.
      onRequest: [
        limiter.unlimited,
        authenticateCaller,
        checkScope(run.contract),
        ...(bodyLimit === bodyLimits.import ? [admitLarge] : []),
      ],
      handler: async (request, reply) => {
        // Until the next request of the connection: nothing is written while the operation runs.
        const { socket } = request.raw;
        if (longest !== undefined && socket instanceof Socket) socket.setTimeout(longest * 1000);
        const caller = request.getDecorator<Context>(callerOf);
        const whose = { accountId: caller.accountId, one: [name, ...Object.values(request.params)].join(' ') };
        const idempotencyKey = request.headers['idempotency-key'];
        const hasKey = typeof idempotencyKey === 'string' && idempotencyKey !== '';
        if (hasKey && idempotencyKey.length > longestIdempotencyKey) return sendRefusal(request, reply, keyTooLong);
        if (!isQueryUtf8(request.url)) return sendRefusal(request, reply, notUtf8);
        const ctx: Context = { ...caller, ...(hasKey ? { idempotencyKey } : {}), closedSignal: () => closedSignal(reply) };
        const perform = async () => {
          const full = allQuestions.has(name) ? await questions.reserve(request, reply, whose) : undefined;
          if (full !== undefined) return err(full);
          const result = await run({ ctx, input: { ...request.params, query: request.query, body: request.body } });
          return result.ok && present !== undefined ? ok(await present(result.value)) : result;
        };
        const lane = documentLanes[name as OperationName];
        // A file's presenter makes a download, and only that of a file is asked for its stream.
        const make = () => drawnFor(caller.accountId, perform as () => Outcome<Download>);
        if (lane !== undefined) {
          const leave = await enterExport(caller.accountId);
          if (!leave.ok) return sendRefusal(request, reply, leave.error);
          if (reply.raw.destroyed) leave.value();
          else reply.raw.once('close', leave.value);
        }
        const result = await (lane === undefined
          ? perform()
          : documents(`${lane === 'made' ? 'made' : name} ${caller.accountId}`, lane, make));
        if (!result.ok) return sendRefusal(request, reply, result.error);
        if (typeof type === 'string') return sendDownload(reply, type, result.value as Download);
        const success = encodeSuccess(result.value);
        return allQuestions.has(name) ? questions.send(reply, whose, success) : success;
      },
    });
  }
};
