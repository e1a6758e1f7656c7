import { err, ok, type Refusal, type Result, refusal } from '@assay/domain';
import type { invitations } from '@assay/store';

const takenOver = err(refusal('take.taken-over', 'The test is being taken in another tab or on another device'));

/** Only the page that started the attempt last may save. A request that names no session is not checked. */
export const checkSession = (row: invitations.Invitation, sessionId: string | undefined): Result<void, Refusal> =>
  sessionId === undefined || row.session_id === null || row.session_id === sessionId ? ok(undefined) : takenOver;
