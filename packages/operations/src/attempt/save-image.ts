import { randomUUID } from 'node:crypto';
import { err, imageBounds, ok, type Refusal, type Result, recordingBounds, refusal, takeOperations } from '@assay/domain';
import { type Db, invitations, proctoringImages, recordings, type Tx, testLinks } from '@assay/store';
import type { Assay, CleanImage, Outcome } from '../support/context.ts';
import { admitBytes, inCandidatesWords, requireBytes } from '../support/quotas.ts';
import { reserveRecords } from '../support/recording.ts';
import { conflict } from '../support/refusals.ts';
import { invitationRow } from '../support/row-name.ts';
import type { TakeToken } from '../support/tokens.ts';
import { acceptRunning, candidateOperation } from './candidate-operation.ts';
import { checkGeneration } from './open-invitation.ts';

/** The page sends one every 30 to 90 s, and a few at once after it was offline. */
const shortestPause = 2_000;

const notAsked = conflict('This test does not take images');
const tooSoon = err(refusal('request.rate-limited', 'Images come too fast'));
const tooMany = conflict('This attempt has as many images as it may have');
const invalid = (rule: string) => err(refusal('request.invalid', `image: ${rule}`));

type Row = invitations.Invitation;

const running = (found: Row | undefined, token: TakeToken): Result<Row, Refusal> => {
  const row = checkGeneration(found, token);
  if (!row.ok) return row;
  const event = acceptRunning({ row: row.value });
  return event.ok ? row : event;
};

const recordingOf = ({ account_id: accountId, invitation_id: invitationId, attempt }: Row) =>
  ({ accountId, invitationId, attempt, kind: 'images' }) as const;

/** Whether the attempt may send an image now. `count`: how many it has. */
const accept = async (db: Db, found: Row | undefined, token: TakeToken): Promise<Result<{ row: Row; count: number }, Refusal>> => {
  const row = running(found, token);
  if (!row.ok) return row;
  const link = await testLinks.find(db, row.value.account_id, row.value.test_link_id);
  if (link?.image_proctoring !== 1) return notAsked;
  const { recorded: count, latest_at } = (await recordings.find(db, recordingOf(row.value))) ?? { recorded: 0, latest_at: null };
  if (latest_at !== null && (await db.now()) - latest_at < shortestPause) return tooSoon;
  const room = inCandidatesWords(await requireBytes(db, row.value.account_id, 1));
  if (!room.ok) return room;
  return count > recordingBounds.images ? tooMany : ok({ row: row.value, count });
};

type Reserved = { readonly row: Row; readonly imageId: number; readonly key: string; readonly count: number };

/** Writes the row before anything is decoded, so that of many images at once one is looked at. Nobody sees it yet. */
const reserve = async (tx: Tx, token: TakeToken): Promise<Result<Reserved, Refusal>> => {
  const accepted = await accept(tx, await invitations.lock(tx, token), token);
  if (!accepted.ok) return accepted;
  const { row, count } = accepted.value;
  const now = await tx.now();
  if ((await reserveRecords(tx, row, { kind: 'images', amount: 1, now })) === 0) return tooMany;
  const { account_id, invitation_id, attempt } = row;
  const key = `${account_id}/${invitation_id}/${attempt}/${randomUUID()}.jpg`;
  const reserved = {
    account_id,
    invitation_id,
    attempt,
    storage_key: key,
    bytes: 0,
    width: 0,
    height: 0,
    taken_at: now,
    stored: 0,
  } as const;
  return ok({ row, key, count: count + 1, imageId: await proctoringImages.insert(tx, reserved) });
};

/** The pause until the next image stays: an image that is none costs as much to look at. */
const release = async (tx: Tx, { row, imageId }: Reserved): Promise<void> => {
  if (await proctoringImages.release(tx, { accountId: row.account_id, imageId }))
    await recordings.giveBack(tx, { ...recordingOf(row), amount: 1 });
};

const check = (image: CleanImage | undefined): Result<CleanImage, Refusal> => {
  if (image === undefined) return invalid('must be a JPEG');
  const tooLarge = Math.max(image.width, image.height) > imageBounds.side;
  return tooLarge ? invalid(`must be at most ${imageBounds.side} pixels wide and high`) : ok(image);
};

/** The file is written and the attempt still runs: the image counts. */
const confirm = async (
  tx: Tx,
  token: TakeToken,
  reserved: Reserved,
  { bytes, width, height }: CleanImage,
): Promise<Result<void, Refusal>> => {
  // Locked, so that none is stored after the submit.
  const row = running(await invitations.lock(tx, token), token);
  const still = row.ok && row.value.attempt !== reserved.row.attempt ? conflict('The attempt was reset meanwhile') : row;
  if (!still.ok) {
    await release(tx, reserved);
    return still;
  }
  const room = inCandidatesWords(await admitBytes(tx, reserved.row.account_id, bytes.length));
  if (!room.ok) {
    await release(tx, reserved);
    return room;
  }
  const facts = { bytes: bytes.length, width, height };
  const stands = await proctoringImages.confirm(tx, { accountId: reserved.row.account_id, imageId: reserved.imageId }, facts);
  return stands ? ok(undefined) : conflict('The image took too long to be stored');
};

/** Checks and stores what was reserved. Whatever happens, a row without its file is never shown and a file has its row. */
const store = async (assay: Assay, token: TakeToken, reserved: Reserved, given: Uint8Array): Promise<Result<void, Refusal>> => {
  const image = check(await assay.images.clean(given));
  if (!image.ok) {
    await assay.store.write((tx) => release(tx, reserved), invitationRow(token));
    return image;
  }
  await assay.images.put(reserved.key, image.value.bytes);
  const confirmed = await assay.store.write((tx) => confirm(tx, token, reserved, image.value), invitationRow(token));
  // What cannot be removed now is left to the sweep.
  if (!confirmed.ok) await assay.images.remove(reserved.key).catch(() => undefined);
  return confirmed;
};

/**
 * Whether an image may come now: asked before its body is read. What may have changed since is checked again when it is stored.
 *
 * @param candidate with a token that is genuine
 */
export const admitImage = async ({ assay, token }: { readonly assay: Assay; readonly token: TakeToken }): Outcome<undefined> => {
  const accepted = await assay.store.read(async (db) => accept(db, await invitations.find(db, token), token));
  return accepted.ok ? ok(undefined) : accepted;
};

/**
 * Stores one webcam image of a running attempt, without its metadata. Its type is found by decoding it; name and media type are not
 * trusted. Row, then file, then confirmation: a process that is killed between them leaves a reserved row, which the sweep removes.
 */
export const saveImage = candidateOperation(takeOperations.saveImage, async ({ assay, token }, { body: bytes }) => {
  if (bytes.length > imageBounds.bytes) return invalid(`must be at most ${imageBounds.bytes} bytes`);
  const reserved = await assay.store.write((tx) => reserve(tx, token), invitationRow(token));
  if (!reserved.ok) return reserved;
  try {
    const stored = await store(assay, token, reserved.value, bytes);
    return stored.ok ? ok({ accepted: true, count: reserved.value.count }) : stored;
  } catch (error) {
    await assay.store.write((tx) => release(tx, reserved.value), invitationRow(token)).catch(() => undefined);
    throw error;
  }
});
