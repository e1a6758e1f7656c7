import { ok } from '@assay/domain';
import type { Assay } from '@assay/operations';
import { openReport } from '@assay/operations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Limiter } from '../limits/limiter.ts';
import { sendReportRefusal } from '../pages/send-report-refusal.ts';
import { registerStyles } from '../pages/styles.ts';
import type { SendRefusal } from '../plugins/envelope.ts';
import type { Documents } from './documents.ts';
import { pdfDownload, sendDownload } from './downloads.ts';

type Options = {
  readonly assay: Assay;
  readonly base: string;
  readonly sendRefusal: SendRefusal;
  readonly limiter: Limiter;
  readonly documents: Documents;
};

/** Programs that ask for JSON get the envelope; everybody else may be a person. */
const wantsEnvelope = ({ headers: { accept = '' } }: Pick<FastifyRequest, 'headers'>): boolean =>
  accept.includes('application/json') && !accept.includes('text/html');

/** The path is a credential. Set before everything else, so that refusals and failures have these too. */
const keepPrivate = (_request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
  reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex', vary: 'accept' });
  done();
};

/** The signed URL of a report's PDF, as callbacks and mails contain it: a browser opens it without an API key. */
export const registerReportPages = (app: FastifyInstance, { assay, base, sendRefusal, limiter, documents }: Options): void => {
  registerStyles(app);
  app.get<{ Params: { token: string } }>(
    '/report/:token',
    { onRequest: [keepPrivate, limiter.by('visitor', 'report')] },
    async (request, reply) => {
      const { token } = request.params;
      const report = await documents(token, 'until-made', async () => {
        const opened = await openReport({ assay, token });
        return opened.ok ? ok(await pdfDownload(opened.value)) : opened;
      });
      if (report.ok) return sendDownload(reply, 'application/pdf', report.value, 'inline');
      if (report.error.code === 'resource.not-found') limiter.countFailure(request, reply);
      return wantsEnvelope(request) ? sendRefusal(request, reply, report.error) : sendReportRefusal(reply, base, report.error);
    },
  );
};
