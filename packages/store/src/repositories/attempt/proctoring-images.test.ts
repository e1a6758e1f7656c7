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
  const summaryOf = (invitation: invitations.Invitation, attempt: number) =>
    store.read((db) => proctoringImages.summarize(db, attemptOf(invitation, attempt)));

  it('are listed and summarized by attempt, in the order in which they came', async () => {
    const test = await mintTest(store);
    const one = await mintInvitation(store, test, { emailKey: 'one@x.test' });
    const other = await mintInvitation(store, test, { emailKey: 'other@x.test' });
    expect(await summaryOf(one, 1)).toEqual({ count: 0, latest: null });
    await insert(imageRow(one, { storage_key: 'a', taken_at: 70 }));
    await insert(imageRow(other, { storage_key: 'b', taken_at: 99 }));
    await insert(imageRow(one, { storage_key: 'c', taken_at: 60 }));
    await insert(imageRow(one, { storage_key: 'd', attempt: 2, taken_at: 80 }));
    expect([await keysOf(one, 1), await keysOf(one, 2), await keysOf(other, 1)]).toEqual([['a', 'c'], ['d'], ['b']]);
    expect(await summaryOf(one, 1)).toEqual({ count: 2, latest: 70 });
    expect(await summaryOf(one, 2)).toEqual({ count: 1, latest: 80 });
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
});
