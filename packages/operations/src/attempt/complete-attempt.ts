import {
  decide,
  decodeBody,
  err,
  formatInstant,
  type InvitationCommand,
  ok,
  type Refusal,
  type Result,
  refusal,
  SessionBody,
  type SubmitResult,
} from '@assay/domain';
import { invitations, reports, type Tx } from '@assay/store';
import { enqueueCompletion } from '../delivery/enqueue.ts';
import type { Assay, Outcome } from '../support/context.ts';
import { apply, stateOf } from '../support/invitation-state.ts';
import { changedMeanwhile } from '../support/refusals.ts';
import { type Candidate, checkGeneration, readToken } from './open-invitation.ts';
import { redirectUrlOf } from './redirect-url.ts';
import { checkSession } from './session.ts';

type Completed = { readonly completedAt: number; readonly redirectUrl: string | null; readonly now: boolean };

/** Completes an attempt and, in the same transaction, adds its pending report and its deliveries. */
const complete = async (
  tx: Tx,
  row: invitations.Invitation,
  command: InvitationCommand & { type: 'submit' | 'closeOverdue' },
): Promise<Result<Completed, Refusal>> => {
  const event = decide(stateOf(row), command);
  if (!event.ok) return event;
  if (event.value.type !== 'attempt.completed')
    return row.completed_at === null
      ? changedMeanwhile
      : ok({ completedAt: row.completed_at, redirectUrl: redirectUrlOf(row), now: false });
  const { account_id, invitation_id, attempt, test_id, version, started_at } = row;
  if (version === null || started_at === null) throw new Error('a started attempt has no version or start');
  if (!(await apply(tx, row, event.value, command.now))) return changedMeanwhile;
  const { at: completedAt, by: completedBy } = event.value;
  await reports.insertPending(
    tx,
    { account_id, invitation_id, attempt, test_id, version, started_at, completed_at: completedAt, completed_by: completedBy },
    command.now,
  );
  await enqueueCompletion(tx, row, command.now);
  return ok({ completedAt, redirectUrl: redirectUrlOf(row), now: true });
};

/** In progress → Completed, by the candidate. A repeated submit gets the same result. */
export const submitAttempt = async ({
  candidate,
  input = { body: undefined },
}: {
  candidate: Candidate;
  input?: { body: unknown };
}): Outcome<SubmitResult> => {
  const token = readToken(candidate);
  if (!token.ok) return token;
  const body = decodeBody(SessionBody, input.body ?? {});
  if (!body.ok) return body;
  const { assay } = candidate;
  const result = await assay.store.write(async (tx) => {
    const now = await tx.now();
    const row = checkGeneration(await invitations.lock(tx, token.value), token.value);
    if (!row.ok) return row;
    const session = row.value.status === 'In progress' ? checkSession(row.value, body.value.sessionId) : ok(undefined);
    return session.ok ? complete(tx, row.value, { type: 'submit', now }) : session;
  });
  if (!result.ok) return result;
  if (result.value.now) {
    assay.wake('reports');
    assay.wake('deliveries');
  }
  return ok({ status: 'Completed', completedAt: formatInstant(result.value.completedAt), redirectURL: result.value.redirectUrl });
};

const batch = 100;

/** Completes attempts whose deadline and grace have passed, with the answers saved so far. Returns how many. */
export const closeOverdueAttempts = async ({ assay }: { assay: Assay }): Promise<number> => {
  const { answerGraceMs: graceMs } = assay.timings;
  const overdue = await assay.store.read(async (db) => invitations.listOverdue(db, (await db.now()) - graceMs, batch));
  const closed = await Promise.all(
    overdue.map(({ account_id: accountId, invitation_id: invitationId }) =>
      assay.store.write(async (tx) => {
        const now = await tx.now();
        const row = await invitations.lock(tx, { accountId, invitationId });
        return row === undefined ? err(refusal('resource.not-found', 'gone')) : complete(tx, row, { type: 'closeOverdue', now, graceMs });
      }),
    ),
  );
  const count = closed.filter((result) => result.ok && result.value.now).length;
  if (count > 0) {
    assay.wake('reports');
    assay.wake('deliveries');
  }
  return count;
};
