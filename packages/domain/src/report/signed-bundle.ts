/** Media type of a bundle's JSON, which is part of what is signed: the same bytes mean nothing else. */
export const bundleType = 'application/vnd.assay.report-bundle+json';

const mebibyte = 1024 * 1024;

/** Of the JSON that is signed; a file of a thousand long programs is larger, and is not made. */
export const mostBundleBytes = 16 * mebibyte;

/** Of the file: base64 takes a third more, and the envelope some bytes. */
export const mostSignedBytes = Math.ceil(mostBundleBytes / 3) * 4 + 1024;

/** What is signed is this and then the payload (DSSE v1, `PAE`): no other text can be cut into the same parts. */
export const bundlePrefix = (payloadBytes: number): string => `DSSEv1 ${bundleType.length} ${bundleType} ${payloadBytes} `;

type Signed = { readonly payload: string; readonly keyId: string; readonly signature: string };

/**
 * The file, byte for byte: payload and signature are base64. There is one way to write it, so that no byte of it can be another one. Nothing
 * in it needs escaping: to look for that in megabytes would hold up everybody else.
 */
export const signedBundle = ({ payload, ...signed }: Signed): string => {
  const [before, after] = aroundPayload(signed);
  return `${before}${payload}${after}`;
};

/** What stands before and after the payload. */
export const aroundPayload = ({ keyId, signature }: Omit<Signed, 'payload'>): readonly [before: string, after: string] => [
  `{"payloadType":"${bundleType}","payload":"`,
  `","signatures":[{"keyid":"${keyId}","sig":"${signature}"}]}\n`,
];

/** A public key as a JWK (RFC 8037). `x` is the key itself in base64url, `kid` its thumbprint (RFC 7638). */
export type BundleKey = {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly alg: 'EdDSA';
  readonly use: 'sig';
  readonly kid: string;
  readonly x: string;
};

/** What `/.well-known/assay-keys.json` holds: a JWK set (RFC 7517). */
export type BundleKeys = { readonly keys: readonly BundleKey[] };
