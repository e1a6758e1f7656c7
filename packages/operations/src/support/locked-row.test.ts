import { invitations, type Store, StoreUnavailable } from '@assay/store';
import { countLockWaits, makeContendedDatabase, openWithLimits, testPostgresUrl } from '@assay/store/testing';
import { deferred, eventually } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTests } from '../assessment/list-tests.ts';
import { getAttempt } from '../attempt/get-attempt.ts';
import { saveAnswer } from '../attempt/save-answer.ts';
import { startAttempt } from '../attempt/start-attempt.ts';
import { getInvitation } from '../invitation/get-invitation.ts';
import { value } from '../testing/outcomes.ts';
import { type Invited, Service } from '../testing/service.ts';
import type { Context } from './context.ts';

describe.skipIf(testPostgresUrl === undefined)('an invitation that another process keeps locked, on PostgreSQL', () => {
  const service = new Service();
  let database: Awaited<ReturnType<typeof makeContendedDatabase>>;
  let elsewhere: Store;
  beforeAll(async () => {
    database = await makeContendedDatabase();
    elsewhere = openWithLimits(database.url, { idleInTransaction: 0 });
  });
  afterAll(async () => {
    await elsewhere.close();
    await database.drop();
  });

  /** Runs `work` while the row is locked. */
  const whileLocked = async (ctx: Context, { id }: Invited, work: (unlock: () => void) => Promise<void>): Promise<void> => {
    const locked = deferred();
    const unlocked = deferred();
    const lock = elsewhere.write(async (tx) => {
      await invitations.lock(tx, { accountId: ctx.accountId, invitationId: Number(id) });
      locked.resolve();
      await unlocked.promise;
    });
    await locked.promise;
    try {
      await work(unlocked.resolve);
    } finally {
      unlocked.resolve();
      await lock;
    }
  };
  const othersAreAtEase = async (ctx: Context, testId: string, { id }: Invited): Promise<void> => {
    await service.assay.store.ping();
    const { candidate } = await service.register(ctx, testId);
    await value(startAttempt({ candidate }));
    await value(saveAnswer({ candidate, input: { questionId: '1', body: { answer: 'b', revision: 1 } } }));
    await value(getAttempt({ candidate }));
    await value(listTests({ ctx, input: { query: {} } }));
    await value(getInvitation({ ctx, input: { testInvitationId: id } }));
  };
  const start25 = ({ candidate }: Invited) => Array.from({ length: 25 }, () => startAttempt({ candidate }));

  it('25 starts of it take two connections, others go on, and all have started when it is unlocked in time', async () => {
    const store = openWithLimits(database.url, { lock: 60_000 });
    await service.open('sqlite', () => ({ store }));
    try {
      const { ctx, testId } = await service.mint();
      const invited = await service.register(ctx, testId);
      await whileLocked(ctx, invited, async (unlock) => {
        const starts = start25(invited);
        await eventually(async () => expect(await countLockWaits(elsewhere)).toBe(2));
        await othersAreAtEase(ctx, testId, invited);
        expect(await countLockWaits(elsewhere)).toBe(2);
        unlock();
        for (const start of starts) expect(await value(start)).toMatchObject({ status: 'In progress' });
      });
    } finally {
      await store.close();
      await service.dispose();
    }
  });

  it('25 starts of it are StoreUnavailable when it is not, with the first of them, and later ones start', async () => {
    const store = openWithLimits(database.url, { lock: 100 });
    await service.open('sqlite', () => ({ store }));
    try {
      const { ctx, testId } = await service.mint();
      const invited = await service.register(ctx, testId);
      await whileLocked(ctx, invited, async () => {
        const starts = Promise.allSettled(start25(invited));
        await othersAreAtEase(ctx, testId, invited);
        for (const start of await starts) expect(start).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
        await store.ping();
      });
      expect(await value(startAttempt({ candidate: invited.candidate }))).toMatchObject({ status: 'In progress' });
    } finally {
      await store.close();
      await service.dispose();
    }
  });
});
