import { Webhook } from 'standardwebhooks';

export type SignCallbackOptions = {
  /** `whsec_…`, the newest first. During a rotation the receiver may still verify with an older one. */
  readonly secrets: readonly string[];
  /** The same in each attempt of one delivery, so that receivers recognize repeats. */
  readonly webhookId: string;
  /** Of two messages about an invitation the one with the greater number says the newer state. Not signed. */
  readonly sequence: number;
  /** Time of this attempt, milliseconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
};

/** The headers of a callback (Standard Webhooks), one signature for each secret. Throws a RangeError when there is no secret. */
export const signCallback = ({ secrets, webhookId, sequence, timestamp, body }: SignCallbackOptions): Readonly<Record<string, string>> => {
  if (secrets.length === 0) throw new RangeError('a callback needs a secret to be signed with');
  const at = new Date(timestamp);
  return {
    'content-type': 'application/json;charset=utf-8',
    'webhook-id': webhookId,
    'webhook-sequence': String(sequence),
    'webhook-timestamp': String(Math.floor(timestamp / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(webhookId, at, body)).join(' '),
  };
};
