import { type Assay, isStorageOfDatabase } from '@assay/operations';
import { StoreUnavailable } from '@assay/store';
import type { Config } from './config.ts';
import { imagesDirectoryOf } from './data-directory.ts';
import { describeError } from './describe-error.ts';

/** This process does not see the images and files of the database; the message says where it looked, and what to do. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

type Stored = Pick<Config, 'ASSAY_STORAGE_URL' | 'ASSAY_DATABASE_URL' | 'ASSAY_DATA_DIR'>;

const placeOf = (config: Stored): string =>
  config.ASSAY_STORAGE_URL === undefined ? imagesDirectoryOf(config) : 'the bucket of ASSAY_STORAGE_URL';

/** Whether this process sees the files of the database. */
export const seesStorage = (config: Stored, assay: Pick<Assay, 'store' | 'files'>): Promise<boolean> =>
  isStorageOfDatabase({ assay, besideDatabase: config.ASSAY_DATABASE_URL === undefined && config.ASSAY_STORAGE_URL === undefined });

type Log = { readonly warn: (details: object, message: string) => void };

/** Throws StorageError for a folder or bucket that is not the database's: what one process stored there the others would not find. */
export const proveStorage = async (config: Stored, assay: Pick<Assay, 'store' | 'files'>, log: Log | undefined): Promise<void> => {
  try {
    if (await seesStorage(config, assay)) return;
  } catch (error) {
    // All but uploads and downloads works without the bucket, so it must not hold up a start.
    if (config.ASSAY_STORAGE_URL === undefined || !(error instanceof StoreUnavailable)) throw error;
    log?.warn(
      { err: describeError(error) },
      'the bucket of ASSAY_STORAGE_URL does not answer: whether it has the files of the database was not checked',
    );
    return;
  }
  throw new StorageError(
    `The images and files of the database are not in ${placeOf(config)}: give all servers and workers one folder that they share (ASSAY_DATA_DIR, or its images), or one bucket (ASSAY_STORAGE_URL); if this is where they are from now on, \`assay-server storage accept\``,
  );
};
