import { createHash, randomUUID } from 'node:crypto';
import {
  cleanFileName,
  decide,
  err,
  type FileAnswer,
  type FileTypeName,
  fileTypes,
  makeRoom,
  ok,
  questionsOf,
  type Refusal,
  type Result,
  recordingBounds,
  refusal,
  sizeWords,
  takeOperations,
  type UploadQuestion,
} from '@assay/domain';
import { answerFiles, invitations, recordings, StoreUnavailable, type Tx } from '@assay/store';
import type { Assay, Outcome } from '../support/context.ts';
import { stateOf } from '../support/invitation-state.ts';
import { takeRoom } from '../support/recording.ts';
import { conflict } from '../support/refusals.ts';
import { invitationRow } from '../support/row-name.ts';
import type { TakeToken } from '../support/tokens.ts';
import { type CandidateRunnable, type OnRow, onLockedRow } from './candidate-operation.ts';
import { checkGeneration, readToken } from './open-invitation.ts';
import { referencedFiles } from './referenced-files.ts';
import { checkSession } from './session.ts';

const empty = err(refusal('request.invalid', 'The file is empty'));
const tooMany = conflict(`An attempt uploads at most ${recordingBounds.files} files`);
const full = conflict('This attempt has no room for another file: other answers name those that are stored');

const tooLarge = (most: number) =>
  err(refusal('body.too-large', `A file for this question has at most ${most} bytes (${sizeWords(most)})`));
const notAccepted = (accept: readonly FileTypeName[]) =>
  err(refusal('media-type.unsupported', `By its content, the file must be: ${accept.map((type) => fileTypes[type].words).join(', ')}`));

type Sent = { readonly questionId: number; readonly sessionId: string | undefined };

const accept = ({ assay, row, now }: OnRow) => decide(stateOf(row), { type: 'saveAnswer', now, graceMs: assay.timings.answerGraceMs });

/** The question that the file is for, if this page may answer it. */
const questionFor = async ({ assay, tx, row }: OnRow, { questionId, sessionId }: Sent): Promise<Result<UploadQuestion, Refusal>> => {
  const session = checkSession(row, sessionId);
  if (!session.ok) return session;
  if (row.version === null) throw new Error('a started attempt has no version');
  const { definition } = await assay.testVersions.load(tx, { accountId: row.account_id, testId: row.test_id, version: row.version });
  const question = questionsOf(definition)[questionId - 1];
  if (question === undefined) return err(refusal('resource.not-found', `No question ${questionId} in this test`));
  return question.kind === 'file' ? ok(question) : err(refusal('request.invalid', 'questionId: this question is not answered with a file'));
};

/** Counts the upload before its bytes are looked at: what is refused for them costs as much. */
const reserve = onLockedRow(takeOperations.saveFile, { lock: 'shared', accept }, async (call, { questionId, query, body }) => {
  const sent = { questionId, sessionId: query.sessionId };
  const question = await questionFor(call, sent);
  if (!question.ok) return question;
  if (body.length === 0) return empty;
  if (body.length > question.value.maxBytes) return tooLarge(question.value.maxBytes);
  if ((await takeRoom(call.tx, call.row, { kind: 'files', amount: 1, now: call.now })) === 0) return tooMany;
  return ok({ row: call.row, sent, name: query.name, body, accept: question.value.accept });
});

type Stored = { readonly row: invitations.Invitation; readonly sent: Sent; readonly key: string; readonly file: IdentifiedFile };
type IdentifiedFile = Omit<FileAnswer, 'type'> & { readonly type: FileTypeName };

/**
 * The row of a file that is on the disk. Of what the attempt uploaded before, the oldest that no answer names gives way; the lock keeps
 * an answer from naming it meanwhile. Returns what is to be removed from the disk.
 */
const add = async (
  assay: Assay,
  tx: Tx,
  token: TakeToken,
  { row: before, sent, key, file }: Stored,
): Promise<Result<readonly string[], Refusal>> => {
  const row = checkGeneration(await invitations.lock(tx, token), token);
  if (!row.ok) return row;
  if (row.value.attempt !== before.attempt) return conflict('The attempt was reset meanwhile');
  const onRow = { assay, tx, row: row.value, now: await tx.now() };
  const accepted = accept(onRow);
  if (!accepted.ok) return accepted;
  const question = await questionFor(onRow, sent);
  if (!question.ok) return question;
  const { account_id, invitation_id, attempt } = row.value;
  const ofAttempt = { accountId: account_id, invitationId: invitation_id, attempt };
  const files = await answerFiles.list(tx, ofAttempt);
  const added = { questionId: sent.questionId, bytes: file.bytes };
  const hasRoom = makeRoom(files, added, () => true) !== undefined;
  const named = hasRoom ? new Set<string>() : await referencedFiles(tx, ofAttempt);
  const dropped = hasRoom ? [] : makeRoom(files, added, ({ file_id }) => named.has(file_id));
  if (dropped === undefined) return full;
  for (const { file_id: fileId } of dropped) await answerFiles.remove(tx, { accountId: account_id, fileId });
  const { fileId: file_id, ...facts } = file;
  const stored = { account_id, file_id, invitation_id, attempt, question_id: sent.questionId, storage_key: key, created_at: onRow.now };
  await answerFiles.insert(tx, { ...stored, ...facts });
  return ok(dropped.map(({ storage_key }) => storage_key));
};

const run: (call: Parameters<typeof reserve>[0]) => Outcome<FileAnswer> = async ({ candidate, input }) => {
  const reserved = await reserve({ candidate, input });
  if (!reserved.ok) return reserved;
  const { assay } = candidate;
  const { row, sent, body, name, accept: accepted } = reserved.value;
  const type = await assay.files.identify(body);
  if (type === undefined || !accepted.includes(type)) return notAccepted(accepted);
  const sha256 = createHash('sha256').update(body).digest('hex');
  const file = { fileId: randomUUID(), name: cleanFileName(name, type), type, bytes: body.length, sha256 };
  const key = `${row.account_id}/${row.invitation_id}/${row.attempt}/files/${file.fileId}`;
  try {
    await assay.files.put(key, body);
  } catch (error) {
    // The page tries until the storage is back, which may take longer than all that an attempt uploads.
    const { account_id: accountId, invitation_id: invitationId, attempt } = row;
    const counted = { accountId, invitationId, attempt, kind: 'files', amount: 1 } as const;
    try {
      await assay.store.write((tx) => recordings.giveBack(tx, counted));
    } catch (fault) {
      // The database may be down with the bucket: one upload fewer then.
      if (!(fault instanceof StoreUnavailable)) throw fault;
    }
    throw error;
  }
  const token = readToken(candidate);
  const added = token.ok
    ? await assay.store.write((tx) => add(assay, tx, token.value, { row, sent, key, file }), invitationRow(token.value))
    : token;
  // What cannot be removed now is left to the sweep.
  for (const gone of added.ok ? added.value : [key]) await assay.files.remove(gone).catch(() => undefined);
  return added.ok ? ok(file) : added;
};

/**
 * Stores a file that may become the answer to its question. Its type is found in its bytes; name and media type are not trusted. File,
 * then row: a process that is killed between them leaves a file that no row names, which the sweep removes.
 */
export const saveFile: CandidateRunnable<typeof takeOperations.saveFile, FileAnswer> = Object.assign(run, {
  contract: takeOperations.saveFile,
});
