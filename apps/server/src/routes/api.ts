import { encodeSuccess, type Operation, type OperationName, refusal } from '@assay/domain';
import { type Assay, api, authenticate, type Context, type Outcome } from '@assay/operations';
import type { FastifyInstance } from 'fastify';
import { questionsWithHtml } from '../candidate/with-html.ts';
import type { SendRefusal } from '../plugins/envelope.ts';
import { type Download, excelDownload, imageDownload, pdfDownload, sendDownload } from './downloads.ts';
import { routePath } from './route-path.ts';

type ValueOf<Name extends OperationName> = Extract<Awaited<ReturnType<(typeof api)[Name]>>, { ok: true }>['value'];

/** Conversions of an operation's value before it is sent: to a file, or to questions with HTML. */
const presenters: { readonly [Name in OperationName]?: (value: ValueOf<Name>) => unknown } = {
  exportReportPdf: pdfDownload,
  exportReportExcel: excelDownload,
  getImage: imageDownload,
  previewTest: async (preview) => ({ ...preview, questions: await questionsWithHtml(preview.questions) }),
};

type RunnableOperation = ((call: { ctx: Context; input: object }) => Outcome<unknown>) & { readonly contract: Operation };
type Request = { Params: Record<string, string>; Querystring: Record<string, string | undefined> };

const callerOf = 'caller';
const longestIdempotencyKey = 255;
const keyTooLong = refusal('request.invalid', `Idempotency-Key: must be at most ${longestIdempotencyKey} characters`);

/** Registers all operations for API keys: key → operation → envelope or file. */
export const registerApi = (app: FastifyInstance, assay: Assay, sendRefusal: SendRefusal): void => {
  app.decorateRequest(callerOf, null);
  for (const run of Object.values(api) as RunnableOperation[]) {
    const { name, method, path, repeat, bodyLimit, result: type } = run.contract;
    // The cast holds because operation and presenter are looked up by the same name.
    const present = presenters[name as OperationName] as ((value: unknown) => unknown) | undefined;
    app.route<Request>({
      method,
      url: routePath(path),
      // A HEAD request must not run a GET that changes data.
      exposeHeadRoute: repeat === 'freely',
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      // Runs before the body is parsed: a caller without a key must not make the server parse megabytes.
      onRequest: async (request, reply) => {
        const key = request.headers['x-api-key'];
        const caller = await authenticate({ assay, apiKey: typeof key === 'string' ? key : undefined });
        if (!caller.ok) return sendRefusal(request, reply, caller.error);
        request.setDecorator(callerOf, caller.value);
      },
      handler: async (request, reply) => {
        const caller = request.getDecorator<Context>(callerOf);
        const idempotencyKey = request.headers['idempotency-key'];
        const hasKey = typeof idempotencyKey === 'string' && idempotencyKey !== '';
        if (hasKey && idempotencyKey.length > longestIdempotencyKey) return sendRefusal(request, reply, keyTooLong);
        const ctx = hasKey ? { ...caller, idempotencyKey } : caller;
        const result = await run({ ctx, input: { ...request.params, query: request.query, body: request.body } });
        if (!result.ok) return sendRefusal(request, reply, result.error);
        const value = present === undefined ? result.value : await present(result.value);
        return typeof type === 'string' ? sendDownload(reply, type, value as Download) : encodeSuccess(value);
      },
    });
  }
};
