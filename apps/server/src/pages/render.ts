import { httpStatusOf, type Refusal, refusalCodes } from '@assay/domain';
import type { FastifyReply } from 'fastify';
import { h } from 'preact';
import { headingOf, MessagePage } from './MessagePage.tsx';
import { sendPage } from './send-page.ts';

/** A page for any refusal, for people who opened an address in a browser. */
export const renderMessage = (reply: FastifyReply, refusal: Refusal): FastifyReply =>
  sendPage(reply, httpStatusOf(refusalCodes[refusal.code].statuscode), {
    title: headingOf(refusal),
    content: h(MessagePage, { refusal }),
  });
