import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawQuery } from '../db.ts';
import * as testTallies from '../repositories/report/test-tallies.ts';
import { mintTest } from '../testing/fixtures.ts';
import { openBlankStore, type TestStore, testDialects } from '../testing/index.ts';
import { migrateTo } from '../testing/migrate-to.ts';

describe.each(testDialects)('the migration to exact tallies on %s', (engine) => {
  let store: TestStore;
  let key: { accountId: number; testId: number };
  const run = (text: string) => store.write((tx) => tx.kysely.executeQuery(rawQuery(text, [])));
  const find = async () => {
    const found = await store.read((db) => testTallies.find(db, key));
    if (found === undefined) throw new Error('there is no tally');
    return found;
  };
  beforeAll(async () => {
    store = await openBlankStore(engine);
    await migrateTo(store, '0050-former-results');
    const { account_id: accountId, test_id: testId } = await mintTest(store);
    key = { accountId, testId };
    const counted = '{"seen":{"at":3,"invitationId":4,"attempt":1},"tally":{"all":{"n":7,"bins":{"50":7}},"sections":{},"versions":{}}}';
    await run(`insert into test_tallies (account_id, test_id, nonce, seen_at, seen_invitation, seen_attempt, tally, counted)
      values (${accountId}, ${testId}, 'before', 0, 0, 0, '{}', '${counted}')`);
    await store.migrate();
  });
  afterAll(() => store.dispose());

  it('counts from the first attempt again, as no exact scores were kept', async () => {
    expect(await find()).toMatchObject({ nonce: 'before', seen: { at: 0, invitationId: 0, attempt: 0 }, tally: { all: { n: 0 } } });
  });

  it('goes on from what it counted, whatever the release before counts beside it', async () => {
    const found = await find();
    found.tally.all.n = 5;
    expect(await store.write((tx) => testTallies.save(tx, { ...found, seen: { at: 2, invitationId: 4, attempt: 1 } }))).toBe(true);
    await run(`update test_tallies set nonce = 'beside', counted = '{}' where test_id = ${key.testId}`);
    expect(await find()).toMatchObject({ nonce: 'beside', seen: { at: 2, invitationId: 4, attempt: 1 }, tally: { all: { n: 5 } } });
  });

  it('a change that the release before forgets by ends it too', async () => {
    await run(`delete from test_tallies where test_id = ${key.testId}`);
    expect(await store.read((db) => testTallies.find(db, key))).toBeUndefined();
  });
});
