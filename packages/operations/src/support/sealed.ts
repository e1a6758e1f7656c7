import { createCipheriv, createDecipheriv, createHmac, type KeyObject, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** `sealed`: text in the database. `join`: the token of a mailed address, which nobody can make from what the database holds. */
type Purpose = 'sealed' | 'join';

const keyOf = (secret: KeyObject, purpose: Purpose): Buffer => createHmac('sha256', secret).update(`assay:${purpose}`).digest();

/** Encrypts text, such as take URLs that the database stores: without the secret it can be neither read nor changed. */
export const seal = (text: string, secret: KeyObject, purpose: Purpose = 'sealed'): string => {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, keyOf(secret, purpose), nonce);
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return sealed.toString('base64url');
};

/** Throws when the text was encrypted with another secret or has been changed, or is another spelling of the same bytes. */
export const unseal = (sealed: string, secret: KeyObject, purpose: Purpose = 'sealed'): string => {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.toString('base64url') !== sealed) throw new Error('the text is not as it was written');
  const decipher = createDecipheriv(algorithm, keyOf(secret, purpose), bytes.subarray(0, nonceLength));
  decipher.setAuthTag(bytes.subarray(-tagLength));
  return Buffer.concat([decipher.update(bytes.subarray(nonceLength, -tagLength)), decipher.final()]).toString('utf8');
};

/** Undefined where `unseal` throws. */
export const tryUnseal = (sealed: string, secret: KeyObject, purpose?: Purpose): string | undefined => {
  try {
    return unseal(sealed, secret, purpose);
  } catch {
    return undefined;
  }
};
