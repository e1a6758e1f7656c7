import type { Assay } from '@assay/operations';
import { openReport } from '@assay/operations';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendReportRefusal } from '../pages/send-report-refusal.ts';
import { registerStyles } from '../pages/styles.ts';
import { pdfDownload, sendDownload } from './downloads.ts';

/** The signed URL of a report's PDF, as callbacks and mails contain it: a browser opens it without an API key. */
export const registerReportPages = (app: FastifyInstance, assay: Assay, base: string): void => {
  registerStyles(app);
  app.get('/report/:token', async (request: FastifyRequest<{ Params: { token: string } }>, reply) => {
    const report = await openReport({ assay, token: request.params.token });
    if (!report.ok) return sendReportRefusal(reply, base, report.error);
    return sendDownload(reply.header('referrer-policy', 'no-referrer'), 'application/pdf', await pdfDownload(report.value), 'inline');
  });
};
