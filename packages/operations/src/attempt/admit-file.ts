import {
  bytesOfFiles,
  decide,
  err,
  filesToDrop,
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
import { answerFiles, type Db, invitations, recordings, type Tx } from '@assay/store';
import type { Assay, Outcome } from '../support/context.ts';
import { stateOf } from '../support/invitation-state.ts';
import { decoderOf, type Services } from '../support/operation.ts';
import { inCandidatesWords, requireBytes } from '../support/quotas.ts';
import { reserveRecords } from '../support/recording.ts';
import { conflict } from '../support/refusals.ts';
import { invitationRow } from '../support/row-name.ts';
import type { TakeToken } from '../support/tokens.ts';
import { type Candidate, checkGeneration } from './open-invitation.ts';
import { checkSession } from './session.ts';

export const empty = err(refusal('request.invalid', 'The file is empty'));
const wasReset = conflict('The attempt was reset meanwhile');
const tooMany = conflict(`An attempt uploads at most ${recordingBounds.files} files`);

export const tooLarge = (most: number) =>
  err(refusal('body.too-large', `A file for this question has at most ${most} bytes (${sizeWords(most)})`));

/** What a page sends a file for; its attempt, once it is known. */
export type Sent = { readonly questionId: number; readonly sessionId: string | undefined; readonly attempt?: number };
export type Admitted = {
  readonly sent: Sent;
  readonly name: string;
  readonly chunks: SentFile['chunks'];
  readonly question: UploadQuestion;
};
type OnRow = { readonly assay: Services; readonly db: Db | Tx; readonly row: invitations.Invitation; readonly now: number };

/** The question that the file is for, if the attempt takes an answer to it from this page now. */
export const questionFor = async (
  { assay, db, row, now }: OnRow,
  { questionId, sessionId, attempt = row.attempt }: Sent,
): Promise<Result<UploadQuestion, Refusal>> => {
  // The next attempt may have another version of the test.
  if (row.attempt !== attempt) return wasReset;
  const accepted = decide(stateOf(row), { type: 'saveAnswer', now, graceMs: assay.timings.answerGraceMs });
  if (!accepted.ok) return accepted;
  const session = checkSession(row, sessionId);
  if (!session.ok) return session;
  if (row.version === null) throw new Error('a started attempt has no version');
  const { definition } = await assay.testVersions.load(db, { accountId: row.account_id, testId: row.test_id, version: row.version });
  const question = questionsOf(definition)[questionId - 1];
  if (question === undefined) return err(refusal('resource.not-found', `No question ${questionId} in this test`));
  return question.kind === 'file' ? ok(question) : err(refusal('request.invalid', 'questionId: this question is not answered with a file'));
};

export const ofUploads = ({ account_id: accountId, invitation_id: invitationId, attempt }: invitations.Invitation) =>
  ({ accountId, invitationId, attempt, kind: 'files' }) as const;

const decodeInput = decoderOf(takeOperations.saveFile);

/** What is known before the first byte: an upload that would be refused is refused here. Nothing is written for it. */
export const admitFile = async ({ assay }: Candidate, token: TakeToken, input: object) =>
  assay.store.read(async (db): Outcome<Admitted> => {
    const row = checkGeneration(await invitations.find(db, token), token);
    if (!row.ok) return row;
    const onRow = { assay, db, row: row.value, now: await db.now() };
    const accepted = decide(stateOf(row.value), { type: 'saveAnswer', now: onRow.now, graceMs: assay.timings.answerGraceMs });
    if (!accepted.ok) return accepted;
    const decoded = decodeInput(input);
    if (!decoded.ok) return decoded;
    const { questionId, query, body } = decoded.value;
    const sent = { questionId, sessionId: query.sessionId, attempt: row.value.attempt };
    const question = await questionFor(onRow, sent);
    if (!question.ok) return question;
    if (body.declared === 0) return empty;
    if ((body.declared ?? 0) > question.value.maxBytes) return tooLarge(question.value.maxBytes);
    const counted = await recordings.find(db, ofUploads(row.value));
    if ((counted?.recorded ?? 0) >= recordingBounds.files) return tooMany;
    const capacity = await requireCapacity(db, row.value, { questionId, bytes: body.declared ?? 1 });
    if (!capacity.ok) return capacity;
    return ok({ sent, name: query.name, chunks: body.chunks, question: question.value });
  });

/** Whether the quota of the account admits a file, if those that could give way to it do. */
const requireCapacity = async (
  db: Db,
  row: invitations.Invitation,
  added: { readonly questionId: number; readonly bytes: number },
): Promise<Result<undefined, Refusal>> => {
  const { account_id: accountId, invitation_id: invitationId, attempt } = row;
  const capacity = await requireBytes(db, accountId, added.bytes);
  if (capacity.ok) return capacity;
  const dropped = filesToDrop(await answerFiles.list(db, { accountId, invitationId, attempt }), added, () => false) ?? [];
  return inCandidatesWords(await requireBytes(db, accountId, added.bytes - bytesOfFiles(dropped)));
};

/** Counts the upload before its bytes are looked at, and checks again what may have changed while they came. */
export const reserveUpload = (assay: Assay, token: TakeToken, sent: Sent) =>
  assay.store.write(async (tx): Outcome<invitations.Invitation> => {
    const row = checkGeneration(await invitations.lockShared(tx, token), token);
    if (!row.ok) return row;
    const now = await tx.now();
    const question = await questionFor({ assay, db: tx, row: row.value, now }, sent);
    if (!question.ok) return question;
    return (await reserveRecords(tx, row.value, { kind: 'files', amount: 1, now })) === 0 ? tooMany : row;
  }, invitationRow(token));
