import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { StoreLocation } from '../open-store.ts';
import { backupSqlite, restoreSqlite } from '../sqlite/backup.ts';
import { createDatabase, dropDatabase } from './databases.ts';
import type {} from './postgres-server.ts';

/** A migrated, empty database, which can go back to what it was at its backup. Its stores are closed during both. */
type Restorable = {
  readonly location: StoreLocation;
  backUp(): Promise<unknown>;
  restore(): Promise<unknown>;
  remove(): Promise<unknown>;
};

const onSqlite = async (): Promise<Restorable> => {
  const directory = await mkdtemp(join(tmpdir(), 'assay-test-'));
  const file = join(directory, 'assay.db');
  const backup = join(directory, 'backup.db');
  return {
    location: { engine: 'sqlite', file },
    backUp: () => backupSqlite(file, backup),
    restore: () => restoreSqlite({ backup, file, secret: join(directory, 'secret'), now: 0 }),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
};

/** A template stands for the dump. */
const onPostgres = async (): Promise<Restorable> => {
  const postgres = inject('testPostgres');
  if (postgres === null) throw new Error('this run has no Postgres server');
  const { url: server, template } = postgres;
  const { name, url } = await createDatabase(server, template);
  let backup = '';
  return {
    location: { engine: 'postgres', url },
    backUp: async () => {
      backup = (await createDatabase(server, name)).name;
    },
    restore: async () => {
      await dropDatabase(server, name);
      await createDatabase(server, backup, name);
    },
    remove: async () => {
      await dropDatabase(server, name);
      if (backup !== '') await dropDatabase(server, backup);
    },
  };
};

const makers = { sqlite: onSqlite, postgres: onPostgres };

export const makeRestorable = (engine: keyof typeof makers): Promise<Restorable> => makers[engine]();
