import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawQuery } from '../db.ts';
import * as accounts from '../repositories/account/accounts.ts';
import * as answers from '../repositories/attempt/answers.ts';
import * as invitations from '../repositories/invitation/invitations.ts';
import { insertFirstInvitation, mintTest } from '../testing/fixtures.ts';
import { openBlankStore, type TestStore, testDialects } from '../testing/index.ts';
import { migrateTo } from '../testing/migrate-to.ts';

describe.each(testDialects)('the migration to late answers on %s', (engine) => {
  let store: TestStore;
  let before: invitations.Invitation;
  beforeAll(async () => {
    store = await openBlankStore(engine);
    await migrateTo(store, '0003-candidate-page');
    before = await insertFirstInvitation(store, await mintTest(store));
    const { account_id, invitation_id } = before;
    await store.write((tx) =>
      tx.kysely.executeQuery(rawQuery(`insert into answers values (${account_id}, ${invitation_id}, 1, 1, '"a"', 1, 5)`, [])),
    );
    await store.migrate();
  });
  afterAll(() => store.dispose());

  it('lets accounts wait ten minutes, and marks nothing that was saved before', async () => {
    const { account_id: accountId, invitation_id: invitationId } = before;
    expect(await store.read((db) => accounts.find(db, accountId))).toMatchObject({ late_minutes: 10 });
    expect(await store.read((db) => invitations.find(db, { accountId, invitationId }))).toMatchObject({ seen_at: null });
    expect(await store.read((db) => answers.list(db, { accountId, invitationId, attempt: 1 }))).toMatchObject([{ answer: 'a', late: 0 }]);
  });
});
