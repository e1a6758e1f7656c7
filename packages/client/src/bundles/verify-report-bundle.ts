import {
  accountIn,
  type BundleAccount,
  type BundleKey,
  bundlePrefix,
  type ExpectedAccount,
  mostSignedBytes,
  namesNoAccount,
  otherAccount,
  signedBundle,
} from '@assay/domain';

export type BundleFault = 'too-large' | 'malformed' | 'unknown-key' | 'wrong-signature' | 'no-account' | 'other-account';

/** The file is not one that the holder of these keys signed. */
export class BundleVerificationError extends Error {
  override readonly name = 'BundleVerificationError';
  readonly reason: BundleFault;

  constructor(reason: BundleFault, message: string) {
    super(message);
    this.reason = reason;
  }
}

export type VerifyReportBundleOptions = {
  /** The bytes of the file. */
  readonly file: Uint8Array;
  /** What `/.well-known/assay-keys.json` held, parsed. It decides whom to trust: fetch it once, from the installation itself. */
  readonly keys: unknown;
  /** Whose report it has to be. All accounts of an installation are signed for with one key, so without it compare `account` of the result. */
  readonly account?: ExpectedAccount | undefined;
};

export type VerifiedBundle = {
  /** JSON of a ReportBundle, as it was signed. */
  readonly payload: string;
  readonly keyId: string;
  /** Whose report it is. The id is the installation's; the name is that of the export, and another account may bear it too. */
  readonly account: BundleAccount;
};

type Key = Pick<BundleKey, 'kid' | 'x'>;
type Bytes = Uint8Array<ArrayBuffer>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** Keys of other kinds are left out, as the standard of JWK sets has it. Throws a TypeError for what is no set of keys. */
const readKeys = (keys: unknown): readonly Key[] => {
  const list = isObject(keys) ? keys.keys : undefined;
  if (!Array.isArray(list)) throw new TypeError('keys: must be a JWK set, as /.well-known/assay-keys.json of an Assay server');
  return list.flatMap((one: unknown) =>
    isObject(one) && one.kty === 'OKP' && one.crv === 'Ed25519' && typeof one.kid === 'string' && typeof one.x === 'string'
      ? [{ kid: one.kid, x: one.x }]
      : [],
  );
};

const malformed = (): never => {
  throw new BundleVerificationError('malformed', 'this is no signed report, or it was changed');
};

const textOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return malformed();
  }
};

const bytesOf = (base64: string): Bytes => {
  let binary: string;
  try {
    binary = atob(base64);
  } catch {
    return malformed();
  }
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  // Several texts are the same bytes: with spaces, or with other bits after the last byte.
  const tail = base64.slice(-4);
  if (base64.length % 4 !== 0 || !/^[A-Za-z\d+/]*={0,2}$/.test(base64) || btoa(atob(tail)) !== tail) return malformed();
  return bytes;
};

type Signed = { readonly payload: string; readonly keyId: string; readonly signature: string };

/** The parts of the file. It is refused unless they are written in the one way in which they are signed. */
const readSigned = (file: Uint8Array): Signed => {
  if (file.length > mostSignedBytes)
    throw new BundleVerificationError('too-large', `a signed report has at most ${mostSignedBytes} bytes; this file has ${file.length}`);
  const text = textOf(file);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return malformed();
  }
  const { payload, signatures } = isObject(json) ? json : {};
  const first: unknown = Array.isArray(signatures) ? signatures[0] : undefined;
  const { keyid: keyId, sig: signature } = isObject(first) ? first : {};
  if (typeof payload !== 'string' || typeof keyId !== 'string' || typeof signature !== 'string') return malformed();
  const signed = { payload, keyId, signature };
  return signedBundle(signed) === text ? signed : malformed();
};

const withPrefix = (payload: Bytes): Bytes => {
  const prefix = new TextEncoder().encode(bundlePrefix(payload.length));
  const message = new Uint8Array(prefix.length + payload.length);
  message.set(prefix);
  message.set(payload, prefix.length);
  return message;
};

const isSignedBy = async ({ x }: Key, signature: Bytes, message: Bytes): Promise<boolean> => {
  let key: Awaited<ReturnType<typeof crypto.subtle.importKey>>;
  try {
    key = await crypto.subtle.importKey('jwk', { kty: 'OKP', crv: 'Ed25519', x }, { name: 'Ed25519' }, false, ['verify']);
  } catch (cause) {
    throw new TypeError('keys: one of them is not an Ed25519 key', { cause });
  }
  return crypto.subtle.verify({ name: 'Ed25519' }, key, signature, message);
};

const readAccount = (payload: string): BundleAccount => {
  let content: unknown;
  try {
    content = JSON.parse(payload);
  } catch {
    return malformed();
  }
  const account = accountIn(content);
  if (account === undefined) throw new BundleVerificationError('no-account', namesNoAccount);
  return account;
};

/**
 * Verifies the signature of a report bundle (`exportReportBundle`) and returns what was signed. It says which installation signed it and
 * for which account, and not yet that the grade is right: `assay verify` grades it again. Rejects with BundleVerificationError, or with TypeError for keys that are none.
 */
export const verifyReportBundle = async ({ file, keys, account: expected }: VerifyReportBundleOptions): Promise<VerifiedBundle> => {
  const trusted = readKeys(keys);
  const { payload, keyId, signature } = readSigned(file);
  const bytes = bytesOf(payload);
  const signatureBytes = bytesOf(signature);
  const named = trusted.filter(({ kid }) => kid === keyId);
  if (named.length === 0)
    throw new BundleVerificationError('unknown-key', `it is signed with the key ${keyId}, which is not among the ${trusted.length} given`);
  for (const key of named)
    if (await isSignedBy(key, signatureBytes, withPrefix(bytes))) {
      const text = textOf(bytes);
      const account = readAccount(text);
      const other = expected === undefined ? undefined : otherAccount(account, expected);
      if (other !== undefined) throw new BundleVerificationError('other-account', other);
      return { payload: text, keyId, account };
    }
  throw new BundleVerificationError('wrong-signature', `it is not what the key ${keyId} signed: it was changed`);
};
