import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawQuery } from '../db.ts';
import * as reports from '../repositories/report/reports.ts';
import { insertFirstInvitation, mintTest } from '../testing/fixtures.ts';
import { openBlankStore, type TestStore, testDialects } from '../testing/index.ts';
import { migrateTo } from '../testing/migrate-to.ts';

describe.each(testDialects)('the migration to regraded reports on %s', (engine) => {
  let store: TestStore;
  let key: { accountId: number; invitationId: number; attempt: number };
  let testId: number;
  beforeAll(async () => {
    store = await openBlankStore(engine);
    await migrateTo(store, '0020-coding');
    const { account_id, invitation_id, test_id } = await insertFirstInvitation(store, await mintTest(store));
    key = { accountId: account_id, invitationId: invitation_id, attempt: 1 };
    testId = test_id;
    const report = { account_id, invitation_id, attempt: 1, test_id, version: 1, started_at: 1, completed_at: 2, completed_by: 'submit' };
    const done = { status: 'Generated', failures: 0, not_before: 0, lease_until: 0, generated_at: 3, score: '5', total_score: '10' };
    const row = { ...report, ...done, wv: 0, tv: 0, created_at: 2 };
    const values = Object.values(row).map((one) => (typeof one === 'string' ? `'${one}'` : one));
    const insert = `insert into reports (${Object.keys(row).join(', ')}) values (${values.join(', ')})`;
    await store.write((tx) => tx.kysely.executeQuery(rawQuery(insert, [])));
    await store.migrate();
  });
  afterAll(() => store.dispose());

  it('says of no report before that a regrade changed it', async () => {
    expect(await store.read((db) => reports.find(db, key))).toMatchObject({
      figures: { score: '5' },
      former_score: null,
      regraded_version: null,
    });
    const from = { accountId: key.accountId, testId, version: 1, after: 0, limit: 10 };
    expect(await store.read((db) => reports.listRegraded(db, from))).toEqual([]);
  });
});
