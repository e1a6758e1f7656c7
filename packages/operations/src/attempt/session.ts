import { err, ok, type Refusal, type Result, refusal } from '@assay/domain';
import type { invitations } from '@assay/store';

const takenOver = err(refusal('take.taken-over', 'The test is being taken in another tab or on another device'));

/** A client that names no session has this one, as soon as the attempt has had another. */
const unnamed = '';

/** The session after a start. It stays null while no client has named one. */
export const sessionAfterStart = (row: invitations.Invitation, sessionId: string | undefined): string | null =>
  sessionId ?? (row.session_id === null ? null : unnamed);

/** Only the client that started the running attempt last may save. While none has named a session, all may. */
export const checkSession = (row: invitations.Invitation, sessionId: string = unnamed): Result<void, Refusal> =>
  row.status !== 'In progress' || row.session_id === null || row.session_id === sessionId ? ok(undefined) : takenOver;
