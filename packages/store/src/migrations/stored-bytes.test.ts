import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as storedBytes from '../repositories/account/stored-bytes.ts';
import * as testPictures from '../repositories/assessment/test-pictures.ts';
import * as tests from '../repositories/assessment/tests.ts';
import * as proctoringImages from '../repositories/attempt/proctoring-images.ts';
import type { Store } from '../store.ts';
import { imageRow, insertAccount, mintInvitation, mintTest } from '../testing/fixtures.ts';
import { openBlankStore, type TestStore, testDialects } from '../testing/index.ts';
import { migrateTo } from '../testing/migrate-to.ts';

const definition = 'ä'.repeat(50);
const sealed = 'b'.repeat(30);

/** A version of 100 bytes, a picture of 30, and an image. */
const add = async (store: Store, bytes: number) => {
  const test = await mintTest(store, { test_key: `key ${bytes}` });
  const { account_id, test_id } = test;
  const invitation = await mintInvitation(store, test);
  const version = { account_id, test_id, version: 1, name: '', duration: 9, questions: 1, total_score: '1', definition, created_at: 0 };
  const imageId = await store.write(async (tx) => {
    await tests.insertVersion(tx, { ...version, questionIds: [] });
    await testPictures.insert(tx, [{ account_id, test_id, picture_id: 1, media_type: '', picture_key: '', sealed }]);
    return proctoringImages.insert(tx, imageRow(invitation, { bytes, stored: 0, storage_key: `key ${bytes}` }));
  });
  return { accountId: account_id, imageId };
};

describe.each(testDialects)('the migration that counts stored bytes on %s', (engine) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openBlankStore(engine);
  });
  afterAll(() => store.dispose());
  const sum = (accountId: number) => store.read((db) => storedBytes.sum(db, accountId));
  const release = ({ accountId, imageId }: Awaited<ReturnType<typeof add>>) =>
    store.write((tx) => proctoringImages.release(tx, { accountId, imageId }));

  it('counts what was there before, what comes and goes while it fills in, and all that follows', async () => {
    await migrateTo(store, '0065-large-texts');
    const { account_id: empty } = await insertAccount(store);
    const [old, other] = [await add(store, 7), await add(store, 8)];
    // What happens between the triggers and the fill is as if it had been there before: the fill subtracts what is counted.
    await store.migrate();
    expect([await sum(old.accountId), await sum(other.accountId), await sum(empty)]).toEqual([137, 138, 0]);
    await release(old);
    const later = await add(store, 9);
    expect([await sum(old.accountId), await sum(other.accountId), await sum(later.accountId)]).toEqual([130, 138, 139]);
  });

  it('counts an image when it is confirmed, and a picture that is there already once', async () => {
    const { accountId, imageId } = await add(store, 0);
    expect(await sum(accountId)).toBe(130);
    await store.write((tx) => proctoringImages.confirm(tx, { accountId, imageId }, { bytes: 40, width: 1, height: 1 }));
    expect(await sum(accountId)).toBe(170);
    await store.write(async (tx) => {
      const [picture] = await tx.kysely.selectFrom('test_pictures').selectAll().where('account_id', '=', accountId).execute();
      if (picture === undefined) throw new Error('the picture is missing');
      await testPictures.insert(tx, [picture, { ...picture, picture_id: 2 }]);
    });
    expect(await sum(accountId)).toBe(200);
  });
});
