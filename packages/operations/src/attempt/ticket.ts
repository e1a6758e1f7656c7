import { formatInstant, ok, takeOperations } from '@assay/domain';
import { invitations } from '@assay/store';
import type { Services } from '../support/operation.ts';
import { readTicket, issueTicket as signTicket } from '../support/tokens.ts';
import { acceptRunning, candidateWrite, type OnRow } from './candidate-operation.ts';
import { checkSession } from './session.ts';

type Row = invitations.Invitation;

const holderOf = ({ account_id: accountId, invitation_id: invitationId, nonce, attempt, session_id: sessionId }: Row) =>
  sessionId === null || sessionId === '' ? undefined : { accountId, invitationId, nonce, attempt, sessionId };

/** A ticket of the session that holds the running attempt, as a field of a response; no field while none does. */
export const ticketOf = ({ secret }: Services, row: Row, now: number): { readonly ticket?: string } => {
  const holder = row.status === 'In progress' ? holderOf(row) : undefined;
  return holder === undefined ? {} : { ticket: signTicket(holder, now, secret) };
};

type Sent = { readonly ticket?: string | undefined; readonly elapsedMs?: number | undefined };

/**
 * When an answer that comes after the deadline was typed: by a ticket of the session that holds the attempt and the time that has passed
 * since, as the page says. Undefined when no ticket shows it or when the attempt does not wait for late answers.
 */
export const typedAtOf = async ({ assay, tx, row, now }: OnRow, { ticket, elapsedMs }: Sent): Promise<number | undefined> => {
  const holder = holderOf(row);
  if (holder === undefined || ticket === undefined || elapsedMs === undefined) return undefined;
  const issuedAt = readTicket(ticket, holder, assay.secret);
  if (issuedAt === undefined) return undefined;
  const { accountId, invitationId } = holder;
  const waits = await invitations.isWaiting(tx, { accountId, invitationId, now, silenceMs: assay.timings.silenceMs });
  return waits ? issuedAt + elapsedMs : undefined;
};

/** The page shows that it reaches the server. */
export const recordSeen = ({ assay, tx, row, now }: OnRow): Promise<void> =>
  invitations.markSeen(tx, row, { now, silenceMs: assay.timings.silenceMs });

/** What a page calls that had nothing else to send for 30 s. */
export const issueTicket = candidateWrite(
  takeOperations.issueTicket,
  { lock: 'shared', accept: acceptRunning },
  async (call, { body: { sessionId } }) => {
    const { assay, row, now } = call;
    const session = checkSession(row, sessionId);
    if (!session.ok) return session;
    await recordSeen(call);
    return ok({ ...ticketOf(assay, row, now), serverTime: formatInstant(now) });
  },
);
