import { randomUUID } from 'node:crypto';
import {
  bytesOfFiles,
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
  type SentFile,
  sizeWords,
  takeOperations,
  type UploadQuestion,
} from '@assay/domain';
import { answerFiles, type Db, invitations, recordings, StoreUnavailable, type Tx } from '@assay/store';
import type { Assay, FileDraft, Outcome } from '../support/context.ts';
import { stateOf } from '../support/invitation-state.ts';
import { decoderOf, type Services } from '../support/operation.ts';
import { admitBytes, inCandidatesWords, requireBytes } from '../support/quotas.ts';
import { takeRoom } from '../support/recording.ts';
import { conflict } from '../support/refusals.ts';
import { invitationRow } from '../support/row-name.ts';
import type { TakeToken } from '../support/tokens.ts';
import type { CandidateRunnable } from './candidate-operation.ts';
import { type Candidate, checkGeneration, readToken } from './open-invitation.ts';
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
type OnRow = { readonly assay: Services; readonly db: Db | Tx; readonly row: invitations.Invitation; readonly now: number };

const accept = ({ assay, row, now }: OnRow) => decide(stateOf(row), { type: 'saveAnswer', now, graceMs: assay.timings.answerGraceMs });

/** The question that the file is for, if this page may answer it. */
const questionFor = async ({ assay, db, row }: OnRow, { questionId, sessionId }: Sent): Promise<Result<UploadQuestion, Refusal>> => {
  const session = checkSession(row, sessionId);
  if (!session.ok) return session;
  if (row.version === null) throw new Error('a started attempt has no version');
  const { definition } = await assay.testVersions.load(db, { accountId: row.account_id, testId: row.test_id, version: row.version });
  const question = questionsOf(definition)[questionId - 1];
  if (question === undefined) return err(refusal('resource.not-found', `No question ${questionId} in this test`));
  return question.kind === 'file' ? ok(question) : err(refusal('request.invalid', 'questionId: this question is not answered with a file'));
};

const decodeInput = decoderOf(takeOperations.saveFile);

/** What is known before the first byte: an upload that would be refused is refused here. Nothing is written for it. */
const admit = async (candidate: Candidate, token: TakeToken, input: object) => {
  const { assay } = candidate;
  return assay.store.read(async (db): Outcome<Admitted> => {
    const row = checkGeneration(await invitations.find(db, token), token);
    if (!row.ok) return row;
    const onRow = { assay, db, row: row.value, now: await db.now() };
    const accepted = accept(onRow);
    if (!accepted.ok) return accepted;
    const decoded = decodeInput(input);
    if (!decoded.ok) return decoded;
    const { questionId, query, body } = decoded.value;
    const sent = { questionId, sessionId: query.sessionId };
    const question = await questionFor(onRow, sent);
    if (!question.ok) return question;
    if (body.declared === 0) return empty;
    if ((body.declared ?? 0) > question.value.maxBytes) return tooLarge(question.value.maxBytes);
    const counted = await recordings.find(db, ofUploads(row.value));
    if ((counted?.recorded ?? 0) >= recordingBounds.files) return tooMany;
    const room = await requireRoom(db, row.value, { questionId, bytes: body.declared ?? 1 });
    if (!room.ok) return room;
    return ok({ sent, name: query.name, chunks: body.chunks, question: question.value });
  });
};

/** Whether the account has room for a file, if those that could give way to it do. */
const requireRoom = async (
  db: Db,
  row: invitations.Invitation,
  added: { readonly questionId: number; readonly bytes: number },
): Promise<Result<undefined, Refusal>> => {
  const { account_id: accountId, invitation_id: invitationId, attempt } = row;
  const room = await requireBytes(db, accountId, added.bytes);
  if (room.ok) return room;
  const dropped = makeRoom(await answerFiles.list(db, { accountId, invitationId, attempt }), added, () => false) ?? [];
  return inCandidatesWords(await requireBytes(db, accountId, added.bytes - bytesOfFiles(dropped)));
};

type Admitted = { readonly sent: Sent; readonly name: string; readonly chunks: SentFile['chunks']; readonly question: UploadQuestion };

const ofUploads = ({ account_id: accountId, invitation_id: invitationId, attempt }: invitations.Invitation) =>
  ({ accountId, invitationId, attempt, kind: 'files' }) as const;

/** Counts the upload before its bytes are looked at, and checks again what may have changed while they came. */
const reserve = (assay: Assay, token: TakeToken, sent: Sent) =>
  assay.store.write(async (tx): Outcome<invitations.Invitation> => {
    const row = checkGeneration(await invitations.lockShared(tx, token), token);
    if (!row.ok) return row;
    const onRow = { assay, db: tx, row: row.value, now: await tx.now() };
    const accepted = accept(onRow);
    if (!accepted.ok) return accepted;
    const question = await questionFor(onRow, sent);
    if (!question.ok) return question;
    return (await takeRoom(tx, row.value, { kind: 'files', amount: 1, now: onRow.now })) === 0 ? tooMany : row;
  }, invitationRow(token));

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
  const onRow = { assay, db: tx, row: row.value, now: await tx.now() };
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
  const room = await admitBytes(tx, account_id, file.bytes - bytesOfFiles(dropped));
  if (!room.ok) return inCandidatesWords(room);
  for (const { file_id: fileId } of dropped) await answerFiles.remove(tx, { accountId: account_id, fileId });
  const { fileId: file_id, ...facts } = file;
  const stored = { account_id, file_id, invitation_id, attempt, question_id: sent.questionId, storage_key: key, created_at: onRow.now };
  await answerFiles.insert(tx, { ...stored, ...facts });
  return ok(dropped.map(({ storage_key }) => storage_key));
};

/** Finds out what the file is and stores it under its key, then its row. */
const keep = async (assay: Assay, token: TakeToken, { sent, name, question }: Admitted, draft: FileDraft): Outcome<FileAnswer> => {
  const reserved = await reserve(assay, token, sent);
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
  const added = await assay.store.write((tx) => add(assay, tx, token, { row, sent, key, file }), invitationRow(token));
  // What cannot be removed now is left to the sweep.
  for (const gone of added.ok ? added.value : [key]) await assay.files.remove(gone).catch(() => undefined);
  return added.ok ? ok(file) : added;
};

const run = async ({ candidate, input }: { candidate: Candidate; input: object }): Outcome<FileAnswer> => {
  const token = readToken(candidate);
  if (!token.ok) return token;
  const { assay } = candidate;
  const admitted = await admit(candidate, token.value, input);
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
