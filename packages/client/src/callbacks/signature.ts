/** Standard Webhooks: HMAC-SHA256 over `id.timestamp.body` with the bytes behind `whsec_`. */
const prefix = 'whsec_';
const encoder = new TextEncoder();

const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  } catch {
    return undefined;
  }
};

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

// Without the DOM's types there is no name for it.
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Throws a TypeError for a secret that is none: a fault of the receiver's settings, not of the sender. */
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

/** Takes as long wherever the first difference is, so that nobody finds a signature byte by byte. */
const equal = (one: Uint8Array, other: Uint8Array): boolean => {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let at = 0; at < one.length; at += 1) difference |= (one[at] ?? 0) ^ (other[at] ?? 0);
  return difference === 0;
};

const version = 'v1,';

/** `v1,…`, as it stands in `webhook-signature`. */
export const sign = async (secret: string, signed: Signed): Promise<string> => version + toBase64(await macOf(secret, signed));

/** Whether one of the signatures, divided by spaces, was made with one of the secrets. Other versions than v1 are passed over. */
export const matches = async (secrets: readonly string[], signed: Signed, signatures: string): Promise<boolean> => {
  const given = signatures
    .split(' ')
    .filter((one) => one.startsWith(version))
    .map((one) => bytesOfBase64(one.slice(version.length)) ?? new Uint8Array());
  let found = false;
  for (const secret of secrets) {
    const expected = await macOf(secret, signed);
    for (const one of given) found = equal(one, expected) || found;
  }
  return found;
};
