import { type AttemptState, httpStatusOf, type Refusal, refusalCodes } from '@assay/domain';
import type { FastifyReply } from 'fastify';
import { h } from 'preact';
import { JoinPage, type JoinView } from './JoinPage.tsx';
import { headingOf, MessagePage } from './MessagePage.tsx';
import { RetryPage } from './RetryPage.tsx';
import { sendPage } from './send-page.ts';
import { TakePage, type TakeView } from './TakePage.tsx';

const statusOf = ({ code }: Refusal): number => httpStatusOf(refusalCodes[code].statuscode);

/** A page for any refusal. */
export const renderMessage = (reply: FastifyReply, refusal: Refusal): FastifyReply =>
  sendPage(reply, statusOf(refusal), { title: headingOf(refusal), content: h(MessagePage, { refusal }) });

/** The form by which a candidate registers; `refused` and `body` are of the form just sent. */
export const renderJoin = (reply: FastifyReply, view: JoinView): FastifyReply =>
  sendPage(reply, view.refused === undefined ? 200 : statusOf(view.refused), {
    title: view.state.test.testName,
    organization: view.state.organization,
    content: h(JoinPage, view),
  });

const stages: Record<AttemptState['status'], string> = {
  Pending: '',
  Reset: '',
  'In progress': 'In progress: ',
  Completed: 'Completed: ',
  Cancelled: '',
};

/** The page of an attempt in its present state. */
export const renderTake = (reply: FastifyReply, view: TakeView): FastifyReply => {
  const { state, refused, feedback } = view;
  const faulty = [...(feedback?.values() ?? [])].some(({ kind }) => kind === 'fault');
  return sendPage(reply, refused === undefined ? (faulty ? 400 : 200) : statusOf(refused), {
    title: `${stages[state.status]}${state.test.testName}`,
    organization: state.organization,
    content: h(TakePage, view),
  });
};

/** A fault on our side while answers were sent: the page carries them, so that nothing typed is lost. */
export const renderRetry = (reply: FastifyReply, view: { action: string; body: unknown; refusal: Refusal }): FastifyReply =>
  sendPage(reply, statusOf(view.refusal), { title: headingOf(view.refusal), content: h(RetryPage, view) });
