import { type Access, accessAt, err, ok, type Refusal, type Result, refusal } from '@assay/domain';
import { type Db, type invitations, testLinks, tests } from '@assay/store';
import { linkWindow } from '../link/access-text.ts';
import type { Assay, ClosedSignal, TakeNews } from '../support/context.ts';
import { readTakeToken, type TakeToken } from '../support/tokens.ts';

/** A request of a candidate: the token is the only credential, as text or as `readToken` returned it. */
export type Candidate = {
  readonly assay: Assay;
  readonly token: string | TakeToken;
  readonly closedSignal?: ClosedSignal | undefined;
  readonly onNews?: TakeNews | undefined;
};

/** An invitation opened with its token. */
export type Opened = { readonly row: invitations.Invitation; readonly test: tests.Test; readonly link: testLinks.TestLink | undefined };

const unknownToken = err(refusal('resource.not-found', 'This test address is not valid; check that it was copied completely'));
const superseded = err(refusal('take.superseded', 'This test address has been replaced by a newer one'));
const cancelled = err(refusal('take.cancelled', 'This invitation has been cancelled'));

export const inviteOnly = err(refusal('join.invite-only', 'Only candidates who were invited by email can take this test'));

/** Checks the HMAC alone, without the database. */
export const readToken = ({ assay, token }: Candidate): Result<TakeToken, Refusal> => {
  const read = typeof token === 'string' ? readTakeToken(token, assay.secret) : token;
  return read === undefined ? unknownToken : ok(read);
};

/**
 * Whether the token is of this invitation and has its present generation. A cancel raises it; superseding does not, so that the URL of a candidate
 * who got a newer invitation says so.
 */
export const checkGeneration = (row: invitations.Invitation | undefined, token: TakeToken): Result<invitations.Invitation, Refusal> => {
  // Another nonce: the id was another candidate's before a restore.
  if (row === undefined || row.nonce !== token.nonce) return unknownToken;
  const isPresent = row.generation === token.generation;
  if (row.status === 'Cancelled') return isPresent && row.is_current === 0 ? superseded : cancelled;
  return isPresent ? ok(row) : superseded;
};

export const openInvitation = async (db: Db, row: invitations.Invitation): Promise<Opened> => {
  const test = await tests.find(db, row.account_id, row.test_id);
  const link = row.test_link_id === 0 ? undefined : await testLinks.find(db, row.account_id, row.test_link_id);
  if (test === undefined || (row.test_link_id !== 0 && link === undefined)) throw new Error('an invitation has lost its test or link');
  return { row, test, link };
};

/** Access by the present rules of test and link. */
export const accessOf = ({ test, link }: Pick<Opened, 'test' | 'link'>, now: number): Access | { readonly state: 'inactive' } => {
  if (test.status !== 'Active' || (link !== undefined && link.status !== 1)) return { state: 'inactive' };
  if (link === undefined) return { state: 'open', closesAt: null };
  return accessAt(linkWindow(link), now);
};
