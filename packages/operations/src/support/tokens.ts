import { createHmac, hash, type KeyObject, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/**
 * A take token: account, invitation and generation under an HMAC (`1-2s-1.signature`, base 36). It is computed when needed, so the
 * database stores no token; a cancel raises the generation, which invalidates all earlier tokens.
 */
export type TakeToken = { readonly accountId: number; readonly invitationId: number; readonly generation: number };

const signatureOf = (purpose: 'take' | 'report', payload: string, secret: KeyObject): Buffer =>
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

/** What a report URL opens: the report of one attempt, until `expiresAt` (milliseconds since 1970). */
export type ReportToken = {
  readonly accountId: number;
  readonly invitationId: number;
  readonly attempt: number;
  readonly expiresAt: number;
};

const reportShape = /^((?:[0-9a-z]{1,11}-){3}[0-9a-z]{1,11})\.([\w-]{24})$/;

/** Undefined when the token is not one that was issued with this secret; the caller checks whether it has expired. */
export const readReportToken = (token: string, secret: KeyObject): ReportToken | undefined => {
  const [, payload, signature] = reportShape.exec(token) ?? [];
  if (payload === undefined || signature === undefined) return undefined;
  if (!timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf('report', payload, secret))) return undefined;
  const [accountId = 0, invitationId = 0, attempt = 0, expiresAt = 0] = payload.split('-').map((part) => Number.parseInt(part, 36));
  return { accountId, invitationId, attempt, expiresAt };
};

/** A URL that a browser opens without an API key. */
export const reportPdfUrl = (assay: { publicUrl: string; secret: KeyObject }, token: ReportToken): string => {
  const payload = [token.accountId, token.invitationId, token.attempt, token.expiresAt].map((part) => part.toString(36)).join('-');
  return `${assay.publicUrl}/report/${payload}.${signatureOf('report', payload, assay.secret).toString('base64url')}`;
};

// No vowels and no similar characters: access keys are read aloud and typed.
const alphabet = '23456789bcdfghjkmnpqrstvwxyz';

/** An access key names its account, so that finding it needs no global index: `t` for a test or `l` for a link, account, 12 random characters. */
export const issueAccessKey = (kind: 't' | 'l', accountId: number): string =>
  `${kind}${accountId.toString(36)}-${Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('')}`;

export const readAccessKey = (key: string): { kind: 't' | 'l'; accountId: number } | undefined => {
  const match = /^([tl])([0-9a-z]{1,11})-[0-9a-z]{12}$/.exec(key);
  if (match === null) return undefined;
  return { kind: match[1] === 't' ? 't' : 'l', accountId: Number.parseInt(match[2] ?? '', 36) };
};

/** 256 random bits cannot be guessed, so a slow hash would gain nothing. */
export const hashApiKey = (key: string): string => hash('sha256', key);
export const issueApiKey = (): string => `assay_${randomBytes(32).toString('base64url')}`;
/** What may be shown of a key later. */
export const apiKeyPrefix = (key: string): string => key.slice(0, Math.min(12, Math.floor(key.length / 2)));
