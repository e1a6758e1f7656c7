import { emailKey, err, type JoinState, joinOperations, ok, type Refusal, type Result, refusal } from '@assay/domain';
import { accounts, type Db, invitations, type Tx, testLinks, tests } from '@assay/store';
import { accessOf, type Opened } from '../attempt/open-invitation.ts';
import { requireOpen, wireAccess } from '../attempt/wire-access.ts';
import { enqueueInvitationEmail } from '../delivery/enqueue.ts';
import type { Assay, Outcome } from '../support/context.ts';
import { decoderOf } from '../support/operation.ts';
import { changedMeanwhile } from '../support/refusals.ts';
import { readAccessKey, takeUrl } from '../support/tokens.ts';
import { searchText } from './register-candidate.ts';

const unknownKey = err(refusal('resource.not-found', 'This access key is not valid; check that it was copied completely'));

type Door = Pick<Opened, 'test' | 'link'>;

/** What an access key opens: a link with its test, or a test itself. */
const findDoor = async (db: Db, accessKey: string): Promise<Result<Door, Refusal>> => {
  const key = readAccessKey(accessKey);
  if (key === undefined) return unknownKey;
  const link = key.kind === 'l' ? await testLinks.findByAccessKey(db, key.accountId, accessKey) : undefined;
  if (key.kind === 'l' && link === undefined) return unknownKey;
  const test =
    link === undefined ? await tests.findByAccessKey(db, key.accountId, accessKey) : await tests.find(db, key.accountId, link.test_id);
  return test === undefined ? unknownKey : ok({ test, link });
};

type Visitor = { readonly assay: Assay; readonly accessKey: string };

/** What a visitor may know of a test before registering. */
export const getJoinState = ({ visitor: { assay, accessKey } }: { visitor: Visitor }): Outcome<JoinState> =>
  assay.store.read(async (db) => {
    const door = await findDoor(db, accessKey);
    if (!door.ok) return door;
    const { test, link } = door.value;
    const account = await accounts.find(db, test.account_id);
    return ok({
      organization: account?.name ?? '',
      support: account?.support ?? null,
      privacy: account?.privacy ?? null,
      test: { testName: test.name, duration: test.duration, questions: test.questions },
      access: wireAccess(accessOf(door.value, await db.now())),
      inviteCandidateOnly: link?.invite_candidate_only ?? 0,
    });
  });

type Joined = { testInvitationId: number; takeTestURL: string };

const alreadyInvited = err(
  refusal('join.already-invited', 'This email address is already invited to this test; the address of the test has been sent to it'),
);
const inviteOnly = err(refusal('join.invite-only', 'Only candidates who were invited by email can take this test'));

const refuseInvited = async (tx: Tx, row: invitations.Invitation, now: number) => {
  if (row.status === 'Cancelled') return err(refusal('take.cancelled', 'The invitation of this email address has been cancelled'));
  await enqueueInvitationEmail(tx, row, now);
  return alreadyInvited;
};

const decodeInput = decoderOf(joinOperations.joinTest);

/**
 * A candidate registers with an access key. Returns a URL only for an invitation made in this call: for an email that has an
 * invitation the URL goes to that address by mail. Never renames, restores or updates an invitation.
 */
export const joinTest = async ({ visitor, input }: { visitor: Visitor; input: { body: unknown } }): Outcome<Joined> => {
  const { assay, accessKey } = visitor;
  const decoded = decodeInput(input);
  if (!decoded.ok) return decoded;
  const { emailId, fullName } = decoded.value.body;
  const result = await assay.store.write(async (tx): Promise<Result<Joined, Refusal>> => {
    const now = await tx.now();
    const door = await findDoor(tx, accessKey);
    if (!door.ok) return door;
    const { test, link } = door.value;
    const identity = { accountId: test.account_id, testId: test.test_id, testLinkId: link?.test_link_id ?? 0, emailKey: emailKey(emailId) };

    const existing = await invitations.lockCurrent(tx, identity);
    if (existing !== undefined) return refuseInvited(tx, existing, now);
    if (link?.invite_candidate_only === 1) return inviteOnly;
    const access = accessOf(door.value, now);
    if (access.state === 'inactive' || access.state === 'closed') {
      const refused = requireOpen(access);
      if (!refused.ok) return refused;
    }
    const invitationId = await invitations.insertCurrent(tx, {
      ...identity,
      email: emailId,
      fullName,
      searchText: searchText(emailId, fullName),
      callbackUrl: null,
      redirectUrl: null,
      now,
    });
    if (invitationId === undefined) {
      // A double click: the other call has made the invitation.
      const made = await invitations.lockCurrent(tx, identity);
      return made === undefined ? changedMeanwhile : refuseInvited(tx, made, now);
    }
    return ok({
      testInvitationId: invitationId,
      takeTestURL: takeUrl(assay, { accountId: identity.accountId, invitationId, generation: 1 }),
    });
  });
  if (!result.ok && result.error.code === 'join.already-invited') assay.wake('deliveries');
  return result;
};
