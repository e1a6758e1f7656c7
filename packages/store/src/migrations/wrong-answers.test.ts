import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawQuery } from '../db.ts';
import * as reports from '../repositories/report/reports.ts';
import { insertFirstInvitation, mintTest } from '../testing/fixtures.ts';
import { openBlankStore, type TestStore, testDialects } from '../testing/index.ts';
import { migrateTo } from '../testing/migrate-to.ts';

describe.each(testDialects)('the migration to wrong answers on %s', (engine) => {
  let store: TestStore;
  let of: { accountId: number; testId: number; version: number };
  const insert = (attempt: number, completedAt: number, columns: Readonly<Record<string, string>> = {}) =>
    store.write(async (tx) => {
      const [invitation] = (await tx.kysely.selectFrom('invitations').select(['account_id', 'invitation_id', 'test_id']).execute()) ?? [];
      const report = { ...invitation, attempt, version: 1, started_at: 1, completed_at: completedAt, completed_by: 'submit' };
      const row = { ...report, status: 'Generated', failures: 0, not_before: 0, lease_until: 0, wv: 0, tv: 0, created_at: 2, ...columns };
      const values = Object.values(row).map((one) => (typeof one === 'string' ? `'${one}'` : one));
      await tx.kysely.executeQuery(rawQuery(`insert into reports (${Object.keys(row).join(', ')}) values (${values.join(', ')})`, []));
    });
  beforeAll(async () => {
    store = await openBlankStore(engine);
    await migrateTo(store, '0023-grading-turns');
    const { account_id, test_id } = await insertFirstInvitation(store, await mintTest(store));
    of = { accountId: account_id, testId: test_id, version: 1 };
    await insert(1, 10);
    await store.migrate();
    for (const attempt of [2, 3, 4, 5, 6]) await insert(attempt, attempt * 10, { wrong_answers: `${attempt}=a` });
  });
  afterAll(() => store.dispose());

  it('lists those beside a moment, the nearest of each side, and none from before', async () => {
    const listed = async (completedAt: number, limit: number, version = 1) =>
      (await store.read((db) => reports.listWrongAnswers(db, { ...of, version, completedAt, limit }))).map((one) => one.wrong_answers);
    expect(await listed(40, 2)).toEqual(['4=a', '3=a', '5=a', '6=a']);
    expect(await listed(40, 9)).toEqual(['4=a', '3=a', '2=a', '5=a', '6=a']);
    expect(await listed(40, 9, 2)).toEqual([]);
  });
});
