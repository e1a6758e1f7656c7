/** Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, keyed with the base64 after `whsec_`. */
const prefix = 'whsec_';
const encoder = new TextEncoder();

const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
};

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

// `CryptoKey` has a name only in the DOM's types.
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Throws a TypeError for a malformed secret: the receiver's settings are wrong, not the request. */
const importSecret = async (secret: string): Promise<Key> => {
  const bytes = bytesOfBase64(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret);
  if (bytes === undefined || bytes.length === 0) throw new TypeError('secret: must be a callback secret, whsec_ and base64');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
};

export type Signed = { readonly webhookId: string; readonly timestamp: string; readonly body: Uint8Array };

const macOf = async (secret: string, { webhookId, timestamp, body }: Signed): Promise<Uint8Array> => {
  const head = encoder.encode(`${webhookId}.${timestamp}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  return new Uint8Array(await crypto.subtle.sign('HMAC', await importSecret(secret), content));
};

/** Compares in constant time: otherwise response times would reveal a signature byte by byte. */
const equal = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.reduce((difference, byte, index) => difference | (byte ^ (b[index] ?? 0)), 0) === 0;

const version = 'v1,';

/** The value of `webhook-signature`: `v1,…`. */
export const sign = async (secret: string, signed: Signed): Promise<string> => version + toBase64(await macOf(secret, signed));

/** Whether any of the space-separated `signatures` matches any of the secrets. Only `v1` signatures are checked. */
export const matches = async (secrets: readonly string[], signed: Signed, signatures: string): Promise<boolean> => {
  const received = signatures
    .split(' ')
    .filter((signature) => signature.startsWith(version))
    .map((signature) => bytesOfBase64(signature.slice(version.length)) ?? new Uint8Array());
  let found = false;
  for (const secret of secrets) {
    const expected = await macOf(secret, signed);
    for (const mac of received) found = equal(mac, expected) || found;
  }
  return found;
};
