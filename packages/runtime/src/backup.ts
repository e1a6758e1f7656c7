import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { BackupError, backupSqlite, copyPrivate, refuseHalfRestored, restoreSqlite, secretBeside, syncDirectoryOf } from '@assay/store';
import type { Config } from './config.ts';
import { databaseFileOf, dataDirectoryOf, imagesDirectoryOf } from './data-directory.ts';
import { keepPrivate } from './private-files.ts';

const requireEmbedded = (config: Config): void => {
  if (config.ASSAY_DATABASE_URL !== undefined)
    throw new BackupError('The database is PostgreSQL: use its own tools (pg_dump, pg_restore) and keep ASSAY_SECRET with the dump');
};

const secretFileOf = (config: Config): string => join(dataDirectoryOf(config), 'secret');
const imagesBeside = (backup: string): string => `${backup}.images`;

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Adds the images, and the files that are answers, of `from` that `to` lacks; their names are random, so that the same name is the same image. Returns how many. */
const addImages = async (from: string, to: string): Promise<number> => {
  let added = 0;
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const image = join(entry.parentPath, entry.name);
    const copy = join(to, relative(from, image));
    if (!entry.isFile() || existsSync(copy)) continue;
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
    try {
      await copyPrivate(image, copy);
      added += 1;
    } catch (error) {
      // Removed meanwhile: the database names only images that stay.
      if (!isAbsent(error)) throw error;
    }
  }
  return added;
};

const imagesOf = (config: Config): Exclude<Backup['images'], 'included'> => {
  if (config.ASSAY_STORAGE_URL !== undefined) return 'in a bucket';
  return existsSync(imagesDirectoryOf(config)) ? 'left out' : 'none';
};

/** After the database: an image that it names was written before its row said so. */
const backUpImages = async (config: Config, file: string): Promise<Backup['images']> => {
  const present = imagesOf(config);
  if (present === 'none') return present;
  const draft = `${imagesBeside(file)}.${process.pid}.part`;
  try {
    await mkdir(draft, { mode: 0o700 });
    await addImages(imagesDirectoryOf(config), draft);
    await rename(draft, imagesBeside(file));
    await syncDirectoryOf(file);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return 'included';
};

/** `secretFile` is undefined when the secret is in the environment, or there is none yet. */
export type Backup = {
  readonly file: string;
  readonly bytes: number;
  readonly secretFile: string | undefined;
  readonly images: 'included' | 'left out' | 'in a bucket' | 'none';
};

/**
 * Copies the embedded database while Assay runs, and the secret with it: without the secret all issued take URLs are invalid. The images
 * are copied only when asked for, because they are many.
 */
export const backup = async (config: Config, file: string, { withImages = false } = {}): Promise<Backup> => {
  requireEmbedded(config);
  refuseHalfRestored(databaseFileOf(config));
  if (withImages && config.ASSAY_STORAGE_URL !== undefined)
    throw new BackupError(
      'The webcam images and the files of candidates are in the bucket of ASSAY_STORAGE_URL: copy them with its tools, and back up without --with-images',
    );
  if (withImages && existsSync(imagesBeside(file))) throw new BackupError(`${imagesBeside(file)} exists already; choose another name`);
  await backupSqlite(databaseFileOf(config), file);
  const { size: bytes } = await stat(file);
  const secret = secretFileOf(config);
  // ASSAY_SECRET goes before a file that lies there from earlier.
  const secretFile = config.ASSAY_SECRET === undefined && existsSync(secret) ? secretBeside(file) : undefined;
  if (secretFile !== undefined) await copyPrivate(secret, secretFile);
  return { file, bytes, secretFile, images: withImages ? await backUpImages(config, file) : imagesOf(config) };
};

/** `former`: the other name of the former database; `secretRestored`: the backup included a secret. */
export type Restored = {
  readonly file: string;
  readonly former: string | undefined;
  readonly secretRestored: boolean;
  /** How many images of the backup were not there; undefined: the backup has none. */
  readonly imagesRestored: number | undefined;
};

/** Replaces the embedded database with a backup. Assay must not be running. */
export const restore = async (config: Config, file: string, now: number): Promise<Restored> => {
  requireEmbedded(config);
  const database = databaseFileOf(config);
  await keepPrivate(dataDirectoryOf(config));
  const secretRestored = existsSync(secretBeside(file));
  const images = imagesBeside(file);
  const takesImages = existsSync(images) && config.ASSAY_STORAGE_URL === undefined;
  // Before the database: when that is in place, everything is.
  const imagesRestored = takesImages ? await addImages(images, imagesDirectoryOf(config)) : undefined;
  const former = await restoreSqlite({ backup: file, file: database, secret: secretFileOf(config), now });
  return { file: database, former, secretRestored, imagesRestored };
};
