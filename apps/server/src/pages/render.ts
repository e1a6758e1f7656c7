import type { AttemptState, JoinState, Refusal } from '@assay/domain';
import type { FastifyReply } from 'fastify';

export const renderMessage = (reply: FastifyReply, refusal: Refusal): FastifyReply => reply.send(refusal.message);
export const renderJoin = (reply: FastifyReply, view: { state: JoinState; refused?: Refusal; body?: unknown }): FastifyReply =>
  reply.send(view.state.test.testName);
export const renderTake = (reply: FastifyReply, view: { path: string; state: AttemptState }): FastifyReply => reply.send(view.path);
