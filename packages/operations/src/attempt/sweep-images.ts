import { answerFiles, imageSweeps, invitations, proctoringImages } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { sweepFiles } from './sweep-files.ts';

const day = 24 * 60 * 60_000;

/** Longer than any file takes to be written: what is younger may still get its row, or its confirmation. */
const grace = day;

/**
 * `account/invitation/attempt/`, in whose rows the names of the files are. Answers that are files have a folder of their own: an earlier
 * version of this sweep, which does not know their rows, leaves it alone.
 */
const folderOf = /^(\d{1,15})\/(\d{1,15})\/(\d{1,15})\/(?:files\/)?[^/]+$/;

const removeAbandoned = async (assay: Assay, accountId: number, before: number): Promise<number> => {
  const nextOnes = () => assay.store.read((db) => proctoringImages.listAbandoned(db, accountId, before));
  let removed = 0;
  for (let rows = await nextOnes(); rows.length > 0; rows = await nextOnes())
    for (const { image_id: imageId, storage_key } of rows) {
      // The row first: without it, the request that reserved it cannot show an image whose file is gone.
      if (!(await assay.store.write((tx) => proctoringImages.release(tx, { accountId, imageId })))) continue;
      await assay.images.remove(storage_key);
      removed += 1;
    }
  return removed;
};

const removeUnnamed = async (assay: Assay, accountId: number, before: number): Promise<number> => {
  let removed = 0;
  let folder = '';
  let named: ReadonlySet<string> | undefined;
  for await (const { key, modifiedAt } of assay.images.list(`${accountId}/`)) {
    const [, account, invitation, attempt] = folderOf.exec(key) ?? [];
    // What Assay does not name this way is not Assay's.
    if (Number(account) !== accountId) continue;
    const found = `${account}/${invitation}/${attempt}`;
    if (found !== folder) {
      const ids = { accountId, invitationId: Number(invitation), attempt: Number(attempt) };
      named = await assay.store.read(async (db) =>
        (await invitations.find(db, ids)) === undefined
          ? undefined
          : new Set([...(await proctoringImages.storageKeys(db, ids)), ...(await answerFiles.list(db, ids)).map((row) => row.storage_key)]),
      );
      folder = found;
    }
    // Files of an invitation that is not there: the database may be a blank one, or older than the files.
    if (named === undefined || named.has(key) || (await modifiedAt()) >= before) continue;
    await assay.images.remove(key);
    removed += 1;
  }
  return removed;
};

const accountsAtOnce = 100;

/**
 * Compares the webcam images and uploaded files of each account with their rows, once a day: removes files of its invitations that no row
 * names, rows whose file never came, and uploads that no answer names. Returns for how many accounts it was due, and how many are gone.
 */
export const sweepImages = async ({ assay }: { assay: Assay }): Promise<{ readonly accounts: number; readonly removed: number }> => {
  const now = await assay.store.read((db) => db.now());
  const due = await assay.store.read((db) => imageSweeps.listDue(db, now - day, accountsAtOnce));
  let removed = 0;
  for (const accountId of due) {
    if (!(await assay.store.write((tx) => imageSweeps.claim(tx, { accountId, now, before: now - day })))) continue;
    removed += await removeAbandoned(assay, accountId, now - grace);
    removed += await sweepFiles(assay, accountId, now - grace);
    removed += await removeUnnamed(assay, accountId, now - grace);
  }
  return { accounts: due.length, removed };
};
