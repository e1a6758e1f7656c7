import { httpStatusOf, refusalCodes } from '@assay/domain';
import type { ReportUrlRefusal } from '@assay/operations';
import type { FastifyReply } from 'fastify';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { ReportRefusalPage } from './ReportRefusalPage.tsx';

/** No scripts, no forms and nothing from other sites. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A page for people whose report address does not open. */
export const sendReportRefusal = (reply: FastifyReply, base: string, refusal: ReportUrlRefusal): FastifyReply =>
  reply
    .code(httpStatusOf(refusalCodes[refusal.code].statuscode))
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .send(`<!doctype html>\n${renderToString(h(ReportRefusalPage, { base, refusal }))}`);
