import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Test } from '../repositories/assessment/tests.ts';
import * as deliveries from '../repositories/delivery/deliveries.ts';
import * as invitations from '../repositories/invitation/invitations.ts';
import * as reports from '../repositories/report/reports.ts';
import type { Store } from '../store.ts';
import { deliveryRow, insertFirstInvitation, mintInvitation, mintTest } from '../testing/fixtures.ts';
import { openBlankStore, type TestStore, testDialects } from '../testing/index.ts';
import { migrateTo } from '../testing/migrate-to.ts';

type Old = {
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly failures: number;
  readonly leaseUntil: number;
  readonly error: string | null;
  readonly settledAt: number | null;
};

/** A delivery as the first release kept it. */
const insertOld = async (store: Store, { account_id, invitation_id }: invitations.Invitation, old: Old): Promise<number> => {
  const { rows } = await store.write((tx) =>
    sql<{ delivery_id: number }>`insert into deliveries (account_id, invitation_id, kind, recipient, state, failures, not_before,
      lease_until, last_error, created_at, settled_at) values (${account_id}, ${invitation_id}, 'take-url-email', 'Ana@x.test',
      ${old.state}, ${old.failures}, 20, ${old.leaseUntil}, ${old.error}, 10, ${old.settledAt}) returning delivery_id`.execute(tx.kysely),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the delivery has no id');
  return row.delivery_id;
};

/** A report as the first release kept it: without a word on who completed the attempt. */
const insertOldReport = ({ account_id, invitation_id, test_id, attempt }: invitations.Invitation) =>
  sql`insert into reports (account_id, invitation_id, attempt, test_id, version, started_at, completed_at, status, failures, not_before,
    lease_until, score, total_score, wv, tv, created_at)
    values (${account_id}, ${invitation_id}, ${attempt}, ${test_id}, 1, 0, 5, 'Generated', 0, 0, 0, '2.5', '3', 1, 2, 6)`;

/** An invitation whose attempt was completed and reported by the first release. */
const complete = async (store: Store, test: Test, by: 'candidate' | 'deadline'): Promise<invitations.Invitation> => {
  const invitation = await insertFirstInvitation(store, test, { emailKey: randomUUID() });
  const change = { status: 'Completed', version: 1, started_at: 0, deadline: 9, completed_at: 5, completed_by: by } as const;
  await store.write(async (tx) => {
    await invitations.update(tx, invitation, change);
    await insertOldReport(invitation).execute(tx.kysely);
  });
  return { ...invitation, ...change };
};

const reset = (store: Store, invitation: invitations.Invitation): Promise<boolean> =>
  store.write(async (tx) => {
    await invitations.archiveAttempt(tx, invitation, 8);
    return invitations.update(tx, invitation, { status: 'Reset', attempt: 2, completed_at: null, completed_by: null });
  });

const kept = {
  delivered: { state: 'delivered', failures: 0, leaseUntil: 0, error: null, settledAt: 30 },
  failed: { state: 'failed', failures: 5, leaseUntil: 0, error: 'no such mailbox', settledAt: 40 },
  pending: { state: 'pending', failures: 2, leaseUntil: 50, error: 'greylisted', settledAt: null },
} satisfies Record<string, Old>;

const setUp = async (store: Store) => {
  await migrateTo(store, '0001-initial');
  const test = await mintTest(store);
  const byCandidate = await complete(store, test, 'candidate');
  const byDeadline = await complete(store, test, 'deadline');
  const wasReset = await complete(store, test, 'deadline');
  await reset(store, wasReset);
  const pending = await insertFirstInvitation(store, test);
  await store.write((tx) => invitations.update(tx, pending, { attempt: 3 }));
  const invitation = { ...pending, attempt: 3 };
  const ids = {
    delivered: await insertOld(store, invitation, kept.delivered),
    failed: await insertOld(store, invitation, kept.failed),
    pending: await insertOld(store, invitation, kept.pending),
  };
  await store.migrate();
  return { invitation, ids, byCandidate, byDeadline, wasReset };
};

describe.each(testDialects)('the migration to the outbox on %s', (engine) => {
  let store: TestStore;
  let before: Awaited<ReturnType<typeof setUp>>;
  beforeAll(async () => {
    store = await openBlankStore(engine);
    before = await setUp(store);
  });
  afterAll(() => store.dispose());

  const reportOf = ({ account_id: accountId, invitation_id: invitationId }: invitations.Invitation) =>
    store.read((db) => reports.find(db, { accountId, invitationId, attempt: 1 }));

  it.each(['delivered', 'failed', 'pending'] as const)(
    'keeps a %s delivery under its id, as an invitation email of the attempt',
    async (state) => {
      const { account_id, invitation_id, test_id } = before.invitation;
      const { failures, leaseUntil: lease_until, error: last_error, settledAt: settled_at } = kept[state];
      expect(await store.read((db) => deliveries.find(db, account_id, before.ids[state]))).toMatchObject({
        ...{ account_id, invitation_id, test_id, attempt: 3, delivery_id: before.ids[state] },
        ...{ kind: 'invitation-email', lane: 'mail', destination: 'Ana@x.test', not_before: 20, created_at: 10 },
        ...{ state, failures, lease_until, last_error, settled_at },
      });
    },
  );

  it('migrates each once and drops the former table', async () => {
    const filter = { accountId: before.invitation.account_id, kind: 'invitation-email', limit: 10 } as const;
    const rows = await store.read((db) => deliveries.listPage(db, filter));
    expect(rows.map(({ delivery_id }) => delivery_id)).toEqual(Object.values(before.ids).toReversed());
    await expect(store.read((db) => sql`select 1 from deliveries_before`.execute(db.kysely))).rejects.toThrow(/deliveries_before/);
  });

  it('goes on where the first release was: what was pending falls due when its lease has run out, and is not doubled', async () => {
    const due = async (now: number) =>
      (await store.write((tx) => deliveries.lockDue(tx, { now, lane: 'mail', limit: 9 }))).map(({ delivery_id }) => delivery_id);
    expect(await due(49)).toEqual([]);
    expect(await due(50)).toEqual([before.ids.pending]);
    expect(await store.write((tx) => deliveries.enqueue(tx, deliveryRow(before.invitation), 60))).toBeUndefined();
  });

  it('issues ids above those it took over', async () => {
    const next = deliveryRow(before.invitation, { kind: 'callback', state: 'waiting' });
    const id = await store.write((tx) => deliveries.enqueue(tx, next, 60));
    expect(id).toBeGreaterThan(Math.max(...Object.values(before.ids)));
  });

  it('adds to a report whether the candidate or the deadline completed the attempt, and leaves the rest unchanged', async () => {
    const rest = {
      status: 'Generated',
      figures: { score: '2.5', totalScore: '3', passPercent: null, testResult: null, wv: 1, tv: 2, lateAnswers: 0 },
      completed_at: 5,
    };
    expect(await reportOf(before.byCandidate)).toMatchObject({ ...rest, completed_by: 'candidate' });
    expect(await reportOf(before.byDeadline)).toMatchObject({ ...rest, completed_by: 'deadline' });
  });

  it('does so for an attempt that was reset afterwards, too', async () => {
    expect(await reportOf(before.wasReset)).toMatchObject({ completed_by: 'deadline' });
  });
});

describe.each(testDialects)('the migration to the outbox of a database that sent nothing on %s', (engine) => {
  it('issues ids from 1 on', async () => {
    const store = await openBlankStore(engine);
    await migrateTo(store, '0001-initial');
    await store.migrate();
    const invitation = await mintInvitation(store, await mintTest(store));
    expect(await store.write((tx) => deliveries.enqueue(tx, deliveryRow(invitation), 0))).toBe(1);
    await store.dispose();
  });
});
