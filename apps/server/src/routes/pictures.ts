import type { Picture } from '@assay/operations';
import type { FastifyReply } from 'fastify';

/** An author's file in the origin of the page: opened by itself it runs nothing and loads nothing. */
const inert = { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' } as const;

/**
 * Sends a picture of a question. Encrypted it is the same for ever, and is of no use without the attempt; in the open it is not left on a device
 * that others use.
 *
 * @param declared of the contract: any image, or what is encrypted
 */
export const sendPicture = (reply: FastifyReply, declared: string, { type, bytes }: Picture): FastifyReply =>
  reply
    .headers({
      ...inert,
      'content-type': type,
      'cache-control': declared === 'image/*' ? 'private, no-store' : 'private, max-age=31536000, immutable',
    })
    .send(bytes);
