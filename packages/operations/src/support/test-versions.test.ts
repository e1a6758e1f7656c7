import { questionsOf } from '@assay/domain';
import { type Tx, tests } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { describe, expect, it, vi } from 'vitest';
import { useService } from '../testing/service.ts';

describe.each(testDialects)('the cache of test versions on %s', (engine) => {
  const service = useService(engine);

  const mint = async () => {
    const { ctx, testId } = await service.mint();
    const key = { accountId: ctx.accountId, testId: Number(testId), version: 2 };
    const { store, testVersions } = service.assay;
    const first = await store.read((db) => tests.findVersion(db, { ...key, version: 1 }));
    if (first === undefined) throw new Error('the test has no version');
    const row = {
      ...first,
      version: 2,
      questionIds: questionsOf(first.definition).map(({ id }) => id),
      definition: JSON.stringify(first.definition),
    };
    return {
      insert: (tx: Tx, name: string) => tests.insertVersion(tx, { ...row, name }),
      load: async (tx: Tx) => (await testVersions.load(tx, key)).name,
      served: async () => (await store.read((db) => testVersions.load(db, key))).name,
      write: store.write,
    };
  };

  it('serves no version that a transaction wrote and undid', async () => {
    const { insert, load, served, write } = await mint();
    const undone = write(async (tx) => {
      await insert(tx, 'undone');
      expect(await load(tx)).toBe('undone');
      throw new Error('refused');
    });
    await expect(undone).rejects.toThrow('refused');
    await write((tx) => insert(tx, 'stored'));
    expect(await served()).toBe('stored');
  });

  it('is filled by a transaction that commits', async () => {
    const { insert, load, served, write } = await mint();
    await write((tx) => insert(tx, 'stored'));
    await write(load);
    await write((tx) => tx.kysely.updateTable('test_versions').set({ name: 'read again' }).where('name', '=', 'stored').execute());
    expect(await served()).toBe('stored');
  });

  // Writes of several callers share a COMMIT on SQLite only.
  if (engine !== 'sqlite') return;

  it('serves no version that another write of the batch wrote, when their COMMIT fails', async () => {
    const { insert, load, served, write } = await mint();
    let loaded: string | undefined;
    // Writes take no time, so that all of them fit into one batch.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const settled = await Promise.allSettled([
      write((tx) => insert(tx, 'undone')),
      write(async (tx) => {
        loaded = await load(tx);
      }),
      // A row without its account, which SQLite refuses only at the COMMIT, as a disk does whose fsync fails.
      write(async (tx) => {
        const orphan = tx.kysely.insertInto('audit_entries').values({ account_id: 10 ** 9, type: '', data: '{}', at: 0, key_id: null });
        await tx.kysely.executeQuery({ ...orphan.compile(), sql: 'pragma defer_foreign_keys = on', parameters: [] });
        await orphan.execute();
      }),
    ]);
    clock.mockRestore();
    expect(loaded).toBe('undone');
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await write((tx) => insert(tx, 'stored'));
    expect(await served()).toBe('stored');
  });
});
