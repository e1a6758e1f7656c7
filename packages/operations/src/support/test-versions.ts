import {
  identify,
  questionsOf,
  type RunLimitsOfTest,
  recognizeInParts,
  type StoredDefinition,
  type TestDefinition,
  wordsOf,
} from '@assay/domain';
import { type Db, type Store, type Tx, tests } from '@assay/store';
import { LRUCache } from 'lru-cache';
import { inParts } from './in-parts.ts';
import { NotReady } from './not-ready.ts';
import { parseInParts } from './parse-in-parts.ts';

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
type Columns = Omit<tests.TestVersion, 'definition'>;

const loadedFrom = ({ name, duration, questions, total_score: totalScore, created_at: createdAt, runLimits }: Columns) => ({
  name,
  duration,
  questions,
  totalScore,
  runLimits,
  createdAt,
});

const nameOf = ({ accountId, testId, version }: Key): string => `${accountId}/${testId}/${version}`;

/** What comparisons of versions and looks at reports want to know of every question, which takes 200 ms of 16 MB: nobody waits for it. */
const learnInParts = function* (definition: TestDefinition): Generator<void, void> {
  yield* recognizeInParts(definition);
  for (const question of questionsOf(definition)) {
    wordsOf(question);
    yield;
  }
};

/** Characters of JSON of all cached versions. */
const most = 128 * 1024 * 1024;

/** Caches parsed versions of tests: they never change, and every saved answer needs one. */
export class TestVersions {
  readonly #cache = new LRUCache<string, LoadedVersion>({ max: 500, maxSize: most });
  readonly #fetching = new Map<string, Promise<void>>();

  /** Of a large one throws NotReady: it is read and parsed in parts. */
  async load(db: Db | Tx, key: Key): Promise<LoadedVersion> {
    const name = nameOf(key);
    const cached = this.#cache.get(name);
    if (cached !== undefined) return cached;
    const row = await tests.findVersion(db, key).catch((error: unknown) => {
      throw error instanceof tests.LargeDefinition ? new NotReady('a large version of a test', (store) => this.#fetch(store, key)) : error;
    });
    if (row === undefined) throw new Error(`version ${name} of a test is missing`);
    const loaded = { ...loadedFrom(row), definition: row.definition };
    const keep = () => void this.#cache.set(name, loaded, { size: tests.mostAtOnce });
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

  /** Once, however many wait for it. */
  #fetch(store: Store, key: Key): Promise<void> {
    const name = nameOf(key);
    const fetching = this.#fetching.get(name) ?? this.#fetchNow(store, key).finally(() => this.#fetching.delete(name));
    this.#fetching.set(name, fetching);
    return fetching;
  }

  async #fetchNow(store: Store, key: Key): Promise<void> {
    const large = await store.read((db) => tests.findLarge(db, key));
    if (large === undefined) throw new Error(`version ${nameOf(key)} of a test is missing`);
    const pieces = await definitionPieces(store, { ...key, digest: large.digest });
    try {
      const definition = identify((await inParts(parseInParts(pieces))) as StoredDefinition, large.ids);
      const size = pieces.reduce((sum, { length }) => sum + length, 0);
      this.#cache.set(nameOf(key), { ...loadedFrom(large.columns), definition }, { size });
      void inParts(learnInParts(definition));
    } catch (cause) {
      throw new Error(`the definition of version ${nameOf(key)} of a test cannot be read`, { cause });
    }
  }
}

/** The JSON of a version's `StoredDefinition`, each piece read by itself: others come in between. */
export const definitionPieces = async (store: Store, key: Key & { readonly digest: string | null }): Promise<readonly string[]> => {
  const pieces: string[] = [];
  for (;;) {
    const piece = await store.read((db) => tests.definitionPart(db, { ...key, part: pieces.length }));
    if (piece === undefined) return pieces;
    pieces.push(piece);
  }
};
