import { createCipheriv, createDecipheriv, createHmac, type KeyObject, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

const keyOf = (secret: KeyObject): Buffer => createHmac('sha256', secret).update('assay:sealed').digest();

/** Encrypts text that holds take URLs, so that the database can store it: without the secret it can be neither read nor changed. */
export const seal = (text: string, secret: KeyObject): string => {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, keyOf(secret), nonce);
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return sealed.toString('base64url');
};

/** Throws when the text was encrypted with another secret or has been changed. */
export const unseal = (sealed: string, secret: KeyObject): string => {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(algorithm, keyOf(secret), bytes.subarray(0, nonceLength));
  decipher.setAuthTag(bytes.subarray(-tagLength));
  return Buffer.concat([decipher.update(bytes.subarray(nonceLength, -tagLength)), decipher.final()]).toString('utf8');
};

/** Undefined where `unseal` throws. */
export const tryUnseal = (sealed: string, secret: KeyObject): string | undefined => {
  try {
    return unseal(sealed, secret);
  } catch {
    return undefined;
  }
};
