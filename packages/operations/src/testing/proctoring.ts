import { randomUUID } from 'node:crypto';
import type { invitations } from '@assay/store';
import { proctoringImages, recordings } from '@assay/store';
import { second } from '@assay/testing';
import type { Context } from '../support/context.ts';
import type { Service } from './service.ts';

/** Bytes that no other image has. */
export const imageOf = (text: string = randomUUID()): Uint8Array => new TextEncoder().encode(text);

/** Rows of an invitation's images, of every attempt, oldest first. */
export const imageRows = (service: Service, ctx: Context, id: string): Promise<proctoringImages.ProctoringImage[]> =>
  service.assay.store.read((db) =>
    db.kysely
      .selectFrom('proctoring_images')
      .selectAll()
      .where('account_id', '=', ctx.accountId)
      .where('invitation_id', '=', Number(id))
      .orderBy('image_id')
      .execute(),
  );

/**
 * `count` images of an invitation in any status, each with its file and a second after the other, written straight to table and
 * store. Returns their ids.
 */
export const keepImages = async (
  service: Service,
  ctx: Context,
  { id, attempt = 1 }: { id: string; attempt?: invitations.Invitation['attempt'] },
  count: number,
): Promise<string[]> => {
  const images = Array.from({ length: count }, (_, index) => ({
    key: `kept/${randomUUID()}.jpg`,
    bytes: imageOf(`image ${index}`),
    index,
  }));
  for (const { key, bytes } of images) await service.images.put(key, bytes);
  await service.assay.store.write(async (tx) => {
    for (const { key, bytes, index } of images)
      await proctoringImages.insert(tx, {
        account_id: ctx.accountId,
        invitation_id: Number(id),
        attempt,
        storage_key: key,
        bytes: bytes.length,
        width: 640,
        height: 480,
        taken_at: service.clock.now + index * second,
      });
    const key = { accountId: ctx.accountId, invitationId: Number(id), attempt, kind: 'images' } as const;
    await recordings.take(tx, { ...key, amount: count, now: service.clock.now + (count - 1) * second });
  });
  return (await imageRows(service, ctx, id)).slice(-count).map(({ image_id }) => String(image_id));
};
