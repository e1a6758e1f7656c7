import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageRow, mintInvitation, mintTest } from '../../testing/fixtures.ts';
import { openTestStore, type TestStore, testDialects } from '../../testing/index.ts';
import type * as invitations from '../invitation/invitations.ts';
import * as proctoringImages from './proctoring-images.ts';

describe.each(testDialects)('webcam images on %s', (engine) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.dispose());

  const attemptOf = ({ account_id: accountId, invitation_id: invitationId }: invitations.Invitation, attempt: number) => ({
    accountId,
    invitationId,
    attempt,
  });
  const insert = (row: ReturnType<typeof imageRow>) => store.write((tx) => proctoringImages.insert(tx, row));
  const keysOf = async (invitation: invitations.Invitation, attempt: number) =>
    (await store.read((db) => proctoringImages.list(db, attemptOf(invitation, attempt)))).map(({ storage_key }) => storage_key);

  it('are listed by attempt, in the order in which they came', async () => {
    const test = await mintTest(store);
    const one = await mintInvitation(store, test, { emailKey: 'one@x.test' });
    const other = await mintInvitation(store, test, { emailKey: 'other@x.test' });
    await insert(imageRow(one, { storage_key: 'a', taken_at: 70 }));
    await insert(imageRow(other, { storage_key: 'b', taken_at: 99 }));
    await insert(imageRow(one, { storage_key: 'c', taken_at: 60 }));
    await insert(imageRow(one, { storage_key: 'd', attempt: 2, taken_at: 80 }));
    expect([await keysOf(one, 1), await keysOf(one, 2), await keysOf(other, 1)]).toEqual([['a', 'c'], ['d'], ['b']]);
  });

  it('one is found by its invitation only', async () => {
    const test = await mintTest(store);
    const one = await mintInvitation(store, test, { emailKey: 'one@x.test' });
    const other = await mintInvitation(store, test, { emailKey: 'other@x.test' });
    await insert(imageRow(one));
    const [image] = await store.read((db) => proctoringImages.list(db, attemptOf(one, 1)));
    if (image === undefined) throw new Error('the image is gone');
    const find = ({ account_id: accountId, invitation_id: invitationId }: invitations.Invitation) =>
      store.read((db) => proctoringImages.find(db, { accountId, invitationId, imageId: image.image_id }));
    expect(await find(one)).toEqual(image);
    expect(await find(other)).toBeUndefined();
  });

  it('one that is reserved is not listed or found until it is confirmed, once', async () => {
    const one = await mintInvitation(store, await mintTest(store));
    const key = attemptOf(one, 1);
    const imageId = await insert(imageRow(one, { stored: 0, storage_key: 'reserved', bytes: 0 }));
    const found = () => store.read((db) => proctoringImages.find(db, { ...key, imageId }));
    expect([await keysOf(one, 1), await found()]).toEqual([[], undefined]);
    expect(await store.read((db) => proctoringImages.storageKeys(db, key))).toEqual(new Set(['reserved']));
    const confirm = () => store.write((tx) => proctoringImages.confirm(tx, { ...key, imageId }, { bytes: 9, width: 8, height: 7 }));
    expect([await confirm(), await confirm()]).toEqual([true, false]);
    expect(await found()).toMatchObject({ bytes: 9, width: 8, height: 7, stored: 1 });
    expect(await keysOf(one, 1)).toEqual(['reserved']);
  });

  it('one that is reserved can be released, one that is confirmed cannot', async () => {
    const one = await mintInvitation(store, await mintTest(store));
    const { account_id: accountId } = one;
    const release = (imageId: number) => store.write((tx) => proctoringImages.release(tx, { accountId, imageId }));
    const abandoned = (before: number) => store.read((db) => proctoringImages.listAbandoned(db, accountId, before));
    const confirmed = await insert(imageRow(one, { taken_at: 1 }));
    const reserved = await insert(imageRow(one, { taken_at: 5, stored: 0 }));
    expect((await abandoned(6)).map(({ image_id }) => image_id)).toEqual([reserved]);
    expect(await abandoned(5)).toEqual([]);
    expect([await release(confirmed), await release(reserved), await release(reserved)]).toEqual([false, true, false]);
    expect(await abandoned(6)).toEqual([]);
  });
});
