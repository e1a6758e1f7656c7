import { err, formatInstant, ok, operations, refusal } from '@assay/domain';
import { invitations, proctoringImages } from '@assay/store';
import { operation, readOperation } from '../support/operation.ts';
import { notFound } from '../support/refusals.ts';

/** Webcam images of an invitation's present attempt, oldest first. */
export const listImages = readOperation(operations.listImages, async ({ accountId, db }, { testInvitationId: invitationId }) => {
  const key = { accountId, invitationId };
  const row = await invitations.find(db, key);
  if (row === undefined) return notFound('invitation', invitationId);
  const images = await proctoringImages.list(db, { ...key, attempt: row.attempt });
  return ok({
    images: images.map(({ image_id, taken_at, bytes, width, height }) => ({
      imageId: image_id,
      takenAt: formatInstant(taken_at),
      bytes,
      width,
      height,
    })),
  });
});

const noImage = (imageId: number, testInvitationId: number) =>
  err(refusal('resource.not-found', `No image ${imageId} of invitation ${testInvitationId}`));

/** One webcam image, byte for byte as stored. */
export const getImage = operation(operations.getImage, async ({ assay, accountId }, { testInvitationId, imageId }) => {
  const key = { accountId, invitationId: testInvitationId };
  const found = await assay.store.read(async (db) => {
    if ((await invitations.find(db, key)) === undefined) return notFound('invitation', testInvitationId);
    const row = await proctoringImages.find(db, { ...key, imageId });
    return row === undefined ? noImage(imageId, testInvitationId) : ok(row);
  });
  if (!found.ok) return found;
  const bytes = await assay.images.get(found.value.storage_key);
  return bytes === undefined ? notFound('stored image', imageId) : ok({ imageId, bytes });
});
