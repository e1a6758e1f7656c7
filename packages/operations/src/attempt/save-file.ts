import { randomUUID } from 'node:crypto';
import {
  bytesOfFiles,
  cleanFileName,
  err,
  type FileAnswer,
  type FileTypeName,
  filesToDrop,
  fileTypes,
  ok,
  type Refusal,
  type Result,
  refusal,
  takeOperations,
} from '@assay/domain';
import { answerFiles, invitations, recordings, StoreUnavailable, type Tx } from '@assay/store';
import type { Assay, FileDraft, Outcome } from '../support/context.ts';
import { admitBytes, inCandidatesWords } from '../support/quotas.ts';
import { conflict } from '../support/refusals.ts';
import { invitationRow } from '../support/row-name.ts';
import type { TakeToken } from '../support/tokens.ts';
import { type Admitted, admitFile, empty, ofUploads, questionFor, reserveUpload, type Sent, tooLarge } from './admit-file.ts';
import type { CandidateRunnable } from './candidate-operation.ts';
import { type Candidate, checkGeneration, readToken } from './open-invitation.ts';
import { referencedFiles } from './referenced-files.ts';

const full = conflict('This attempt has no room for another file: other answers name those that are stored');

const notAccepted = (accept: readonly FileTypeName[]) =>
  err(refusal('media-type.unsupported', `By its content, the file must be: ${accept.map((type) => fileTypes[type].words).join(', ')}`));

type Stored = { readonly sent: Sent; readonly key: string; readonly file: IdentifiedFile };
type IdentifiedFile = Omit<FileAnswer, 'type'> & { readonly type: FileTypeName };

/**
 * The row of a file that is on the disk. Of what the attempt uploaded before, the oldest that no answer names gives way; the lock keeps
 * an answer from naming it meanwhile. Returns what is to be removed from the disk.
 */
const add = async (assay: Assay, tx: Tx, token: TakeToken, { sent, key, file }: Stored): Promise<Result<readonly string[], Refusal>> => {
  const row = checkGeneration(await invitations.lock(tx, token), token);
  if (!row.ok) return row;
  const now = await tx.now();
  const question = await questionFor({ assay, db: tx, row: row.value, now }, sent);
  if (!question.ok) return question;
  const { account_id, invitation_id, attempt } = row.value;
  const ofAttempt = { accountId: account_id, invitationId: invitation_id, attempt };
  const files = await answerFiles.list(tx, ofAttempt);
  const added = { questionId: sent.questionId, bytes: file.bytes };
  const fits = filesToDrop(files, added, () => true) !== undefined;
  const named = fits ? new Set<string>() : await referencedFiles(tx, ofAttempt);
  const dropped = fits ? [] : filesToDrop(files, added, ({ file_id }) => named.has(file_id));
  if (dropped === undefined) return full;
  const capacity = await admitBytes(tx, account_id, file.bytes - bytesOfFiles(dropped));
  if (!capacity.ok) return inCandidatesWords(capacity);
  for (const { file_id: fileId } of dropped) await answerFiles.remove(tx, { accountId: account_id, fileId });
  const { fileId: file_id, ...facts } = file;
  const stored = { account_id, file_id, invitation_id, attempt, question_id: sent.questionId, storage_key: key, created_at: now };
  await answerFiles.insert(tx, { ...stored, ...facts });
  return ok(dropped.map(({ storage_key }) => storage_key));
};

/** Finds out what the file is and stores it under its key, then its row. */
const keep = async (assay: Assay, token: TakeToken, { sent, name, question }: Admitted, draft: FileDraft): Outcome<FileAnswer> => {
  const reserved = await reserveUpload(assay, token, sent);
  if (!reserved.ok) return reserved;
  const row = reserved.value;
  const type = await draft.identify();
  if (type === undefined || !question.accept.includes(type)) return notAccepted(question.accept);
  const file = { fileId: randomUUID(), name: cleanFileName(name, type), type, bytes: draft.bytes, sha256: draft.sha256 };
  const key = `${row.account_id}/${row.invitation_id}/${row.attempt}/files/${file.fileId}`;
  try {
    await draft.putAs(key);
  } catch (error) {
    // The page tries until the storage is back, which may take longer than all that an attempt uploads.
    try {
      await assay.store.write((tx) => recordings.giveBack(tx, { ...ofUploads(row), amount: 1 }));
    } catch (fault) {
      // The database may be down with the bucket: one upload fewer then.
      if (!(fault instanceof StoreUnavailable)) throw fault;
    }
    throw error;
  }
  const added = await assay.store.write((tx) => add(assay, tx, token, { sent, key, file }), invitationRow(token));
  // What cannot be removed now is left to the sweep.
  for (const gone of added.ok ? added.value : [key]) await assay.files.remove(gone).catch(() => undefined);
  return added.ok ? ok(file) : added;
};

const run = async ({ candidate, input }: { candidate: Candidate; input: object }): Outcome<FileAnswer> => {
  const token = readToken(candidate);
  if (!token.ok) return token;
  const { assay } = candidate;
  const admitted = await admitFile(candidate, token.value, input);
  if (!admitted.ok) return admitted;
  const { maxBytes } = admitted.value.question;
  const draft = await assay.files.receive(admitted.value.chunks, maxBytes);
  if (draft === undefined) return tooLarge(maxBytes);
  try {
    return draft.bytes === 0 ? empty : await keep(assay, token.value, admitted.value, draft);
  } finally {
    await draft.drop();
  }
};

/**
 * Stores a file that may become the answer to its question. Its type is found in its bytes; name and media type are not trusted. File,
 * then row: a process that is killed between them leaves a file that no row names, which the sweep removes.
 */
export const saveFile: CandidateRunnable<typeof takeOperations.saveFile, FileAnswer> = Object.assign(run, {
  contract: takeOperations.saveFile,
});
