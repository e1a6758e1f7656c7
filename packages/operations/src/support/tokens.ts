import { createHmac, hash, type KeyObject, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { invitations } from '@assay/store';

type Purpose = 'take' | 'report' | 'ticket';

const signatureOf = (purpose: Purpose, payload: string, secret: KeyObject): Buffer =>
  createHmac('sha256', secret).update(`${purpose}:${payload}`).digest().subarray(0, 18);

/** The numbers, in base 36, and after them the nonce. */
const payloadOf = (numbers: readonly number[], nonce: string): string => `${numbers.map((one) => one.toString(36)).join('-')}.${nonce}`;

const sign = (purpose: Purpose, payload: string, secret: KeyObject): string =>
  `${payload}.${signatureOf(purpose, payload, secret).toString('base64url')}`;

const part = '[0-9a-z]{1,11}';
const shape = new RegExp(`^((\\d\\.)?(${part}(?:-${part})*)\\.([\\w-]{16}))\\.([\\w-]{24})$`);

/** What is in a token that was signed for this purpose. `form` is the name of its form; that of take tokens has none. */
type Signed = { readonly form: string; readonly numbers: readonly number[]; readonly nonce: string };

const readSigned = (purpose: Purpose, token: string, secret: KeyObject): Signed | undefined => {
  const [, payload, form = '', numbers, nonce, signature] = shape.exec(token) ?? [];
  if (payload === undefined || numbers === undefined || nonce === undefined || signature === undefined) return undefined;
  if (!timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(purpose, payload, secret))) return undefined;
  return { form, numbers: numbers.split('-').map((text) => Number.parseInt(text, 36)), nonce };
};

/**
 * What a take token carries under an HMAC (`1-2s-1.nonce.signature`): it is computed when needed, so the database stores no token. A
 * cancel raises the generation, which invalidates all earlier tokens. The nonce is the row's: the id may become another invitation's after
 * a restore.
 */
export type TakeToken = {
  readonly accountId: number;
  readonly invitationId: number;
  readonly generation: number;
  readonly nonce: string;
};

export const issueTakeToken = ({ accountId, invitationId, generation, nonce }: TakeToken, secret: KeyObject): string =>
  sign('take', payloadOf([accountId, invitationId, generation], nonce), secret);

/** Undefined when the token is not one that was issued with this secret; the caller compares generation and nonce. */
export const readTakeToken = (token: string, secret: KeyObject): TakeToken | undefined => {
  const signed = readSigned('take', token, secret);
  if (signed === undefined || signed.form !== '') return undefined;
  const [accountId = 0, invitationId = 0, generation = 0] = signed.numbers;
  return { accountId, invitationId, generation, nonce: signed.nonce };
};

export const takeUrl = (
  assay: { publicUrl: string; secret: KeyObject },
  { account_id: accountId, invitation_id: invitationId, generation, nonce }: invitations.Addressed,
): string => `${assay.publicUrl}/take/${issueTakeToken({ accountId, invitationId, generation, nonce }, assay.secret)}`;

/** Who got a ticket: one attempt, and the session that held it. */
type TicketHolder = Omit<TakeToken, 'generation'> & { readonly attempt: number; readonly sessionId: string };

// The session is last, as it may be any text; nothing after it can be mistaken for a part of it.
const ticketSignature = ({ accountId, invitationId, attempt, nonce, sessionId }: TicketHolder, time: string, secret: KeyObject): Buffer =>
  signatureOf('ticket', `${payloadOf([accountId, invitationId, attempt], nonce)}-${time}-${sessionId}`, secret);

/** Shows later that this session of the attempt reached the server at `at`, without the database. */
export const issueTicket = (holder: TicketHolder, at: number, secret: KeyObject): string => {
  const time = at.toString(36);
  return `${time}.${ticketSignature(holder, time, secret).toString('base64url')}`;
};

const ticketShape = new RegExp(`^(${part})\\.([\\w-]{24})$`);

/** When the ticket was issued to this holder, in milliseconds since 1970; undefined if it never was. */
export const readTicket = (ticket: string, holder: TicketHolder, secret: KeyObject): number | undefined => {
  const [, time, signature] = ticketShape.exec(ticket) ?? [];
  if (time === undefined || signature === undefined) return undefined;
  if (!timingSafeEqual(Buffer.from(signature, 'base64url'), ticketSignature(holder, time, secret))) return undefined;
  return Number.parseInt(time, 36);
};

/** What a report URL opens: the report of one attempt, while the invitation's report generation is still `generation`. */
export type ReportToken = TakeToken & {
  readonly attempt: number;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
};

const reportForm = '2.';

/** Undefined when the token is not one that was issued with this secret; the caller checks whether it was ended, and compares the nonce. */
export const readReportToken = (token: string, secret: KeyObject): ReportToken | undefined => {
  const signed = readSigned('report', token, secret);
  if (signed === undefined || signed.form !== reportForm) return undefined;
  const [accountId = 0, invitationId = 0, attempt = 0, generation = 0, issuedAt = 0] = signed.numbers;
  return { accountId, invitationId, attempt, generation, issuedAt, nonce: signed.nonce };
};

/** A URL that a browser opens without an API key. */
export const reportPdfUrl = (assay: { publicUrl: string; secret: KeyObject }, token: ReportToken): string => {
  const numbers = [token.accountId, token.invitationId, token.attempt, token.generation, token.issuedAt];
  return `${assay.publicUrl}/report/${sign('report', `${reportForm}${payloadOf(numbers, token.nonce)}`, assay.secret)}`;
};

// No vowels and no similar characters: access keys are read aloud and typed.
const alphabet = '23456789bcdfghjkmnpqrstvwxyz';

/** An access key names its account, so that finding it needs no global index: `t` for a test or `l` for a link, account, 12 random characters. */
export const issueAccessKey = (kind: 't' | 'l', accountId: number): string =>
  `${kind}${accountId.toString(36)}-${Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('')}`;

/** Account and kind of an access key typed in any case, and the key as it was issued; undefined when it has another shape. */
export const readAccessKey = (typed: string): { kind: 't' | 'l'; accountId: number; accessKey: string } | undefined => {
  const match = /^([tl])([0-9a-z]{1,11})-[0-9a-z]{12}$/i.exec(typed);
  if (match === null) return undefined;
  // Keys are issued in lower case only, so no two of them meet here.
  const accessKey = typed.toLowerCase();
  return { kind: accessKey.startsWith('t') ? 't' : 'l', accountId: Number.parseInt(match[2] ?? '', 36), accessKey };
};

/** 256 random bits cannot be guessed, so a slow hash would gain nothing. */
export const hashApiKey = (key: string): string => hash('sha256', key);
export const issueApiKey = (): string => `assay_${randomBytes(32).toString('base64url')}`;
/** What is shown of a key later: enough to tell generated ones apart, and little of one that an operator chose and may have made short. */
export const apiKeyPrefix = (key: string): string =>
  key.slice(0, /^assay_[\w-]{43}$/.test(key) ? 12 : Math.min(6, Math.floor(key.length / 2)));
