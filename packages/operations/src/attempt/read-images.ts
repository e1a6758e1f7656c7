import { formatInstant, ok, type ProctoringImages } from '@assay/domain';
import { invitations, proctoringImages } from '@assay/store';
import type { Context, Outcome } from '../support/context.ts';
import { notFound, pathId, requireScope } from '../support/refusals.ts';

/** Webcam images of an invitation's present attempt, oldest first. */
export const listImages = async ({ ctx, input }: { ctx: Context; input: { testInvitationId: string } }): Outcome<ProctoringImages> => {
  const allowed = requireScope(ctx, 'read');
  if (!allowed.ok) return allowed;
  const invitationId = pathId(input.testInvitationId, 'testInvitationId', 'invitation');
  if (!invitationId.ok) return invitationId;
  const key = { accountId: ctx.accountId, invitationId: invitationId.value };
  return ctx.assay.store.read(async (db) => {
    const row = await invitations.find(db, key);
    if (row === undefined) return notFound('invitation', invitationId.value);
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
};

type ImageInput = { testInvitationId: string; imageId: string };

/** One webcam image, as it came. */
export const getImage = async ({ ctx, input }: { ctx: Context; input: ImageInput }): Outcome<Uint8Array> => {
  const allowed = requireScope(ctx, 'read');
  if (!allowed.ok) return allowed;
  const invitationId = pathId(input.testInvitationId, 'testInvitationId', 'invitation');
  if (!invitationId.ok) return invitationId;
  const imageId = pathId(input.imageId, 'imageId', 'image');
  if (!imageId.ok) return imageId;
  const key = { accountId: ctx.accountId, invitationId: invitationId.value };
  const found = await ctx.assay.store.read(async (db) => {
    if ((await invitations.find(db, key)) === undefined) return notFound('invitation', invitationId.value);
    const row = await proctoringImages.find(db, { ...key, imageId: imageId.value });
    return row === undefined ? notFound('image', imageId.value) : ok(row);
  });
  if (!found.ok) return found;
  const bytes = await ctx.assay.images.get(found.value.storage_key);
  return bytes === undefined ? notFound('stored image', imageId.value) : ok(bytes);
};
