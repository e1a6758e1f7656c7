import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawQuery } from '../db.ts';
import * as reports from '../repositories/report/reports.ts';
import { insertFirstInvitation, mintTest } from '../testing/fixtures.ts';
import { openBlankStore, type TestStore, testDialects } from '../testing/index.ts';
import { migrateTo } from '../testing/migrate-to.ts';

describe.each(testDialects)('the migration to pass marks on %s', (engine) => {
  let store: TestStore;
  let key: { accountId: number; invitationId: number; attempt: number };
  beforeAll(async () => {
    store = await openBlankStore(engine);
    await migrateTo(store, '0023-grading-turns');
    const { account_id, invitation_id, test_id } = await insertFirstInvitation(store, await mintTest(store));
    key = { accountId: account_id, invitationId: invitation_id, attempt: 1 };
    const report = { account_id, invitation_id, attempt: 1, test_id, version: 1, started_at: 1, completed_at: 2, completed_by: 'submit' };
    const done = { status: 'Generated', failures: 0, not_before: 0, lease_until: 0, generated_at: 3, score: '5', total_score: '10' };
    const row = { ...report, ...done, wv: 0, tv: 0, created_at: 2 };
    const values = Object.values(row).map((one) => (typeof one === 'string' ? `'${one}'` : one));
    const insert = `insert into reports (${Object.keys(row).join(', ')}) values (${values.join(', ')})`;
    await store.write((tx) => tx.kysely.executeQuery(rawQuery(insert, [])));
    await store.migrate();
  });
  afterAll(() => store.dispose());

  it('gives reports from before neither a mark nor a result', async () => {
    expect(await store.read((db) => reports.find(db, key))).toMatchObject({
      figures: { score: '5', totalScore: '10', passPercent: null, testResult: null },
    });
  });
});
