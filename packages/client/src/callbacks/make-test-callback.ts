import type { CallbackBody } from '@assay/domain';
import { sign } from './signature.ts';

export type TestCallbackOptions = {
  readonly secret: string;
  /** A text is sent as it stands, so that a receiver can be shown a body that is none. */
  readonly body: CallbackBody | string;
  readonly webhookId?: string | undefined;
  /** When it is signed, milliseconds since 1970. The clock when left out. */
  readonly now?: number | undefined;
};

export type TestCallback = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/** A callback as Assay sends it, for the tests of a receiver. */
export const makeTestCallback = async ({ secret, body, webhookId, now = Date.now() }: TestCallbackOptions): Promise<TestCallback> => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const id = webhookId ?? `msg_${crypto.randomUUID()}`;
  const timestamp = String(Math.floor(now / 1000));
  const signature = await sign(secret, { webhookId: id, timestamp, body: new TextEncoder().encode(text) });
  return {
    headers: {
      'content-type': 'application/json;charset=utf-8',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    },
    body: text,
  };
};
