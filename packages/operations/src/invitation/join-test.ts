import { err, type JoinResult, type JoinState, joinOperations, mailboxKey, ok, type Refusal, type Result, refusal } from '@assay/domain';
import type { Tx } from '@assay/store';
import type { Assay, Outcome } from '../support/context.ts';
import { decoderOf, type Services } from '../support/operation.ts';
import { changedMeanwhile } from '../support/refusals.ts';
import { rowName } from '../support/row-name.ts';
import { readAccessKey, takeUrl } from '../support/tokens.ts';
import { mailConfirmation, mailInvitation } from './join-mails.ts';
import {
  describeJoinTarget,
  findJoinTarget,
  invitationCancelled,
  inviteVisitor,
  type JoinTarget,
  lockCurrent,
  requireMail,
  requireNotClosed,
} from './join-target.ts';

type Visitor = { readonly assay: Assay; readonly accessKey: string };

/** What a visitor may know of a test before registering. */
export const getJoinState = ({ visitor: { assay, accessKey } }: { visitor: Visitor }): Outcome<JoinState> =>
  assay.store.read(async (db) => {
    const target = await findJoinTarget(db, accessKey);
    if (!target.ok) return target;
    return ok({ ...(await describeJoinTarget(db, target.value)), inviteCandidateOnly: target.value.link?.invite_candidate_only ?? 0 });
  });

const alreadyInvited = err(
  refusal('join.already-invited', 'This email address is already invited to this test; the address of the test has been sent to it'),
);

const decodeInput = decoderOf(joinOperations.joinTest);

type Join = { readonly target: JoinTarget; readonly emailId: string; readonly fullName: string };

const join = async (assay: Services, tx: Tx, { target, ...visitor }: Join): Promise<Result<JoinResult, Refusal>> => {
  const existing = await lockCurrent(tx, target, visitor.emailId);
  const now = await tx.now();
  if (existing?.status === 'Cancelled') return invitationCancelled;
  if (existing !== undefined) {
    const mail = await requireMail(tx, existing.account_id);
    if (!mail.ok) return mail;
    await mailInvitation(tx, existing, now);
    return alreadyInvited;
  }
  const made = await inviteVisitor(tx, target, { ...visitor, emailConfirmed: 0 }, now);
  if (!made.ok) return made;
  if (made.value === undefined) return changedMeanwhile;
  return ok({ testInvitationId: made.value.invitation_id, takeTestURL: takeUrl(assay, made.value) });
};

/** Says the same to everybody: only the holder of the address learns whether it is invited. */
const requestConfirmation = async (assay: Services, tx: Tx, { target, emailId, fullName }: Join): Promise<Result<JoinResult, Refusal>> => {
  const { test, link } = target;
  const existing = await lockCurrent(tx, target, emailId);
  const now = await tx.now();
  const open = requireNotClosed(target, now);
  if (!open.ok) return open;
  const mail = await requireMail(tx, test.account_id);
  if (!mail.ok) return mail;
  if (existing !== undefined) {
    if (existing.status !== 'Cancelled') await mailInvitation(tx, existing, now);
  } else if (link?.invite_candidate_only === 0) {
    const request = { link: link.access_key, email: emailId, fullName };
    await mailConfirmation(assay, tx, test, request, now);
  }
  return ok({ confirmation: 'sent' });
};

/**
 * A candidate registers with an access key. Returns a URL only for an invitation made in this call: for an email that has an
 * invitation the URL goes to that address by mail. Never renames, restores or updates an invitation. By a link that asks for
 * confirmation nothing is made until the mailed address is opened.
 */
export const joinTest = async ({ visitor, input }: { visitor: Visitor; input: { body: unknown } }): Outcome<JoinResult> => {
  const { assay, accessKey } = visitor;
  const decoded = decodeInput(input);
  if (!decoded.ok) return decoded;
  const { body } = decoded.value;
  const result = await assay.store.write(
    async (tx): Promise<Result<JoinResult, Refusal>> => {
      const target = await findJoinTarget(tx, accessKey);
      if (!target.ok) return target;
      const handle = target.value.link?.confirm_email === 1 ? requestConfirmation : join;
      return handle(assay, tx, { target: target.value, ...body });
    },
    rowName('joiner', readAccessKey(accessKey)?.accountId ?? 0, mailboxKey(body.emailId)),
  );
  if (result.ok ? 'confirmation' in result.value : result.error.code === 'join.already-invited') assay.wake('deliveries');
  return result;
};
