import { decide, formatInstant, type InvitationEvent, ok, type Refusal, type Result, takeOperations } from '@assay/domain';
import { attemptKeyOf, invitations, reports, type Tx } from '@assay/store';
import { enqueueCompletion } from '../delivery/enqueue.ts';
import { laterRegrade } from '../report/resolve-report.ts';
import type { Assay } from '../support/context.ts';
import { apply, stateOf } from '../support/invitation-state.ts';
import type { Services } from '../support/operation.ts';
import { changedMeanwhile } from '../support/refusals.ts';
import { candidateWrite } from './candidate-operation.ts';
import { lateAnswersOf } from './late-answers.ts';
import { planCompletion } from './plan-completion.ts';
import { redirectUrlOf } from './redirect-url.ts';
import { checkSession } from './session.ts';

type Completed = { readonly completedAt: number; readonly redirectUrl: string | null; readonly now: boolean };

/** Writes the decision to complete an attempt and, in the same transaction, adds its report, its gradings, its reviews and its deliveries. */
const complete = async (
  assay: Services,
  tx: Tx,
  row: invitations.Invitation,
  event: InvitationEvent,
  now: number,
): Promise<Result<Completed, Refusal>> => {
  if (event.type !== 'attempt.completed')
    return row.completed_at === null
      ? changedMeanwhile
      : ok({ completedAt: row.completed_at, redirectUrl: redirectUrlOf(row), now: false });
  const { account_id, invitation_id, attempt, test_id, version, started_at, full_name: candidate_name } = row;
  if (version === null || started_at === null) throw new Error('a started attempt has no version or start');
  if (!(await apply(tx, row, event, now))) return changedMeanwhile;
  const { at: completedAt, by: completedBy } = event;
  // An attempt that began before a regrade and ends after it is graded by its keys too.
  const regrade = await laterRegrade(tx, { account_id, test_id, version, key_version: null });
  const attempted = { account_id, invitation_id, attempt, test_id, version, key_version: regrade?.version ?? null };
  const waitsFor = await planCompletion(assay, tx, attempted, now);
  // Due also if it has to wait: a regrade that this transaction did not see, and that did not see it, is found after the commit.
  const status = waitsFor > 0 ? 'In progress' : 'Pending';
  await reports.insertDue(
    tx,
    { ...attempted, started_at, candidate_name, completed_at: completedAt, completed_by: completedBy, status },
    now,
  );
  await enqueueCompletion(tx, row, now);
  return ok({ completedAt, redirectUrl: redirectUrlOf(row), now: true });
};

const wakeLoops = (assay: Pick<Assay, 'wake'>): void => {
  assay.wake('reports');
  assay.wake('deliveries');
};

/** In progress → Completed, by the candidate. A repeated submit gets the same result. */
export const submitAttempt = candidateWrite(
  takeOperations.submitAttempt,
  { lock: 'exclusive', accept: ({ row, now }) => decide(stateOf(row), { type: 'submit', now }) },
  async ({ assay, tx, row, now, accepted }, { body }) => {
    const session = checkSession(row, body.sessionId);
    if (!session.ok) return session;
    const result = await complete(assay, tx, row, accepted, now);
    if (!result.ok) return result;
    if (result.value.now) tx.afterCommit(() => wakeLoops(assay));
    const { completedAt, redirectUrl } = result.value;
    const late = await lateAnswersOf(tx, attemptKeyOf(row));
    return ok({ status: 'Completed', completedAt: formatInstant(completedAt), redirectURL: redirectUrl, ...late });
  },
);

const batch = 100;

/** On Postgres each takes a connection, and more would take those that requests wait for; on SQLite all share one COMMIT. */
const atOnce = { sqlite: batch, postgres: 8 };

/**
 * Completes attempts whose deadline and grace have passed, with the answers saved so far; one whose page was not heard of before the
 * deadline waits as long as its account says. Returns how many.
 */
export const closeOverdueAttempts = async ({ assay }: { assay: Assay }): Promise<number> => {
  const { answerGraceMs: graceMs, silenceMs } = assay.timings;
  const overdue = await assay.store.read(async (db) =>
    invitations.listOverdue(db, { now: await db.now(), graceMs, silenceMs, limit: batch }),
  );
  const close = ({ account_id: accountId, invitation_id: invitationId }: (typeof overdue)[number]): Promise<boolean> =>
    assay.store.write(async (tx) => {
      // Who has it closes it, or is a request of its candidate; then it is listed again.
      const row = await invitations.lockIfFree(tx, { accountId, invitationId });
      if (row === undefined) return false;
      const now = await tx.now();
      const event = decide(stateOf(row), { type: 'closeOverdue', now, graceMs });
      if (!event.ok) return false;
      const completed = await complete(assay, tx, row, event.value, now);
      return completed.ok && completed.value.now;
    });
  // Workers that found the same ones begin at different ones.
  const start = Math.floor(Math.random() * overdue.length);
  const order = [...overdue.slice(start), ...overdue.slice(0, start)];
  const closed: PromiseSettledResult<boolean>[] = [];
  while (closed.length < order.length)
    closed.push(...(await Promise.allSettled(order.slice(closed.length, closed.length + atOnce[assay.store.engine]).map(close))));
  const count = closed.filter((each) => each.status === 'fulfilled' && each.value).length;
  if (count > 0) wakeLoops(assay);
  // After an error the loop pauses, so what follows in the list comes first.
  const failed = closed.find((each) => each.status === 'rejected');
  if (failed !== undefined && count === 0) throw failed.reason;
  return count;
};
