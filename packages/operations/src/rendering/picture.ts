import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import type { SealedPicture } from '@assay/domain';

const address = /^data:image\/(png|gif|jpe?g|webp|avif|svg\+xml)((?:;[^;,]*)*),/i;

/** Whether an address is a picture that is written out in it. */
export const isPicture = (source: string): boolean => address.test(source);

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** The bytes of a `data:` address; undefined if it has none that can be read. */
const bytesOf = (source: string): { readonly type: string; readonly bytes: Buffer } | undefined => {
  const [start, kind = '', parameters = ''] = address.exec(source) ?? [];
  if (start === undefined) return undefined;
  try {
    const data = decodeURIComponent(source.slice(start.length));
    const bytes = Buffer.from(data, /;\s*base64\s*$/i.test(parameters) ? 'base64' : 'utf8');
    return bytes.length === 0 ? undefined : { type: `image/${kind.toLowerCase().replace('jpg', 'jpeg')}`, bytes };
  } catch {
    return undefined;
  }
};

/** Ids that a path takes have 15 digits at most. */
const ids = 10n ** 15n - 1n;

/**
 * The same picture gets the same id, key and bytes in all versions and tests of an account, so that it is stored and sent once. Without
 * `secret` none of them tells anything of it.
 */
export const sealPicture = (source: string, secret: Uint8Array): SealedPicture | undefined => {
  const read = bytesOf(source);
  if (read === undefined) return undefined;
  const digest = createHash('sha256').update(`${read.type}\n`).update(read.bytes).digest();
  const derive = (purpose: string): Buffer => createHmac('sha256', secret).update(`${purpose}\n`).update(digest).digest();
  const key = derive('key');
  // A key encrypts one picture only, so its nonce need not be random.
  const nonce = derive('nonce').subarray(0, nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce);
  const sealed = Buffer.concat([nonce, cipher.update(read.bytes), cipher.final(), cipher.getAuthTag()]);
  return {
    pictureId: Number((derive('id').readBigUInt64BE() % ids) + 1n),
    type: read.type,
    bytes: sealed.length,
    key: key.toString('base64'),
    sealed: sealed.toString('base64'),
  };
};

export const openPicture = ({ key, sealed }: Pick<SealedPicture, 'key' | 'sealed'>): Buffer => {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(algorithm, Buffer.from(key, 'base64'), bytes.subarray(0, nonceLength));
  decipher.setAuthTag(bytes.subarray(-tagLength));
  return Buffer.concat([decipher.update(bytes.subarray(nonceLength, -tagLength)), decipher.final()]);
};
