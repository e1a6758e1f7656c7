import { httpStatusOf, statuscodes } from '@assay/domain';
import type { ReportUrlRefusal } from '@assay/operations';
import type { FastifyReply } from 'fastify';
import { ReportRefusalPage } from './ReportRefusalPage.tsx';
import { sendMessagePage } from './send-message-page.ts';

/** A page for people whose report address does not open. */
export const sendReportRefusal = (reply: FastifyReply, base: string, refusal: ReportUrlRefusal): FastifyReply =>
  sendMessagePage(reply, [ReportRefusalPage, { base, refusal }], { status: httpStatusOf(statuscodes[refusal.code]) });
