import { createHash, randomBytes } from 'node:crypto';
import { answerFiles, type Db, installation, proctoringImages } from '@assay/store';
import type { Assay } from '../support/context.ts';

type OfDatabase = { readonly assay: Pick<Assay, 'store' | 'files'> };
type Files = Assay['files'];

const fact = 'storage-marker';

const words =
  'The images and files beside this one belong to an Assay database, which knows them by it: copy, back up and restore it with them.\n';

const digestOf = (marker: Uint8Array): string => createHash('sha256').update(marker).digest('hex');

/** Each marker has a name of its own: of two processes that write one at the same time, neither overwrites the other's. */
const keyOf = (digest: string): string => `assay-marker-${digest.slice(0, 16)}`;

const writeMarker = async (files: Files): Promise<string> => {
  const marker = Buffer.from(`${words}${randomBytes(32).toString('base64url')}\n`);
  const digest = digestOf(marker);
  await files.put(keyOf(digest), marker);
  return digest;
};

const seesMarker = async (files: Files, digest: string): Promise<boolean> => {
  const marker = await files.get(keyOf(digest));
  return marker !== undefined && digestOf(marker) === digest;
};

/** Some may be gone, by a rule that deletes after days: one that is there is enough. */
const sampled = 20;

const sampleOf = async (db: Db): Promise<string[]> => [
  ...(await proctoringImages.sampleKeys(db, sampled)),
  ...(await answerFiles.sampleKeys(db, sampled)),
];

/** Of the files that the database names some, or all if they are few: how many there are, and how many of these are in the storage. */
export const countSampledFiles = async ({ assay: { store, files } }: OfDatabase): Promise<{ named: number; seen: number }> => {
  const keys = await store.read(sampleOf);
  let seen = 0;
  for (const key of keys) if ((await files.get(key)) !== undefined) seen += 1;
  return { named: keys.length, seen };
};

/**
 * Whether this process sees the images and files of the database, by a marker among them whose digest the database holds. The first process
 * writes it, if it sees files that the database names: those may have been beside an embedded database until now. `besideDatabase`: the
 * storage is a folder there, which needs no marker to be found with it.
 */
export const isStorageOfDatabase = async ({
  assay: { store, files },
  besideDatabase,
}: OfDatabase & { readonly besideDatabase: boolean }): Promise<boolean> => {
  const known = await store.read((db) => installation.find(db, fact));
  if (known !== undefined) return seesMarker(files, known);
  if (besideDatabase) return true;
  const { named, seen } = await countSampledFiles({ assay: { store, files } });
  if (named > 0 && seen === 0) return false;
  // File, then row: a process that is killed between them leaves a file that nothing names.
  const own = await writeMarker(files);
  const first = await store.write(async (tx) => {
    await installation.insertFirst(tx, fact, own);
    return installation.find(tx, fact);
  });
  if (first === own || first === undefined) return true;
  await files.remove(keyOf(own));
  return seesMarker(files, first);
};

/** From now on this storage is the database's: it gets a marker. Files that are not in it are lost to the service. */
export const acceptStorage = async ({ assay: { store, files } }: OfDatabase): Promise<void> => {
  const own = await writeMarker(files);
  await store.write((tx) => installation.replace(tx, fact, own));
};
