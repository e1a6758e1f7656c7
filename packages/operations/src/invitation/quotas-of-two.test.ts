import { quotaDay } from '@assay/domain';
import { quotaUses, storedBytes } from '@assay/store';
import { testPostgresUrl } from '@assay/store/testing';
import { somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { type QuotaChanges, setQuotas } from '../account/set-quotas.ts';
import { saveFile } from '../attempt/save-file.ts';
import { startAttempt } from '../attempt/start-attempt.ts';
import type { Assay, Context } from '../support/context.ts';
import { claimDue } from '../testing/deliver-due.ts';
import { copyDue, mintDue } from '../testing/deliveries.ts';
import { value } from '../testing/outcomes.ts';
import { smallUpload } from '../testing/reviews.ts';
import { withTwoStores } from '../testing/two-stores.ts';
import { registerCandidate } from './register-candidate.ts';

const set = ({ assay, accountId }: Context, changes: QuotaChanges) => value(setQuotas({ assay, accountId, changes }));
/** So many at once that both processes are busy, and none waits for a connection until its time is over. */
const atOnce = 10;
const inWaves = async <Item, Value>(items: readonly Item[], work: (item: Item, index: number) => Promise<Value>): Promise<Value[]> => {
  const values: Value[] = [];
  for (let from = 0; from < items.length; from += atOnce)
    values.push(...(await Promise.all(items.slice(from, from + atOnce).map((item, place) => work(item, from + place)))));
  return values;
};

const isOk = ({ ok }: { readonly ok: boolean }) => ok;

describe.skipIf(testPostgresUrl === undefined)('two processes that spend the last of a quota at once, on PostgreSQL', () => {
  it('take exactly what is left, without a deadlock: invitations, candidates, callbacks and bytes', async () => {
    const deadlocks = await withTwoStores(async ({ service, first, second }) => {
      const assays = [first, second] as const;
      const of = (index: number): Assay => assays[index % 2] ?? first;
      const { ctx, testId } = await service.mint({ sections: [{ name: 'Files', questions: [smallUpload] }] });
      const usedOf = (quota: string, of = ctx) =>
        service.assay.store.read(async (db) =>
          quotaUses.sum(db, { accountId: of.accountId, quota, windowStart: quotaDay(await db.now()).start }),
        );

      await set(ctx, { invitations: 100 });
      const people = Array.from({ length: 110 }, () => somebody());
      const registrations = await inWaves(people, (body, index) =>
        registerCandidate({ ctx: { ...ctx, assay: of(index) }, input: { testId, body } }),
      );
      expect(registrations.filter(isOk)).toHaveLength(100);
      expect(await usedOf('invitations')).toBe(100);

      await set(ctx, { candidates: 5 });
      const invited = registrations.flatMap((one) => (one.ok ? [service.candidateOf(one.value.takeTestURL)] : []));
      const starts = await inWaves(invited.slice(0, 20), (candidate, index) =>
        startAttempt({ candidate: { ...candidate, assay: of(index) } }),
      );
      expect(starts.filter(isOk)).toHaveLength(5);

      const before = await service.assay.store.read((db) => storedBytes.sum(db, ctx.accountId));
      await set(ctx, { bytes: before + 450 });
      const running = invited.filter((_, index) => starts[index]?.ok === true);
      const uploads = await Promise.all(
        [...running, ...running].map((candidate, index) =>
          saveFile({
            candidate: { ...candidate, assay: of(index) },
            input: { questionId: '1', query: { name: 'plan.pdf' }, body: Buffer.alloc(100, '%') },
          }),
        ),
      );
      expect(uploads.filter(isOk)).toHaveLength(4);
      expect(await service.assay.store.read((db) => storedBytes.sum(db, ctx.accountId))).toBe(before + 400);

      const due = await mintDue(service);
      await copyDue(service, due, 300, (copy) => `https://two-${copy % 40}.example/`);
      await set(due.ctx, { callbacks: 120 });
      const claimed = await Promise.all(Array.from({ length: 6 }, (_, index) => claimDue(of(index))));
      expect(claimed.flat().filter(({ account_id }) => account_id === due.ctx.accountId)).toHaveLength(120);
      expect(await usedOf('callbacks', due.ctx)).toBe(120);
    });
    expect(deadlocks).toBe(0);
  });
});
