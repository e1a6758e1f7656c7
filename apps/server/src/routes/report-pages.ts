import type { Assay } from '@assay/operations';
import { openReport } from '@assay/operations';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { renderMessage } from '../pages/render.ts';
import { type Site, setSite } from '../pages/site.ts';
import { registerStyles } from '../pages/styles.ts';
import { pdfDownload, sendDownload } from './downloads.ts';

/** The signed URL of a report's PDF, which goes out in callbacks and mails: a browser opens it without an API key. */
export const registerReportPages = (app: FastifyInstance, assay: Assay, site: Site): void => {
  setSite(app, site);
  registerStyles(app);
  app.get('/report/:token', async (request: FastifyRequest<{ Params: { token: string } }>, reply) => {
    const report = await openReport({ assay, token: request.params.token });
    if (!report.ok) return renderMessage(reply, report.error);
    return sendDownload(reply.header('referrer-policy', 'no-referrer'), 'application/pdf', await pdfDownload(report.value), 'inline');
  });
};
