import { refusal } from '@assay/domain';
import type { Candidate } from '@assay/operations';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SendRefusal } from '../plugins/envelope.ts';
import { createLanes } from './lanes.ts';

/** Bytes of all uploads that a process holds in memory at a time: an upload takes its size from its first byte on, also one that comes slowly. */
const mostBytes = 256 * 1024 * 1024;

/** Of one attempt: a page sends one after another. */
const ofAttempt = 2;

const tooManyOfAttempt = refusal('request.rate-limited', 'Files of one attempt are uploaded one after another; try again');
const tooMany = refusal('service.unavailable', 'Too many files are uploaded at the same time; try again');

type Upload = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly holder: Candidate; readonly bodyLimit: number };

/** Decides before a body is read whether there is room for it, and keeps the room until the response is sent. */
export const createUploadRoom = (sendRefusal: SendRefusal): ((upload: Upload) => Promise<FastifyReply | undefined>) => {
  const enter = createLanes({ atOnce: ofAttempt, mayWait: 0 });
  let held = 0;
  return async ({ request, reply, holder: { token }, bodyLimit }) => {
    const attempt = typeof token === 'string' ? token : `${token.accountId} ${token.invitationId}`;
    const leave = await enter(attempt);
    if (leave === undefined) return sendRefusal(request, reply, tooManyOfAttempt);
    const declared = Number(request.headers['content-length'] ?? bodyLimit);
    const bytes = Math.min(declared, bodyLimit);
    if (held + bytes > mostBytes) {
      leave();
      return sendRefusal(request, reply, tooMany);
    }
    held += bytes;
    reply.raw.once('close', () => {
      held -= bytes;
      leave();
    });
    return undefined;
  };
};
