import { isDue } from '../clock/retry.ts';
import type { Proof } from '../server/protocol.ts';
import { type Draft, request } from './attempt-state.ts';

const everyMs = 30_000;

/** The server responded to this page, with a ticket if it issues any. */
export const heardFrom = (draft: Draft, ticket: string | undefined) => {
  const { now, wallClock } = draft.env;
  draft.contact = { ticket: ticket === undefined ? draft.contact.ticket : { text: ticket, now, wallClock }, dueAt: now + everyMs };
  if (ticket !== undefined) draft.effects.push({ type: 'put-ticket', ticket: { text: ticket, wallClock } });
};

/** What shows later when an answer is typed: of the two clocks the one that went further, as one may stand still and one may be set back. */
export const proofNow = ({ contact: { ticket }, env }: Draft): Proof | undefined =>
  ticket === null
    ? undefined
    : { ticket: ticket.text, elapsedMs: Math.max(0, Math.round(Math.max(env.now - ticket.now, env.wallClock - ticket.wallClock))) };

/** Gets a ticket when nothing else brought one for some time. */
export const keepContact = (draft: Draft) => {
  if (!isDue(draft.contact.dueAt, draft.env.now)) return;
  draft.contact = { ...draft.contact, dueAt: draft.env.now + everyMs };
  request(draft, { call: 'ticket' });
};
