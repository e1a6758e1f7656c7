import { reports, reviews } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { hour, minute } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { regradeTest } from '../grading/regrade-test.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import { gradeReview } from '../review/grade-review.ts';
import { listReviews } from '../review/read-reviews.ts';
import type { Context } from '../support/context.ts';
import { hangingReports } from '../testing/hanging-reports.ts';
import { value } from '../testing/outcomes.ts';
import { smallEssay } from '../testing/reviews.ts';
import { useService } from '../testing/service.ts';
import { type FreedReport, freeReports } from './free-reports.ts';

describe.each(testDialects)('the watch over reports that wait, on %s', (engine) => {
  const service = useService(engine);
  const essaysOf = (also: object) => ({ key: 'watched', sections: [{ name: 'Essays', questions: [{ ...smallEssay, ...also }] }] });
  const complete = async () => {
    const { ctx, testId } = await service.mint(essaysOf({}));
    const { id, candidate } = await service.invite(ctx, testId);
    await service.complete(candidate, { 1: 'Because.' });
    await service.generate();
    return { ctx, testId, id, key: { accountId: ctx.accountId, invitationId: Number(id), attempt: 1 } };
  };
  const stored = (key: Parameters<typeof reports.find>[1]) => service.assay.store.read((db) => reports.find(db, key));
  /** As a bug, or a server of an earlier version, would leave it. */
  const hang = (key: Parameters<typeof reviews.list>[1], change: Parameters<typeof reviews.update>[2]) =>
    service.assay.store.write(async (tx) => {
      for (const row of await reviews.list(tx, key)) await reviews.update(tx, row, change);
    });
  const watch = async (): Promise<FreedReport[]> => {
    const all: FreedReport[] = [];
    let after: Parameters<typeof freeReports>[0]['after'];
    do {
      const { freed, next } = await freeReports({ assay: service.assay, after });
      all.push(...freed);
      after = next;
    } while (after !== undefined);
    return all;
  };
  const queue = async (ctx: Context) => (await value(listReviews({ ctx, input: { query: {} } }))).reviews;

  it('frees one whose release was lost, and it is generated', async () => {
    const { ctx, key } = await complete();
    await hang(key, { state: 'graded', score: '1', closed_at: service.clock.now });
    expect(await hangingReports(ctx)).toHaveLength(1);
    service.woken.length = 0;
    expect(await watch()).toEqual([key]);
    expect(service.woken).toContain('reports');
    expect(await watch()).toEqual([]);
    await service.generate();
    expect(await stored(key)).toMatchObject({ status: 'Generated', figures: { score: '1' } });
  });

  it('puts an answer back into the queue that nobody can grade, though it needs a grade', async () => {
    const { ctx, key } = await complete();
    await hang(key, { state: 'withdrawn', closed_at: service.clock.now });
    expect(await watch()).toEqual([key]);
    expect(await queue(ctx)).toHaveLength(1);
    expect(await hangingReports(ctx)).toEqual([]);
    expect(await watch()).toEqual([]);
  });

  it('frees one that waits for a grade though the last regrade, whose walk is over, made its essay void', async () => {
    const { ctx, testId, key } = await complete();
    await service.importTest(ctx, essaysOf({ void: 'full-marks' }));
    await value(regradeTest({ ctx, input: { testId, body: {} } }));
    await service.assay.store.write((tx) =>
      tx.kysely.updateTable('regrades').set({ done_at: service.clock.now }).where('account_id', '=', ctx.accountId).execute(),
    );
    expect(await watch()).toEqual([key]);
    expect(await queue(ctx)).toEqual([]);
    await service.generate();
    expect(await stored(key)).toMatchObject({ status: 'Generated', key_version: 2, figures: { score: '1' } });
  });

  it('leaves alone what waits for people, what is being generated and what was reset', async () => {
    const [waiting, claimed, reset] = [await complete(), await complete(), await complete()];
    const [review] = await queue(claimed.ctx);
    await value(gradeReview({ ctx: claimed.ctx, input: { reviewId: String(review?.reviewId), body: { marks: [1] } } }));
    const lease = { lease_until: service.clock.now + minute };
    await service.assay.store.write(async (tx) => {
      const row = await reports.lock(tx, claimed.key);
      if (row !== undefined) await reports.update(tx, row, lease);
    });
    await value(resetInvitation({ ctx: reset.ctx, input: { testInvitationId: reset.id } }));
    const before = await Promise.all([waiting, claimed, reset].map(({ key }) => stored(key)));
    expect(before[1]).toMatchObject(lease);
    expect(await watch()).toEqual([]);
    expect(await Promise.all([waiting, claimed, reset].map(({ key }) => stored(key)))).toEqual(before);
  });

  it('of an attempt that an earlier version reset it counts none, and does not look again', async () => {
    const { ctx, id, key } = await complete();
    await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
    await service.assay.store.write(async (tx) => {
      const row = await reports.lock(tx, key);
      if (row !== undefined) await reports.update(tx, row, { not_before: service.clock.now + hour, lease_until: service.clock.now + hour });
    });
    expect(await watch()).toEqual([]);
    expect(await stored(key)).toMatchObject({ not_before: reports.never });
  });

  it('finds each of many, in slices', async () => {
    const { key } = await complete();
    await hang(key, { state: 'graded', score: '1', closed_at: service.clock.now });
    const copies = 450;
    await service.assay.store.write(async (tx) => {
      for (const table of ['invitations', 'reports', 'answers'] as const) {
        const rows = await tx.kysely.selectFrom(table).selectAll().where('account_id', '=', key.accountId).execute();
        for (let copy = 1; copy <= copies; copy += 1)
          for (const row of rows) {
            const own = table === 'invitations' ? { email_key: `${copy}@example.com`, nonce: `nonce-${copy}` } : {};
            const values = { ...row, ...own, invitation_id: key.invitationId + 1000 + copy };
            await tx.kysely
              .insertInto(table)
              .values(values as never)
              .execute();
          }
      }
    });
    expect(await watch()).toHaveLength(copies + 1);
    expect(await watch()).toEqual([]);
  });
});
