import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../db.ts';
import { deliveryRow, mintInvitation, mintTest, reportRow } from '../../testing/fixtures.ts';
import { openTestStore, type TestStore, testDialects } from '../../testing/index.ts';
import type { Invitation } from '../invitation/invitations.ts';
import * as reports from '../report/reports.ts';
import * as deliveries from './deliveries.ts';

type Lease = { readonly invitationId: number; settle(tx: Tx): Promise<boolean>; extend(tx: Tx, until: number): Promise<boolean> };
type Queue = {
  add(tx: Tx, invitation: Invitation, at: number): Promise<unknown>;
  due(tx: Tx, now: number, limit: number): Promise<Lease[]>;
};

/** Both queues are claimed the same way. */
const queues = {
  reports: {
    add: (tx, invitation, at) => reports.insertDue(tx, reportRow(invitation), at),
    due: async (tx, now, limit) =>
      (await reports.lockDue(tx, now, limit)).map((row) => ({
        invitationId: row.invitation_id,
        extend: (next, until) => reports.update(next, row, { lease_until: until }),
        settle: (next) => reports.update(next, row, { status: 'Generated', generated_at: now }),
      })),
  },
  deliveries: {
    add: (tx, invitation, at) => deliveries.enqueue(tx, deliveryRow(invitation), at),
    due: async (tx, now, limit) =>
      (await deliveries.lockDue(tx, { now, lane: 'mail', limit })).map((row) => ({
        invitationId: row.invitation_id ?? 0,
        extend: (next, until) => deliveries.update(next, row, { lease_until: until }),
        settle: (next) => deliveries.update(next, row, { state: 'delivered', settled_at: now }),
      })),
  },
} satisfies Record<string, Queue>;

const empty = async (tx: Tx): Promise<void> => {
  await tx.kysely.deleteFrom('reports').execute();
  await tx.kysely.deleteFrom('deliveries').execute();
};

const cases = testDialects.flatMap((engine) => (['reports', 'deliveries'] as const).map((name) => [name, engine] as const));

describe.each(cases)('due %s on %s', (name, engine) => {
  const queue: Queue = queues[name];
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.dispose());
  // What is due is due in all accounts, so a test leaves nothing behind.
  afterEach(() => store.write((tx) => empty(tx)));

  const fill = async (instants: number[]): Promise<number[]> => {
    const test = await mintTest(store);
    return Promise.all(
      instants.map(async (at, index) => {
        const invitation = await mintInvitation(store, test, { emailKey: `${index}` });
        await store.write((tx) => queue.add(tx, invitation, at));
        return invitation.invitation_id;
      }),
    );
  };
  const claim = (now: number, limit: number, until = now + 100) =>
    store.write(async (tx) => {
      const leased: number[] = [];
      for (const lease of await queue.due(tx, now, limit)) if (await lease.extend(tx, until)) leased.push(lease.invitationId);
      return leased;
    });

  it('come in the order in which they fell due, of all accounts, and none before its time', async () => {
    const [third, first, later, second] = await fill([30, 10, 60, 20]);
    const [other] = await fill([15]);
    expect(await claim(50, 3)).toEqual([first, other, second]);
    expect(await claim(50, 3)).toEqual([third]);
    expect(await claim(59, 3)).toEqual([]);
    expect(await claim(60, 3)).toEqual([later]);
  });

  it('never go to two workers at once', async () => {
    const ids = await fill(Array.from({ length: 40 }, (_, at) => at));
    const worker = async () => {
      const got: number[] = [];
      for (;;) {
        const leased = await claim(50, 3);
        if (leased.length === 0) return got;
        got.push(...leased);
      }
    };
    const claimed = (await Promise.all([worker(), worker(), worker(), worker()])).flat();
    // A worker that meets only rows that others are claiming leaves early; the last one out has seen the rest.
    expect(claimed.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  });

  it('come again when their lease has run out', async () => {
    const [id] = await fill([10]);
    expect(await claim(10, 5, 20)).toEqual([id]);
    expect(await claim(19, 5)).toEqual([]);
    expect(await claim(20, 5)).toEqual([id]);
  });

  it('are not settled by a worker whose lease was taken over', async () => {
    await fill([10]);
    const [held] = await store.write((tx) => queue.due(tx, 10, 1));
    await claim(10, 1, 20);
    expect(await store.write(async (tx) => held?.settle(tx))).toBe(false);
    const [next] = await store.write((tx) => queue.due(tx, 20, 1));
    expect(await store.write(async (tx) => next?.settle(tx))).toBe(true);
    expect(await store.write(async (tx) => next?.settle(tx))).toBe(false);
    expect(await claim(1000, 5)).toEqual([]);
  });
});

describe.each(cases.filter(([, engine]) => engine === 'postgres'))('two workers that claim %s at the same moment on %s', (name, engine) => {
  it('pass over the rows that the other holds, without waiting', async () => {
    const queue: Queue = queues[name];
    const store = await openTestStore(engine);
    const test = await mintTest(store);
    for (const emailKey of ['a', 'b', 'c']) {
      const invitation = await mintInvitation(store, test, { emailKey });
      await store.write((tx) => queue.add(tx, invitation, 0));
    }
    const ids = (leases: Lease[]) => leases.map(({ invitationId }) => invitationId);
    const [mine, theirs] = await store.write(async (tx) => {
      const first = await queue.due(tx, 5, 2);
      const second = await store.write((other) => queue.due(other, 5, 2));
      return [ids(first), ids(second)];
    });
    expect(mine).toHaveLength(2);
    expect(theirs).toHaveLength(1);
    expect(mine).not.toContain(theirs[0]);
    await store.dispose();
  });
});
