import { decide, emailKey, type InvitationOrigin, ok, operations, type Refusal, type RegisterBody, type Result } from '@assay/domain';
import { type Db, deliveries, invitations, type testLinks } from '@assay/store';
import { changesOf, recordChange } from '../account/audit.ts';
import { findTest } from '../assessment/find-test.ts';
import { checkCallbackUrl } from '../delivery/check-callback-url.ts';
import { accessText } from '../link/access-text.ts';
import { findLink } from '../link/wire-link.ts';
import { callbackLane } from '../support/callback-lane.ts';
import { apply, record, stateOf } from '../support/invitation-state.ts';
import { type WriteCall, writeOperation } from '../support/operation.ts';
import { changedMeanwhile, conflict } from '../support/refusals.ts';
import { candidateRow } from '../support/row-name.ts';
import { takeUrl } from '../support/tokens.ts';
import { insertInvitation } from './insert-invitation.ts';

type Registered = {
  readonly invitation: invitations.Addressed;
  readonly link: testLinks.TestLink | undefined;
  /** The current invitation that the candidate had, as it was; undefined if there was none. */
  readonly before: invitations.Invitation | undefined;
};

type Place = { readonly testId: number; readonly testLinkId: number };

type Registration = Place & {
  readonly body: RegisterBody;
  readonly origin: Exclude<InvitationOrigin, 'link'>;
  /** True: this current invitation of the candidate stays as it is. */
  readonly keepsAsIs?: (current: invitations.Invitation) => boolean;
};

/** The text that a search looks in, in lower case, because SQLite folds only ASCII. */
export const searchText = (email: string, fullName: string): string => `${emailKey(email)} ${fullName.normalize('NFC').toLowerCase()}`;

/** Refuses what no candidate can be registered for: test and link must both be active, and the callback's address allowed. */
export const registrable = async (
  { assay, accountId }: Pick<WriteCall, 'assay' | 'accountId'>,
  db: Db,
  { testId, testLinkId, callbackURL }: Place & Pick<RegisterBody, 'callbackURL'>,
): Promise<Result<testLinks.TestLink | undefined, Refusal>> => {
  const callback = checkCallbackUrl(assay, 'callbackURL', callbackURL);
  if (!callback.ok) return callback;
  const test = await findTest(db, accountId, testId);
  if (!test.ok) return test;
  const link = testLinkId === 0 ? ok(undefined) : await findLink(db, accountId, { testId, testLinkId });
  if (!link.ok) return link;
  if (test.value.status !== 'Active') return conflict('The test is not active');
  if (link.value !== undefined && link.value.status !== 1) return conflict('The test link is not active');
  return link;
};

/**
 * Registers a candidate, directly (`testLinkId` 0) or by a test link, which must both be active. Inserts, or updates the candidate's
 * current invitation; two calls at once end in the same row.
 */
export const register = async (
  call: WriteCall,
  { testId, testLinkId, body, origin, keepsAsIs }: Registration,
): Promise<Result<Registered, Refusal>> => {
  const { tx, accountId } = call;
  const found = await registrable(call, tx, { testId, testLinkId, callbackURL: body.callbackURL });
  if (!found.ok) return found;
  const link = found.value;

  const identity = { accountId, testId, testLinkId, emailKey: emailKey(body.emailId) };
  const details = {
    fullName: body.fullName,
    searchText: searchText(body.emailId, body.fullName),
    callbackUrl: body.callbackURL ?? null,
    redirectUrl: body.redirectURL ?? null,
  };
  if (keepsAsIs !== undefined) {
    // An insert would take an id, also where it finds a current invitation.
    const current = await invitations.lockCurrent(tx, identity);
    if (current !== undefined && keepsAsIs(current)) return ok({ invitation: current, link, before: current });
  }
  const now = await tx.now();
  const inserted = await insertInvitation(tx, { ...identity, ...details, email: body.emailId, origin, emailConfirmed: 1, now });
  if (!inserted.ok) return inserted;
  if (inserted.value !== undefined) return ok({ invitation: inserted.value, link, before: undefined });

  const row = await invitations.lockCurrent(tx, identity);
  if (row === undefined) return changedMeanwhile;
  if (keepsAsIs?.(row) === true) return ok({ invitation: row, link, before: row });
  const event = decide(stateOf(row), { type: 'register' });
  if (!event.ok) return event;
  // A stranger may have typed the address into the join page: the URL that they hold ends when the person is invited.
  const generation = row.email_confirmed === 1 ? row.generation : row.generation + 1;
  const written = await apply(tx, row, event.value, await tx.now(), {
    generation,
    full_name: details.fullName,
    search_text: details.searchText,
    callback_url: details.callbackUrl,
    redirect_url: details.redirectUrl,
    // A candidate who joined by a link before is invited from now on, under the name that the caller gives.
    origin,
    email_confirmed: 1,
  });
  if (!written) return changedMeanwhile;
  const { key } = call;
  if (row.full_name !== details.fullName) {
    const by = { keyId: key?.keyId ?? null, keyName: key?.name ?? null };
    await record(tx, row, await tx.now(), { type: 'invitation.renamed', from: row.full_name, to: details.fullName, ...by });
  }
  const { callbackUrl: callbackURL, redirectUrl: redirectURL } = details;
  const changes = changesOf({ callbackURL: row.callback_url, redirectURL: row.redirect_url }, { callbackURL, redirectURL });
  if (changes !== undefined) await recordChange(call, 'invitation.updated', { testInvitationId: row.invitation_id, changes });
  if (details.callbackUrl !== null && details.callbackUrl !== row.callback_url)
    await deliveries.moveCallbacks(tx, row, { lane: callbackLane(details.callbackUrl), destination: details.callbackUrl });
  return ok({ invitation: { ...row, generation }, link, before: row });
};

/** Registers a candidate for a test (api-v2.md §4.7). The same candidate again is the same invitation, updated. */
export const registerCandidate = writeOperation(
  operations.registerCandidate,
  async (call, { testId, body }) => {
    const registered = await register(call, { testId, testLinkId: 0, body, origin: 'api' });
    if (!registered.ok) return registered;
    const { invitation } = registered.value;
    return ok({ testInvitationId: invitation.invitation_id, takeTestURL: takeUrl(call.assay, invitation) });
  },
  { row: ({ accountId }, { body }) => candidateRow({ accountId, email: body.emailId }) },
);

/** Registers a candidate by test link (api-v2.md §4.8). A window in the future or past still registers: the start checks it. */
export const registerCandidateByLink = writeOperation(
  operations.registerCandidateByLink,
  async (call, { body, ...ids }) => {
    const registered = await register(call, { ...ids, body, origin: 'api' });
    if (!registered.ok) return registered;
    const { invitation, link } = registered.value;
    return ok({
      testInvitationId: invitation.invitation_id,
      testUrl: takeUrl(call.assay, invitation),
      testAccessTime: link === undefined ? '' : accessText(link),
    });
  },
  {
    row: ({ accountId }, { body }) => candidateRow({ accountId, email: body.emailId }),
    fingerprint: ({ body, ...ids }) => ({ verb: 'registerCandidateByLink', input: [ids, body] }),
  },
);
