import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createDatabase, dropDatabase } from './databases.ts';
import type {} from './postgres-server.ts';

/** An empty directory for what a test writes to disk. */
export const makeTestDirectory = async (): Promise<{ path: string; remove(): Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), 'assay-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};

/** A database of the real server for one test, migrated and empty, or without any table. */
export const makeTestDatabase = async (contents: 'migrated' | 'blank' = 'migrated'): Promise<{ url: string; drop(): Promise<void> }> => {
  const postgres = inject('testPostgres');
  if (postgres === null) throw new Error('this run has no Postgres server');
  const { url, name } = await createDatabase(postgres.url, contents === 'migrated' ? postgres.template : undefined);
  return { url, drop: () => dropDatabase(postgres.url, name) };
};
