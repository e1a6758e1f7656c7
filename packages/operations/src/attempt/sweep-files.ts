import { answerFiles, invitations, type Tx } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { invitationRow } from '../support/row-name.ts';
import { referencedFiles } from './referenced-files.ts';

const filesAtOnce = 500;

/** Removes the row of a file that no answer names; one that an answer of a completed attempt names is settled. */
const look = async (tx: Tx, row: answerFiles.AnswerFile): Promise<'removed' | 'kept'> => {
  const { account_id: accountId, invitation_id: invitationId, attempt, file_id: fileId } = row;
  // A save that names the file waits, or is done and seen.
  const invitation = await invitations.lock(tx, { accountId, invitationId });
  if (!(await referencedFiles(tx, { accountId, invitationId, attempt })).has(fileId))
    return (await answerFiles.remove(tx, { accountId, fileId })) ? 'removed' : 'kept';
  const mayChange = invitation !== undefined && invitation.attempt === attempt && invitation.status === 'In progress';
  if (!mayChange) await answerFiles.settle(tx, { accountId, fileId });
  return 'kept';
};

/** Removes files that were uploaded before `before` and that no answer names. Returns how many. */
export const sweepFiles = async (assay: Assay, accountId: number, before: number): Promise<number> => {
  let [removed, afterAt, afterId] = [0, 0, ''];
  for (;;) {
    const walk = { accountId, before, afterAt, afterId, limit: filesAtOnce };
    const rows = await assay.store.read((db) => answerFiles.listUnsettled(db, walk));
    for (const row of rows) {
      const { account_id, invitation_id: invitationId, storage_key } = row;
      const found = await assay.store.write((tx) => look(tx, row), invitationRow({ accountId: account_id, invitationId }));
      if (found === 'kept') continue;
      await assay.files.remove(storage_key);
      removed += 1;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < filesAtOnce) return removed;
    [afterAt, afterId] = [last.created_at, last.file_id];
  }
};
