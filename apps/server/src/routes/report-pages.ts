import { ok } from '@assay/domain';
import type { Assay, ReportUrlRefusal } from '@assay/operations';
import { openReport } from '@assay/operations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Limiter } from '../limits/limiter.ts';
import { ReportPage } from '../pages/ReportPage.tsx';
import { renderPage, sendHtml } from '../pages/send-message-page.ts';
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

type Path = { readonly Params: { readonly token: string } };

/**
 * The signed URL of a report's PDF, as callbacks and mails contain it: a browser opens it without an API key. `/page` below it is the same
 * report as HTML.
 */
export const registerReportPages = (app: FastifyInstance, { assay, base, sendRefusal, limiter, documents }: Options): void => {
  registerStyles(app);
  const onRequest = [keepPrivate, limiter.by('visitor', 'report')];

  const refuse = (request: FastifyRequest, reply: FastifyReply, error: ReportUrlRefusal): FastifyReply => {
    if (error.code === 'resource.not-found') limiter.countFailure(request, reply);
    return wantsEnvelope(request) ? sendRefusal(request, reply, error) : sendReportRefusal(reply, base, error);
  };

  app.get<Path>('/report/:token', { onRequest }, async (request, reply) => {
    const { token } = request.params;
    const report = await documents(token, 'made', async () => {
      const opened = await openReport({ assay, token });
      return opened.ok ? ok(await pdfDownload(opened.value)) : opened;
    });
    return report.ok ? sendDownload(reply, 'application/pdf', report.value, 'inline') : refuse(request, reply, report.error);
  });

  app.get<Path>('/report/:token/page', { onRequest }, async (request, reply) => {
    const { token } = request.params;
    const page = await documents(token, 'made', async () => {
      const opened = await openReport({ assay, token });
      return opened.ok ? ok(renderPage(ReportPage, { base, pdf: `${base}/report/${token}`, report: opened.value })) : opened;
    });
    return page.ok ? sendHtml(reply, page.value) : refuse(request, reply, page.error);
  });
};
