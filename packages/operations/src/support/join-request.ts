import type { KeyObject } from 'node:crypto';
import { type Db, testLinks } from '@assay/store';
import { seal, tryUnseal } from './sealed.ts';

/** What somebody typed into the join page of a link that asks for confirmation. Nothing is made of it until the mailed address is opened. */
export type JoinRequest = {
  readonly accountId: number;
  /** The access key of the link, which no other link gets after a restore. */
  readonly link: string;
  readonly email: string;
  readonly fullName: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
};

/** How long the address in a confirmation mail opens, from when it is first sent. */
export const confirmationLifetime = 24 * 60 * 60_000;

const write = ({ accountId, link, email, fullName, expiresAt }: JoinRequest): string =>
  JSON.stringify([accountId, link, email, fullName, expiresAt]);

const read = (text: string): JoinRequest => {
  // The cast holds because the text was authenticated: only `write` made it.
  const [accountId, link, email, fullName, expiresAt] = JSON.parse(text) as [number, string, string, string, number];
  return { accountId, link, email, fullName, expiresAt };
};

/** For the outbox, until the mail is sent. */
export const sealJoinRequest = (request: JoinRequest, secret: KeyObject): string => seal(write(request), secret);

export const unsealJoinRequest = (sealed: string, secret: KeyObject): JoinRequest | undefined => {
  const text = tryUnseal(sealed, secret);
  return text === undefined ? undefined : read(text);
};

/**
 * The address that is mailed. The whole request is in its token, encrypted: the database holds none that could be opened, and logs show
 * neither email nor name.
 */
export const confirmationUrl = (assay: { publicUrl: string; secret: KeyObject }, request: JoinRequest): string =>
  `${assay.publicUrl}/join/confirm/${seal(write(request), assay.secret, 'join')}`;

/** Undefined when the token is not one that was issued with this secret; the caller checks whether it has expired. */
export const readJoinToken = (token: string, secret: KeyObject): JoinRequest | undefined => {
  const text = tryUnseal(token, secret, 'join');
  return text === undefined ? undefined : read(text);
};

/** The link that was joined by; undefined if it is gone. */
export const linkOfRequest = (db: Db, { accountId, link }: JoinRequest): Promise<testLinks.TestLink | undefined> =>
  testLinks.findByAccessKey(db, accountId, link);
