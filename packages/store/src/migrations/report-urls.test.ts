import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgresTraits } from '../postgres/traits.ts';
import * as invitations from '../repositories/invitation/invitations.ts';
import { sqliteTraits } from '../sqlite/traits.ts';
import type { Store } from '../store.ts';
import { insertFirstInvitation, mintTest } from '../testing/fixtures.ts';
import { openBlankStore, type TestStore, testDialects } from '../testing/index.ts';
import { candidatePage } from './candidate-page.ts';
import { initial } from './initial.ts';
import { outbox } from './outbox.ts';

/** The schema of the version before. */
const migrateToCandidatePage = (store: Store): Promise<void> =>
  store.write(async (tx) => {
    const traits = store.engine === 'sqlite' ? sqliteTraits : postgresTraits;
    const of = (statements: string[]) => ({
      up: async (db: typeof tx.kysely) => {
        for (const statement of statements) await sql.raw(statement).execute(db);
      },
    });
    const provider = {
      getMigrations: async () => ({
        '0001-initial': of(initial(traits)),
        '0002-outbox': of(outbox(traits)),
        '0003-candidate-page': of(candidatePage(traits)),
      }),
    };
    const { error } = await new Migrator({ db: tx.kysely, provider }).migrateToLatest({ disableTransactions: store.engine === 'sqlite' });
    if (error !== undefined) throw error;
  });

describe.each(testDialects)('the migration to report URLs that end on %s', (engine) => {
  let store: TestStore;
  let before: invitations.Invitation;
  beforeAll(async () => {
    store = await openBlankStore(engine);
    await migrateToCandidatePage(store);
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
