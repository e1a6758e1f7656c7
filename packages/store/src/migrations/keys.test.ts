import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as apiKeys from '../repositories/account/api-keys.ts';
import * as auditEntries from '../repositories/account/audit-entries.ts';
import { insertAccount } from '../testing/fixtures.ts';
import { openBlankStore, type TestStore, testDialects } from '../testing/index.ts';
import { migrateTo } from '../testing/migrate-to.ts';

const every = 'read invite manage';
const former = [
  { name: 'first key', prefix: 'assay_Ab3_-9', scopes: every },
  { name: 'first key', prefix: 'operator-key', scopes: every },
  { name: 'first key', prefix: 'assay_xxxxxx', scopes: 'read' },
  { name: 'ATS', prefix: 'assay_yyyyyy', scopes: every },
];

describe.each(testDialects)('the migration to keys that expire on %s', (engine) => {
  let store: TestStore;
  let accountId: number;
  beforeAll(async () => {
    store = await openBlankStore(engine);
    await migrateTo(store, '0003-candidate-page');
    accountId = (await insertAccount(store)).account_id;
    for (const [index, { name, prefix, scopes }] of former.entries())
      await store.write((tx) =>
        sql`insert into api_keys (account_id, key_hash, prefix, name, scopes, created_at, revoked_at)
          values (${accountId}, ${`hash-${index}`}, ${prefix}, ${name}, ${scopes}, 5, ${index === 3 ? 9 : null})`.execute(tx.kysely),
      );
    await store.migrate();
  });
  afterAll(() => store.dispose());

  it('gives first keys with every scope those of later versions too, shows 6 characters of chosen keys, and keeps the rest', async () => {
    const found = await store.read((db) => apiKeys.list(db, accountId));
    expect(found.toReversed()).toMatchObject([
      { ...former[0], scopes: `all ${every}` },
      { ...former[1], prefix: 'operat', scopes: `all ${every}` },
      former[2] ?? {},
      { ...former[3], revoked_at: 9 },
    ]);
    for (const key of found) expect(key).toMatchObject({ created_at: 5, expires_at: null, last_used_at: null });
  });

  it('lets a former key be used, and its use be recorded', async () => {
    const key = await store.read((db) => apiKeys.findByHash(db, 'hash-0'));
    if (key === undefined) throw new Error('the key is gone');
    await store.write((tx) => apiKeys.recordUse(tx, key, { at: 100, unlessSince: 0 }));
    await store.write((tx) => apiKeys.recordUse(tx, key, { at: 200, unlessSince: 99 }));
    const [used] = (await store.read((db) => apiKeys.list(db, accountId))).filter(({ key_id }) => key_id === key.key_id);
    expect(used).toMatchObject({ last_used_at: 100 });
    await store.write((tx) => auditEntries.append(tx, { accountId, keyId: key.key_id, type: 'key.created', data: { a: 1 }, at: 7 }));
    expect(await store.read((db) => auditEntries.listPage(db, { accountId, before: undefined, limit: 2 }))).toMatchObject([
      { key_id: key.key_id, key_name: 'first key', type: 'key.created', data: { a: 1 }, at: 7 },
    ]);
  });
});
