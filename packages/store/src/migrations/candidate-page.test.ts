import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../repositories/account/accounts.ts';
import * as proctoringImages from '../repositories/attempt/proctoring-images.ts';
import * as invitations from '../repositories/invitation/invitations.ts';
import type { Store } from '../store.ts';
import { imageRow, insertAccount, insertFirstInvitation, mintTest } from '../testing/fixtures.ts';
import { openBlankStore, type TestStore, testDialects } from '../testing/index.ts';
import { migrateTo } from '../testing/migrate-to.ts';

const setUp = async (store: Store) => {
  await migrateTo(store, '0002-outbox');
  const account = await insertAccount(store, 'Acme');
  const pending = await insertFirstInvitation(store, await mintTest(store));
  const change = { status: 'In progress', version: 1, started_at: 7, duration: 60, deadline: 9 } as const;
  const running = await insertFirstInvitation(store, await mintTest(store));
  await store.write((tx) => invitations.update(tx, running, change));
  await store.migrate();
  return { account, pending, running: { ...running, ...change } };
};

describe.each(testDialects)("the migration to the candidate's page on %s", (engine) => {
  let store: TestStore;
  let before: Awaited<ReturnType<typeof setUp>>;
  beforeAll(async () => {
    store = await openBlankStore(engine);
    before = await setUp(store);
  });
  afterAll(() => store.dispose());

  const found = ({ account_id: accountId, invitation_id: invitationId }: invitations.Invitation) =>
    store.read((db) => invitations.find(db, { accountId, invitationId }));

  it('leaves accounts without notices, which can then be set', async () => {
    const { account_id } = before.account;
    expect(await store.read((db) => accounts.find(db, account_id))).toMatchObject({ ...before.account, support: null, privacy: null });
    const noticed = await store.write((tx) => accounts.update(tx, account_id, { support: 'help@acme.test' }));
    expect(noticed).toMatchObject({ ...before.account, support: 'help@acme.test', privacy: null });
  });

  it('leaves invitations without a session', async () => {
    for (const row of [before.pending, before.running]) expect(await found(row)).toMatchObject({ ...row, session_id: null });
  });

  it('lets an attempt that runs meanwhile go on: with a session and with images', async () => {
    const { account_id: accountId, invitation_id: invitationId } = before.running;
    const running = await found(before.running);
    if (running === undefined) throw new Error('the invitation is gone');
    expect(await store.write((tx) => invitations.update(tx, running, { session_id: 'a-tab-of-mine' }))).toBe(true);
    const image = imageRow(running);
    await store.write((tx) => proctoringImages.insert(tx, image));
    expect(await store.read((db) => proctoringImages.list(db, { accountId, invitationId, attempt: 1 }))).toEqual([
      { ...image, image_id: 1, stored: 1 },
    ]);
  });
});
