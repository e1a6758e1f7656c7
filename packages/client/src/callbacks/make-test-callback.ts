import type { CallbackBody } from '@assay/domain';
import { sign } from './signature.ts';

export type TestCallbackOptions = {
  readonly secret: string;
  /** A string is sent unchanged, so that a test can send a malformed body. */
  readonly body: CallbackBody | string;
  readonly webhookId?: string | undefined;
  /** Of two callbacks about an invitation the one with the greater number says the newer state; by default the time. */
  readonly sequence?: number | undefined;
  /** Time of signing, in milliseconds since 1970; by default the current time. */
  readonly now?: number | undefined;
};

export type TestCallback = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/** A signed callback as Assay sends it, for testing a receiver. */
export const makeTestCallback = async ({
  secret,
  body,
  webhookId,
  now = Date.now(),
  sequence = now,
}: TestCallbackOptions): Promise<TestCallback> => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const id = webhookId ?? `msg_${crypto.randomUUID()}`;
  const timestamp = String(Math.floor(now / 1000));
  const signature = await sign(secret, { webhookId: id, timestamp, body: new TextEncoder().encode(text) });
  return {
    headers: {
      'content-type': 'application/json;charset=utf-8',
      'webhook-id': id,
      'webhook-sequence': String(sequence),
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    },
    body: text,
  };
};
