import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as invitations from '../repositories/invitation/invitations.ts';
import { insertFirstInvitation, mintTest } from '../testing/fixtures.ts';
import { openBlankStore, type TestStore, testDialects } from '../testing/index.ts';
import { migrateTo } from '../testing/migrate-to.ts';

describe.each(testDialects)('the migration to report URLs that end on %s', (engine) => {
  let store: TestStore;
  let before: invitations.Invitation;
  beforeAll(async () => {
    store = await openBlankStore(engine);
    await migrateTo(store, '0003-candidate-page');
    before = await insertFirstInvitation(store, await mintTest(store));
    await store.migrate();
  });
  afterAll(() => store.dispose());

  it('leaves invitations without a revocation, which can then be counted', async () => {
    const { account_id: accountId, invitation_id: invitationId } = before;
    const found = () => store.read((db) => invitations.find(db, { accountId, invitationId }));
    const after = await found();
    expect(after).toMatchObject({ ...before, report_revocations: 0 });
    if (after === undefined) throw new Error('the invitation is gone');
    expect(await store.write((tx) => invitations.update(tx, after, { report_revocations: 1 }))).toBe(true);
    expect(await found()).toEqual({ ...after, report_revocations: 1 });
  });
});
