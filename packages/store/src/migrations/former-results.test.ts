import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawQuery } from '../db.ts';
import * as reports from '../repositories/report/reports.ts';
import { insertFirstInvitation, mintTest } from '../testing/fixtures.ts';
import { openBlankStore, type TestStore, testDialects } from '../testing/index.ts';
import { migrateTo } from '../testing/migrate-to.ts';

describe.each(testDialects)('the migration to former results on %s', (engine) => {
  let store: TestStore;
  let key: { accountId: number; invitationId: number; attempt: number };
  let testId: number;
  beforeAll(async () => {
    store = await openBlankStore(engine);
    await migrateTo(store, '0047-rotated-keys');
    const { account_id, invitation_id, test_id } = await insertFirstInvitation(store, await mintTest(store));
    key = { accountId: account_id, invitationId: invitation_id, attempt: 1 };
    testId = test_id;
    const report = { account_id, invitation_id, attempt: 1, test_id, version: 1, started_at: 1, completed_at: 2, completed_by: 'submit' };
    const done = { status: 'Generated', failures: 0, not_before: 0, lease_until: 0, generated_at: 3, score: '5', total_score: '10' };
    const row = { ...report, ...done, wv: 0, tv: 0, created_at: 2, former_score: '4', regraded_version: 2 };
    const values = Object.values(row).map((one) => (typeof one === 'string' ? `'${one}'` : one));
    const insert = `insert into reports (${Object.keys(row).join(', ')}) values (${values.join(', ')})`;
    await store.write((tx) => tx.kysely.executeQuery(rawQuery(insert, [])));
    await store.migrate();
  });
  afterAll(() => store.dispose());

  it('says nothing of the maximum and the result before a regrade that did not keep them', async () => {
    const from = { accountId: key.accountId, testId, version: 2, after: 0, limit: 10 };
    expect(await store.read((db) => reports.listRegraded(db, from))).toMatchObject([
      { invitation_id: key.invitationId, former_score: '4', former_total_score: null, former_test_result: null, score: '5' },
    ]);
  });
});
