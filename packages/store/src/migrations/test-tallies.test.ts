import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawQuery } from '../db.ts';
import * as testTallies from '../repositories/report/test-tallies.ts';
import { insertFirstInvitation, mintTest } from '../testing/fixtures.ts';
import { countLockWaits, openBlankStore, type TestStore, testDialects } from '../testing/index.ts';
import { migrateTo } from '../testing/migrate-to.ts';

describe.each(testDialects)('the migration to tallies on %s', (engine) => {
  let store: TestStore;
  let key: { accountId: number; testId: number };
  beforeAll(async () => {
    store = await openBlankStore(engine);
    await migrateTo(store, '0023-grading-turns');
    const { account_id, invitation_id, test_id } = await insertFirstInvitation(store, await mintTest(store));
    key = { accountId: account_id, testId: test_id };
    const report = { account_id, invitation_id, attempt: 1, test_id, version: 1, started_at: 1, completed_at: 2, completed_by: 'submit' };
    const done = { status: 'Generated', failures: 0, not_before: 0, lease_until: 0, generated_at: 3, score: '5', total_score: '10' };
    const row = { ...report, ...done, wv: 0, tv: 0, created_at: 2, content: '{"sections":[],"questions":[]}' };
    const values = Object.values(row).map((one) => (typeof one === 'string' ? `'${one}'` : one));
    const insert = `insert into reports (${Object.keys(row).join(', ')}) values (${values.join(', ')})`;
    await store.write((tx) => tx.kysely.executeQuery(rawQuery(insert, [])));
    await store.migrate();
  });
  afterAll(() => store.dispose());

  const page = { at: 0, invitationId: 0, attempt: 0, until: 10, limit: 5 };

  it('counts reports from before', async () => {
    expect(await store.read((db) => testTallies.find(db, key))).toBeUndefined();
    expect(await store.read((db) => testTallies.listFollowing(db, { ...key, ...page }))).toMatchObject([
      { at: 3, score: '5', totalScore: '10' },
    ]);
    expect(await store.read((db) => testTallies.listFollowing(db, { ...key, ...page, until: 2 }))).toEqual([]);
  });

  it('who counted from an earlier state, or before it was forgotten, writes nothing', async () => {
    const begun = async () => {
      await store.write((tx) => testTallies.begin(tx, key));
      const found = await store.read((db) => testTallies.find(db, key));
      if (found === undefined) throw new Error('nothing has begun');
      return found;
    };
    const first = await begun();
    expect((await begun()).nonce).toBe(first.nonce);
    const further = { ...first, seen: { at: 3, invitationId: 1, attempt: 1 } };
    expect(await store.write((tx) => testTallies.save(tx, further))).toBe(true);
    expect(await store.write((tx) => testTallies.save(tx, further))).toBe(false);
    const saved = await begun();
    expect(saved.seen).toEqual(further.seen);
    await store.write((tx) => testTallies.forget(tx, key));
    await begun();
    expect(await store.write((tx) => testTallies.save(tx, saved))).toBe(false);
  });

  if (engine === 'postgres')
    it('a count that begins while a report is changed reads it after the change', async () => {
      await store.write((tx) => tx.kysely.executeQuery(rawQuery('delete from test_tallies', [])));
      const order: string[] = [];
      let begun: Promise<unknown> = Promise.resolve();
      await store.write(async (tx) => {
        await testTallies.forget(tx, key);
        begun = store.write((other) => testTallies.begin(other, key)).then(() => order.push('begun'));
        while (order.length === 0 && (await countLockWaits(store)) === 0);
        order.push('forgotten');
      });
      await begun;
      expect(order).toEqual(['forgotten', 'begun']);
    });
});
