import { createHmac, hash, type KeyObject, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/**
 * A take token: account, invitation and generation under an HMAC (`1-2s-1.signature`, base 36). It is computed when needed, so the
 * database stores no token; a cancel raises the generation, which invalidates all earlier tokens.
 */
export type TakeToken = { readonly accountId: number; readonly invitationId: number; readonly generation: number };

const signatureOf = (purpose: 'take' | 'report' | 'ticket', payload: string, secret: KeyObject): Buffer =>
  createHmac('sha256', secret).update(`${purpose}:${payload}`).digest().subarray(0, 18);

export const issueTakeToken = ({ accountId, invitationId, generation }: TakeToken, secret: KeyObject): string => {
  const payload = [accountId, invitationId, generation].map((part) => part.toString(36)).join('-');
  return `${payload}.${signatureOf('take', payload, secret).toString('base64url')}`;
};

const shape = /^([0-9a-z]{1,11})-([0-9a-z]{1,11})-([0-9a-z]{1,11})\.([\w-]{24})$/;

/** Undefined when the token is not one that was issued with this secret. */
export const readTakeToken = (token: string, secret: KeyObject): TakeToken | undefined => {
  const match = shape.exec(token);
  if (match === null) return undefined;
  const [, account = '', invitation = '', generation = '', signature = ''] = match;
  const expected = signatureOf('take', `${account}-${invitation}-${generation}`, secret);
  if (!timingSafeEqual(Buffer.from(signature, 'base64url'), expected)) return undefined;
  const read = (part: string) => Number.parseInt(part, 36);
  return { accountId: read(account), invitationId: read(invitation), generation: read(generation) };
};

export const takeUrl = (assay: { publicUrl: string; secret: KeyObject }, token: TakeToken): string =>
  `${assay.publicUrl}/take/${issueTakeToken(token, assay.secret)}`;

/** Who got a ticket: one attempt, and the session that held it. */
type TicketHolder = { readonly accountId: number; readonly invitationId: number; readonly attempt: number; readonly sessionId: string };

// The session is last, as it may be any text; nothing after it can be mistaken for a part of it.
const ticketSignature = ({ accountId, invitationId, attempt, sessionId }: TicketHolder, time: string, secret: KeyObject): Buffer =>
  signatureOf('ticket', `${[accountId, invitationId, attempt].map((id) => id.toString(36)).join('-')}-${time}-${sessionId}`, secret);

/** Shows later that this session of the attempt reached the server at `at`, without the database. */
export const issueTicket = (holder: TicketHolder, at: number, secret: KeyObject): string => {
  const time = at.toString(36);
  return `${time}.${ticketSignature(holder, time, secret).toString('base64url')}`;
};

const ticketShape = /^([0-9a-z]{1,11})\.([\w-]{24})$/;

/** When the ticket was issued to this holder, in milliseconds since 1970; undefined if it never was. */
export const readTicket = (ticket: string, holder: TicketHolder, secret: KeyObject): number | undefined => {
  const [, time, signature] = ticketShape.exec(ticket) ?? [];
  if (time === undefined || signature === undefined) return undefined;
  if (!timingSafeEqual(Buffer.from(signature, 'base64url'), ticketSignature(holder, time, secret))) return undefined;
  return Number.parseInt(time, 36);
};

/** What a report URL opens: the report of one attempt, while the invitation's report generation is still `generation`. */
export type ReportToken = {
  readonly accountId: number;
  readonly invitationId: number;
  readonly attempt: number;
  readonly generation: number;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
};

const part = '[0-9a-z]{1,11}';
const formerLifetime = 30 * 24 * 60 * 60_000;

/** A form of report tokens: what is signed before the parts, and how they are read. A new form gets the next number; old ones stay readable. */
type ReportForm = { readonly prefix: string; readonly shape: RegExp; readonly read: (...parts: number[]) => ReportToken };

/**
 * The first form had no number and carried its end, 30 days after its issue. Only resets could end an earlier URL, so the attempt is its
 * generation.
 */
const formerReportForm: ReportForm = {
  prefix: '',
  shape: new RegExp(`^(${part}(?:-${part}){3})\\.([\\w-]{24})$`),
  read: (accountId = 0, invitationId = 0, attempt = 0, endsAt = 0) => ({
    accountId,
    invitationId,
    attempt,
    generation: attempt,
    issuedAt: endsAt - formerLifetime,
  }),
};

const reportForm: ReportForm = {
  prefix: '2.',
  shape: new RegExp(`^2\\.(${part}(?:-${part}){4})\\.([\\w-]{24})$`),
  read: (accountId = 0, invitationId = 0, attempt = 0, generation = 0, issuedAt = 0) => ({
    accountId,
    invitationId,
    attempt,
    generation,
    issuedAt,
  }),
};

/** Undefined when the token is not one that was issued with this secret; the caller checks whether it was ended. */
export const readReportToken = (token: string, secret: KeyObject): ReportToken | undefined => {
  for (const { prefix, shape, read } of [reportForm, formerReportForm]) {
    const [, payload, signature] = shape.exec(token) ?? [];
    if (payload === undefined || signature === undefined) continue;
    if (!timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf('report', `${prefix}${payload}`, secret))) return undefined;
    return read(...payload.split('-').map((text) => Number.parseInt(text, 36)));
  }
  return undefined;
};

/** A URL that a browser opens without an API key. */
export const reportPdfUrl = (assay: { publicUrl: string; secret: KeyObject }, token: ReportToken): string => {
  const parts = [token.accountId, token.invitationId, token.attempt, token.generation, token.issuedAt];
  const payload = `${reportForm.prefix}${parts.map((one) => one.toString(36)).join('-')}`;
  return `${assay.publicUrl}/report/${payload}.${signatureOf('report', payload, assay.secret).toString('base64url')}`;
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
