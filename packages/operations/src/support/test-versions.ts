import type { RunLimitsOfTest, TestDefinition } from '@assay/domain';
import { type Db, type Tx, tests } from '@assay/store';
import { LRUCache } from 'lru-cache';

export type LoadedVersion = {
  readonly name: string;
  readonly duration: number;
  readonly questions: number;
  readonly totalScore: string;
  readonly definition: TestDefinition;
  readonly runLimits: RunLimitsOfTest;
  readonly createdAt: number;
};

type Key = { readonly accountId: number; readonly testId: number; readonly version: number };

/** Caches parsed versions of tests: they never change, and every saved answer needs one. */
export class TestVersions {
  readonly #cache = new LRUCache<string, LoadedVersion>({ max: 500 });

  async load(db: Db | Tx, key: Key): Promise<LoadedVersion> {
    const name = `${key.accountId}/${key.testId}/${key.version}`;
    const cached = this.#cache.get(name);
    if (cached !== undefined) return cached;
    const row = await tests.findVersion(db, key);
    if (row === undefined) throw new Error(`version ${name} of a test is missing`);
    const loaded = {
      name: row.name,
      duration: row.duration,
      questions: row.questions,
      totalScore: row.total_score,
      definition: row.definition,
      runLimits: row.runLimits,
      createdAt: row.created_at,
    };
    const keep = () => void this.#cache.set(name, loaded);
    // A transaction also sees versions that it, or another write of its batch, has not committed.
    if ('afterCommit' in db) db.afterCommit(keep);
    else keep();
    return loaded;
  }

  /** The version an attempt started on, or before a start the present one. */
  async loadFor(db: Db | Tx, { version, ...test }: Omit<Key, 'version'> & { readonly version: number | null }): Promise<LoadedVersion> {
    if (version !== null) return this.load(db, { ...test, version });
    const row = await tests.find(db, test.accountId, test.testId);
    if (row === undefined) throw new Error('an invitation has lost its test');
    return this.load(db, { ...test, version: row.version });
  }
}
