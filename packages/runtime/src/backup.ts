import { existsSync } from 'node:fs';
import { chmod, copyFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError, backupSqlite, restoreSqlite } from '@assay/store';
import type { Config } from './config.ts';
import { databaseFileOf, dataDirectoryOf } from './data-directory.ts';
import { keepPrivate } from './private-files.ts';

const requireEmbedded = (config: Config): void => {
  if (config.ASSAY_DATABASE_URL !== undefined)
    throw new BackupError('The database is PostgreSQL: use its own tools (pg_dump, pg_restore) and keep ASSAY_SECRET with the dump');
};

const secretFileOf = (config: Config): string => join(dataDirectoryOf(config), 'secret');
const secretBeside = (backup: string): string => `${backup}.secret`;

const copyPrivate = async (from: string, to: string): Promise<void> => {
  const draft = `${to}.${process.pid}.part`;
  await copyFile(from, draft);
  await chmod(draft, 0o600);
  await rename(draft, to);
};

/** `secretFile` is undefined when the secret is in the environment and not in the data directory. */
export type Backup = { readonly file: string; readonly bytes: number; readonly secretFile: string | undefined };

/** Copies the embedded database while Assay runs, and the secret with it: without the secret all issued take URLs are invalid. */
export const backup = async (config: Config, file: string): Promise<Backup> => {
  requireEmbedded(config);
  await backupSqlite(databaseFileOf(config), file);
  const { size: bytes } = await stat(file);
  const secret = secretFileOf(config);
  if (!existsSync(secret)) return { file, bytes, secretFile: undefined };
  await copyPrivate(secret, secretBeside(file));
  return { file, bytes, secretFile: secretBeside(file) };
};

/** `former`: the path to which the former database was moved; `secretRestored`: the backup included a secret. */
export type Restored = { readonly file: string; readonly former: string | undefined; readonly secretRestored: boolean };

/** Replaces the embedded database with a backup. Assay must not be running. */
export const restore = async (config: Config, file: string, now: number): Promise<Restored> => {
  requireEmbedded(config);
  const database = databaseFileOf(config);
  await keepPrivate(dataDirectoryOf(config));
  const former = await restoreSqlite(file, database, now);
  const secretRestored = existsSync(secretBeside(file));
  const secret = secretFileOf(config);
  // The former database needs its own secret.
  if (former !== undefined && existsSync(secret)) await copyPrivate(secret, secretBeside(former));
  if (secretRestored) await copyPrivate(secretBeside(file), secret);
  return { file: database, former, secretRestored };
};
