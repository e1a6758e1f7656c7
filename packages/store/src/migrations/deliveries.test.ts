import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../repositories/account/accounts.ts';
import * as invitations from '../repositories/invitation/invitations.ts';
import * as timeline from '../repositories/invitation/timeline.ts';
import * as testLinks from '../repositories/link/test-links.ts';
import type { Store } from '../store.ts';
import { insertFirstInvitation, mintLink, mintTest } from '../testing/fixtures.ts';
import { openBlankStore, type TestStore, testDialects } from '../testing/index.ts';
import { migrateTo } from '../testing/migrate-to.ts';

/** Invitations of one candidate, each of which the next one replaced as that release did it; the last one is current. */
const insertInvitations = async (store: Store) => {
  const test = await mintTest(store);
  const identity = { accountId: test.account_id, testId: test.test_id, testLinkId: 0, emailKey: 'ana@x.test' };
  const rows: invitations.Invitation[] = [];
  for (const [index, status] of (['Completed', 'Pending', 'Reset', 'Pending', 'Cancelled', 'Pending'] as const).entries()) {
    await store.write((tx) => invitations.retireCurrent(tx, identity, index));
    const row = await insertFirstInvitation(store, test, { now: index });
    await store.write((tx) => invitations.update(tx, row, { status }));
    rows.push(row);
  }
  return rows;
};

const placeholder = 'assay@localhost.localdomain';

/** An account with this address, and a link of it that notifies the same. */
const insertAddressed = async (store: Store, email: string) => {
  const account = await store.write((tx) => accounts.insert(tx, { name: 'Acme', email, time_zone_id: 190, created_at: 0 }));
  const test = await mintTest(store, { account_id: account.account_id });
  return { account, link: await mintLink(store, test, { email_to_stakeholder: email }) };
};

const setUp = async (store: Store) => {
  await migrateTo(store, '0003-candidate-page');
  const rows = await insertInvitations(store);
  const unnamed = await insertAddressed(store, placeholder);
  const named = await insertAddressed(store, 'hiring@acme.test');
  await store.migrate();
  return { rows, unnamed, named };
};

describe.each(testDialects)('the migration of deliveries on %s', (engine) => {
  let store: TestStore;
  let before: Awaited<ReturnType<typeof setUp>>;
  beforeAll(async () => {
    store = await openBlankStore(engine);
    before = await setUp(store);
  });
  afterAll(() => store.dispose());

  it('cancels the invitations that were replaced before they were started, and no other', async () => {
    const statuses = await Promise.all(
      before.rows.map(({ account_id: accountId, invitation_id: invitationId }) =>
        store.read(async (db) => (await invitations.find(db, { accountId, invitationId }))?.status),
      ),
    );
    expect(statuses).toEqual(['Completed', 'Cancelled', 'Reset', 'Cancelled', 'Cancelled', 'Pending']);
  });

  it('takes the placeholder of earlier versions for no address, of accounts and links, and leaves the others', async () => {
    const after = ({ account, link }: typeof before.named) =>
      store.read(async (db) => ({
        email: (await accounts.find(db, account.account_id))?.email,
        stakeholder: (await testLinks.find(db, link.account_id, link.test_link_id))?.email_to_stakeholder,
      }));
    expect(await after(before.unnamed)).toEqual({ email: null, stakeholder: null });
    expect(await after(before.named)).toEqual({ email: 'hiring@acme.test', stakeholder: 'hiring@acme.test' });
  });

  it('keeps the rest of the accounts; receipts go to those who were mailed, and accounts without an address can be made', async () => {
    const { account } = before.named;
    expect(await store.read((db) => accounts.find(db, account.account_id))).toMatchObject({ ...account, receipts: 'mailed' });
    const row = { name: 'New', email: null, time_zone_id: 190, created_at: 0 };
    expect(await store.write((tx) => accounts.insert(tx, row))).toMatchObject({ email: null, receipts: 'mailed' });
  });

  it('says so in their timelines: when they were replaced, and which invitation is the current one', async () => {
    const current = before.rows.at(-1)?.invitation_id;
    const entries = await Promise.all(
      before.rows.map(({ account_id, invitation_id }) =>
        store.read((db) => timeline.listPage(db, { accountId: account_id, invitationId: invitation_id, after: 0, limit: 9 })),
      ),
    );
    const entry = (at: number) => [{ type: 'invitation.superseded', at, data: { testInvitationId: current } }];
    expect(entries).toMatchObject([[], entry(2), [], entry(4), [], []]);
  });
});
