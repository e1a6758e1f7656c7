import type { CallbackBody } from '@assay/domain';
import { callbackBody } from '../contract/contract.ts';
import { readShape } from '../contract/read-shape.ts';
import { normalizer } from '../wire/normalize.ts';
import { type CallbackFault, CallbackVerificationError } from './errors.ts';
import { matches } from './signature.ts';

/** The `Headers` of `fetch`, or Node's `request.headers`. Names match without regard to case. */
export type CallbackHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

type Secrets =
  | { readonly secret: string; readonly secrets?: undefined }
  /** During a rotation: the new secret and the previous one. */
  | { readonly secrets: readonly string[]; readonly secret?: undefined };

export type VerifyCallbackOptions = Secrets & {
  readonly headers: CallbackHeaders;
  /** The body as received: the signature covers its bytes, so parsing and serializing it would break it. */
  readonly body: string | Uint8Array;
  /** Allowed difference between the sender's clock and ours, in seconds; 300 by default. */
  readonly toleranceSeconds?: number | undefined;
  /** Milliseconds since 1970; by default the current time. */
  readonly now?: number | undefined;
};

const isHeaders = (headers: CallbackHeaders): headers is Headers => typeof headers.get === 'function';

const headerOf = (headers: CallbackHeaders, name: string): string => {
  const values = isHeaders(headers)
    ? [headers.get(name) ?? '']
    : Object.entries(headers).flatMap(([header, value]) => (header.toLowerCase() === name ? (value ?? []) : []));
  const value = values.join(' ').trim();
  if (value === '') throw new CallbackVerificationError('missing-header', `the header ${name} is missing`);
  return value;
};

const fail = (reason: CallbackFault, message: string): never => {
  throw new CallbackVerificationError(reason, message);
};

const checkTime = (timestamp: string, now: number, tolerance: number): void => {
  if (!/^\d{1,12}$/.test(timestamp)) fail('malformed-header', 'the header webhook-timestamp is no number of seconds since 1970');
  const age = Math.floor(now / 1000) - Number(timestamp);
  if (age > tolerance) fail('timestamp-too-old', `the callback was signed ${age} s ago, more than ${tolerance} s`);
  if (age < -tolerance) fail('timestamp-too-new', `the callback is signed for ${-age} s from now, more than ${tolerance} s`);
};

// In the API document's sample some keys end in a space.
const normalize = normalizer({
  CandidateEmailId: 'text',
  AttemptedOn: 'date',
  TotalScore: 'amount',
  CandidateScore: 'amount',
  ReportPDFUrl: 'text',
  TestInvitationId: 'integer',
});

const parse = (bytes: Uint8Array): CallbackBody => {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return fail('unexpected-body', 'the body is no JSON');
  }
  const read = readShape(callbackBody, normalize(json));
  // The cast holds: the shape is made from the type's schema.
  return read.ok ? (read.value as CallbackBody) : fail('unexpected-body', `the body is no callback: ${read.error.message}`);
};

/**
 * Verifies a completion callback's signature and age, and returns its body. Callbacks may arrive more than once and in another
 * order: drop one whose header `webhook-sequence` is not greater than the last of its `TestInvitationId`. Rejects with CallbackVerificationError, or with TypeError for a malformed secret or a parsed body.
 */
export const verifyCallback = async (options: VerifyCallbackOptions): Promise<CallbackBody> => {
  const { headers, body, toleranceSeconds = 300, now = Date.now() } = options;
  const secrets = options.secrets ?? [options.secret];
  if (secrets.length === 0) throw new TypeError('secrets: must hold one at least');
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) throw new TypeError('body: must be the raw body, as text or bytes');
  const webhookId = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  // The signature comes first: only a signed request gets a specific reason.
  if (!(await matches(secrets, { webhookId, timestamp, body: bytes }, signatures)))
    fail('no-matching-signature', 'no signature of the callback was made with this secret');
  checkTime(timestamp, now, toleranceSeconds);
  return parse(bytes);
};
