import { stat } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import worker from 'node:worker_threads';
import { eventually } from '@assay/testing';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStore } from '../open-store.ts';
import type { Store } from '../store.ts';
import { insertAccount } from '../testing/fixtures.ts';
import { makeTestDirectory } from '../testing/index.ts';
import { largestLog } from './log-watch.ts';

describe('the write-ahead log', () => {
  let directory: Awaited<ReturnType<typeof makeTestDirectory>>;
  let file: string;
  let store: Store;
  beforeEach(async () => {
    directory = await makeTestDirectory();
    file = join(directory.path, 'assay.db');
    store = await openStore({ engine: 'sqlite', file });
  });
  afterEach(async () => {
    await store.close();
    await directory.remove();
  });

  const sizeOf = async () => (await stat(`${file}-wal`)).size;

  /** With a reader that is left open. */
  const outgrow = async () => {
    const reader = new Database(file, { readonly: true });
    reader.exec('begin');
    reader.prepare('select count(*) from accounts').get();
    for (let written = 0; written <= largestLog; written += 2 ** 20) await insertAccount(store, 'x'.repeat(2 ** 20));
    expect(await sizeOf()).toBeGreaterThan(largestLog);
    return reader;
  };

  it('becomes small again after a reader that was left open, without a write', async () => {
    const reader = await outgrow();
    reader.exec('commit');
    await eventually(async () => expect(await sizeOf()).toBeLessThan(2 ** 20));
    reader.close();
    await insertAccount(store, 'afterwards');
  });

  it('that a thread copies does not hold up the end of the process', async () => {
    const threads = vi.spyOn(worker, 'Worker');
    syncBuiltinESMExports();
    try {
      const reader = await outgrow();
      await eventually(() => expect(threads).toHaveBeenCalled());
      await store.close();
      reader.close();
      store = await openStore({ engine: 'sqlite', file });
    } finally {
      threads.mockRestore();
      syncBuiltinESMExports();
    }
  });
});
