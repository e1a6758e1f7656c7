import { err, ok, type Refusal, type Result, refusal } from '@assay/domain';
import type { invitations } from '@assay/store';

const takenOver = err(refusal('take.taken-over', 'The test is being taken in another tab or on another device'));

/** Whether this page may still save: the latest one that started the attempt may. Who names no session is not asked. */
export const checkSession = (row: invitations.Invitation, sessionId: string | undefined): Result<void, Refusal> =>
  sessionId === undefined || row.session_id === null || row.session_id === sessionId ? ok(undefined) : takenOver;
