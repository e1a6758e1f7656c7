import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../store.ts';
import { imageRow, insertAccount, mintInvitation, mintTest } from '../../testing/fixtures.ts';
import { openTestStore, type TestStore, testDialects } from '../../testing/index.ts';
import * as testPictures from '../assessment/test-pictures.ts';
import * as tests from '../assessment/tests.ts';
import * as proctoringImages from '../attempt/proctoring-images.ts';
import * as storedBytes from './stored-bytes.ts';

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

describe.each(testDialects)('the bytes that an account stores on %s', (engine) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.dispose());
  const sum = (accountId: number) => store.read((db) => storedBytes.sum(db, accountId));
  const release = ({ accountId, imageId }: Awaited<ReturnType<typeof add>>) =>
    store.write((tx) => proctoringImages.release(tx, { accountId, imageId }));

  it('are counted as rows come and go, of each account apart', async () => {
    const { account_id: empty } = await insertAccount(store);
    const [one, other] = [await add(store, 7), await add(store, 8)];
    expect([await sum(one.accountId), await sum(other.accountId), await sum(empty)]).toEqual([137, 138, 0]);
    await release(one);
    expect([await sum(one.accountId), await sum(other.accountId)]).toEqual([130, 138]);
  });

  it('grow by an image when it is confirmed, and by a picture that is there already once', async () => {
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
