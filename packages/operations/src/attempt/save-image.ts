import { randomUUID } from 'node:crypto';
import { decide, err, imageBounds, ok, type Refusal, type Result, refusal, takeOperations } from '@assay/domain';
import { type Db, invitations, proctoringImages, testLinks } from '@assay/store';
import { stateOf } from '../support/invitation-state.ts';
import { conflict } from '../support/refusals.ts';
import type { TakeToken } from '../support/tokens.ts';
import { candidateOperation } from './candidate-operation.ts';
import { checkGeneration } from './open-invitation.ts';

/** The page sends one every 30 to 90 s, and a few at once after it was offline. */
const shortestPause = 2_000;
const mostImages = 2_000;

const notAsked = conflict('This test does not take images');
const tooSoon = err(refusal('request.rate-limited', 'Images come too fast'));
const tooMany = conflict('This attempt has as many images as it may have');
const invalid = (rule: string) => err(refusal('request.invalid', `image: ${rule}`));

type Accepting = { readonly row: invitations.Invitation; readonly count: number };

const acceptIn = async (
  db: Db,
  found: invitations.Invitation | undefined,
  token: TakeToken,
  now: number,
): Promise<Result<Accepting, Refusal>> => {
  const row = checkGeneration(found, token);
  if (!row.ok) return row;
  const event = decide(stateOf(row.value), { type: 'recordEvents' });
  if (!event.ok) return event;
  const { account_id: accountId, invitation_id: invitationId, attempt, test_link_id } = row.value;
  const link = await testLinks.find(db, accountId, test_link_id);
  if (link?.image_proctoring !== 1) return notAsked;
  const { count, latest } = await proctoringImages.summarize(db, { accountId, invitationId, attempt });
  if (latest !== null && now - latest < shortestPause) return tooSoon;
  return count >= mostImages ? tooMany : ok({ row: row.value, count });
};

/** Stores one webcam image of a running attempt. Its type is found by decoding it; name and media type are not trusted. */
export const saveImage = candidateOperation(takeOperations.saveImage, async ({ assay, token }, { body: bytes }) => {
  if (bytes.length > imageBounds.bytes) return invalid(`must be at most ${imageBounds.bytes} bytes`);
  const allowed = await assay.store.read(async (db) => acceptIn(db, await invitations.find(db, token), token, await db.now()));
  if (!allowed.ok) return allowed;
  const size = await assay.images.inspect(bytes);
  if (size === undefined) return invalid('must be a JPEG');
  if (Math.max(size.width, size.height) > imageBounds.side) return invalid(`must be at most ${imageBounds.side} pixels wide and high`);

  const { account_id, invitation_id, attempt } = allowed.value.row;
  const key = `${account_id}/${invitation_id}/${attempt}/${randomUUID()}.jpg`;
  // The file first: a row without its file would be a broken image in a report, a file without its row is only disk space.
  await assay.images.put(key, bytes);
  return assay.store.write(async (tx) => {
    const now = await tx.now();
    // Locked, so that simultaneous images count each other and none is stored after the submit.
    const again = await acceptIn(tx, await invitations.lock(tx, token), token, now);
    if (!again.ok) return again;
    if (again.value.row.attempt !== attempt) return conflict('The attempt was reset meanwhile');
    await proctoringImages.insert(tx, {
      account_id,
      invitation_id,
      attempt,
      storage_key: key,
      bytes: bytes.length,
      width: size.width,
      height: size.height,
      taken_at: now,
    });
    return ok({ accepted: true, count: again.value.count + 1 });
  });
});
