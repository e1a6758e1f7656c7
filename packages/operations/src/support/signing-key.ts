import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { type BundleKey, bundlePrefix, signedBundle } from '@assay/domain';

/** What the key signs. Everything else that the secret makes is an HMAC of it; this is another function, and another name. */
const purpose = 'assay:report-bundle:1';

/** PKCS #8 of an Ed25519 key, up to its 32 bytes (RFC 8410). */
const before = Buffer.from('302e020100300506032b657004220420', 'hex');

const privateKeyOf = (secret: KeyObject): KeyObject => {
  const seed = Buffer.from(hkdfSync('sha256', secret, 'assay', purpose, 32));
  return createPrivateKey({ key: Buffer.concat([before, seed]), format: 'der', type: 'pkcs8' });
};

/** The names in their order and nothing else: RFC 7638. */
const thumbprint = (x: string): string =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');

const publicKeyOf = (key: KeyObject): BundleKey => {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid: thumbprint(x), x };
};

/** The public half of the key that signs report bundles. Only who has the secret signs with it. */
export const bundleKey = (secret: KeyObject): BundleKey => publicKeyOf(privateKeyOf(secret));

const signApart = promisify(sign);

/** A signed file of this JSON. The hash of a large one is made in another thread. */
export const signBundle = async (json: Buffer, secret: KeyObject): Promise<string> => {
  const key = privateKeyOf(secret);
  const message = Buffer.concat([Buffer.from(bundlePrefix(json.length)), json]);
  const signature = await signApart(null, message, key);
  return signedBundle({ payload: json.toString('base64'), keyId: publicKeyOf(key).kid, signature: signature.toString('base64') });
};
