import {
  decide,
  decodeBody,
  emailKey,
  ok,
  type Refusal,
  RegisterBody,
  type Result,
  type WireLinkRegistration,
  type WireRegistration,
} from '@assay/domain';
import { deliveries, invitations, type Tx } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import { callbackLane } from '../delivery/enqueue.ts';
import { accessText } from '../link/access-text.ts';
import { findLink } from '../link/wire-link.ts';
import type { Context, Outcome } from '../support/context.ts';
import { apply, stateOf } from '../support/invitation-state.ts';
import { changedMeanwhile, conflict, pathId, requireScope } from '../support/refusals.ts';
import { takeUrl } from '../support/tokens.ts';
import { transact } from '../support/transact.ts';

type Registered = { readonly invitationId: number; readonly generation: number };

/** What the list of invitations is searched in: SQLite folds only ASCII by itself. */
export const searchText = (email: string, fullName: string): string => `${emailKey(email)} ${fullName.normalize('NFC').toLowerCase()}`;

/** Inserts, or updates the candidate's current invitation; two calls at once end in the same row. */
export const registerIn = async (
  ctx: Context,
  tx: Tx,
  { testId, testLinkId, body, now }: { testId: number; testLinkId: number; body: RegisterBody; now: number },
): Promise<Result<Registered, Refusal>> => {
  const identity = { accountId: ctx.accountId, testId, testLinkId, emailKey: emailKey(body.emailId) };
  const details = {
    fullName: body.fullName,
    searchText: searchText(body.emailId, body.fullName),
    callbackUrl: body.callbackURL ?? null,
    redirectUrl: body.redirectURL ?? null,
  };
  const added = { ...identity, ...details, email: body.emailId, now };
  const invitationId = await invitations.insertCurrent(tx, added);
  if (invitationId !== undefined) return ok({ invitationId, generation: 1 });

  const row = await invitations.lockCurrent(tx, identity);
  if (row === undefined) return changedMeanwhile;
  const event = decide(stateOf(row), { type: 'register' });
  if (!event.ok) return event;
  const written = await apply(tx, row, event.value, now, {
    full_name: details.fullName,
    search_text: details.searchText,
    callback_url: details.callbackUrl,
    redirect_url: details.redirectUrl,
  });
  if (!written) return changedMeanwhile;
  if (details.callbackUrl !== null && details.callbackUrl !== row.callback_url)
    await deliveries.moveCallbacks(tx, row, { lane: callbackLane(details.callbackUrl), destination: details.callbackUrl });
  return ok({ invitationId: row.invitation_id, generation: row.generation });
};

const inactiveTest = conflict('The test is not active');

/** Registers a candidate for a test (api-v2.md §4.7). The same candidate again is the same invitation, updated. */
export const registerCandidate = async ({
  ctx,
  input,
}: {
  ctx: Context;
  input: { testId: string; body: unknown };
}): Outcome<WireRegistration> => {
  const allowed = requireScope(ctx, 'invite');
  if (!allowed.ok) return allowed;
  const testId = pathId(input.testId, 'testId', 'test');
  if (!testId.ok) return testId;
  const body = decodeBody(RegisterBody, input.body);
  if (!body.ok) return body;
  return transact(ctx, { verb: 'registerCandidate', input: [testId.value, body.value] }, async (tx, now) => {
    const test = await findTest(ctx, tx, testId.value);
    if (!test.ok) return test;
    if (test.value.status !== 'Active') return inactiveTest;
    const registered = await registerIn(ctx, tx, { testId: testId.value, testLinkId: 0, body: body.value, now });
    if (!registered.ok) return registered;
    return ok({
      testInvitationId: registered.value.invitationId,
      takeTestURL: takeUrl(ctx.assay, { accountId: ctx.accountId, ...registered.value }),
    });
  });
};

type LinkInput = { testId: string; testLinkId: string; body: unknown };

/** Registers a candidate by test link (api-v2.md §4.8). A window in the future or past still registers: the start checks it. */
export const registerCandidateByLink = async ({ ctx, input }: { ctx: Context; input: LinkInput }): Outcome<WireLinkRegistration> => {
  const allowed = requireScope(ctx, 'invite');
  if (!allowed.ok) return allowed;
  const testId = pathId(input.testId, 'testId', 'test');
  if (!testId.ok) return testId;
  const testLinkId = pathId(input.testLinkId, 'testLinkId', 'test link');
  if (!testLinkId.ok) return testLinkId;
  const body = decodeBody(RegisterBody, input.body);
  if (!body.ok) return body;
  const ids = { testId: testId.value, testLinkId: testLinkId.value };
  return transact(ctx, { verb: 'registerCandidateByLink', input: [ids, body.value] }, async (tx, now) => {
    const link = await findLink(ctx, tx, ids);
    if (!link.ok) return link;
    const test = await findTest(ctx, tx, ids.testId);
    if (!test.ok) return test;
    if (test.value.status !== 'Active') return inactiveTest;
    if (link.value.status !== 1) return conflict('The test link is not active');
    const registered = await registerIn(ctx, tx, { ...ids, body: body.value, now });
    if (!registered.ok) return registered;
    return ok({
      testInvitationId: registered.value.invitationId,
      testUrl: takeUrl(ctx.assay, { accountId: ctx.accountId, ...registered.value }),
      testAccessTime: accessText(link.value),
    });
  });
};
