import { emailKey, err, mailboxKey, ok, type Refusal, type Result, refusal } from '@assay/domain';
import { accounts, type Db, invitations, type Tx, testLinks, tests } from '@assay/store';
import { accessOf, inviteOnly, type Opened } from '../attempt/open-invitation.ts';
import { requireOpen, wireAccess } from '../attempt/wire-access.ts';
import { requireLeft } from '../support/quotas.ts';
import { readAccessKey } from '../support/tokens.ts';
import { insertInvitation } from './insert-invitation.ts';
import { searchText } from './register-candidate.ts';

const noMoreToday =
  'The organization cannot take further registrations on this page today; try again tomorrow, or ask the people who sent you the link';
const unknownKey = err(refusal('resource.not-found', 'This access key is not valid; check that it was copied completely'));
export const invitationCancelled = err(refusal('take.cancelled', 'The invitation of this email address has been cancelled'));

/** What a visitor joins: a test by a link, or the test itself. */
export type JoinTarget = Pick<Opened, 'test' | 'link'>;

/** What an access key opens. */
export const findJoinTarget = async (db: Db, typedKey: string): Promise<Result<JoinTarget, Refusal>> => {
  const key = readAccessKey(typedKey);
  if (key === undefined) return unknownKey;
  const { accessKey } = key;
  const link = key.kind === 'l' ? await testLinks.findByAccessKey(db, key.accountId, accessKey) : undefined;
  if (key.kind === 'l' && link === undefined) return unknownKey;
  const test =
    link === undefined ? await tests.findByAccessKey(db, key.accountId, accessKey) : await tests.find(db, key.accountId, link.test_id);
  return test === undefined ? unknownKey : ok({ test, link });
};

/** What a visitor may know of a test. */
export const describeJoinTarget = async (db: Db, target: JoinTarget) => {
  const { test } = target;
  const account = await accounts.find(db, test.account_id);
  return {
    organization: account?.name ?? '',
    support: account?.support ?? null,
    privacy: account?.privacy ?? null,
    test: { testName: test.name, duration: test.duration, questions: test.questions },
    access: wireAccess(accessOf(target, await db.now())),
  };
};

/** The refusal of a test that nobody can take any more, or not at present. An access window in the future still admits visitors. */
export const requireNotClosed = (target: JoinTarget, now: number): Result<unknown, Refusal> => {
  const access = accessOf(target, now);
  return access.state === 'inactive' || access.state === 'closed' ? requireOpen(access) : ok(undefined);
};

/**
 * The invitation to this test that a visitor has, by whichever link it was made: to come in twice is to see the questions twice. The
 * one by this target goes before others, and a cancelled one counts only if there is no other. Other joins with the mailbox wait.
 */
export const lockCurrent = async (tx: Tx, { test, link }: JoinTarget, email: string): Promise<invitations.Invitation | undefined> => {
  const { account_id: accountId, test_id: testId } = test;
  await invitations.lockJoiner(tx, accountId, mailboxKey(email));
  const rows = await invitations.lockCurrentOfTest(tx, { accountId, testId, emailKey: emailKey(email) });
  const valid = rows.filter(({ status }) => status !== 'Cancelled');
  return valid.find((row) => row.test_link_id === (link?.test_link_id ?? 0)) ?? valid[0] ?? rows[0];
};

type Visitor = { readonly emailId: string; readonly fullName: string; readonly emailConfirmed: 0 | 1 };

/** Invites a visitor who has no current invitation. Undefined if the candidate was registered by API at the same moment. */
export const inviteVisitor = async (
  tx: Tx,
  target: JoinTarget,
  visitor: Visitor,
  now: number,
): Promise<Result<invitations.Addressed | undefined, Refusal>> => {
  const { test, link } = target;
  if (link?.invite_candidate_only === 1) return inviteOnly;
  const open = requireNotClosed(target, now);
  if (!open.ok) return open;
  const { emailId, fullName, emailConfirmed } = visitor;
  const inserted = await insertInvitation(tx, {
    accountId: test.account_id,
    testId: test.test_id,
    testLinkId: link?.test_link_id ?? 0,
    emailKey: emailKey(emailId),
    email: emailId,
    fullName,
    searchText: searchText(emailId, fullName),
    callbackUrl: null,
    redirectUrl: null,
    origin: 'link',
    emailConfirmed,
    now,
  });
  return inVisitorsWords(inserted);
};

/** A visitor has no account to raise a quota of. */
const inVisitorsWords = <Value>(result: Result<Value, Refusal>): Result<Value, Refusal> =>
  result.ok || result.error.code !== 'request.rate-limited' ? result : err({ ...result.error, message: noMoreToday });

/** Refuses what would mail a visitor when the account has no mail left today: the page would promise one that comes tomorrow. */
export const requireMail = async (tx: Tx, accountId: number): Promise<Result<undefined, Refusal>> =>
  inVisitorsWords(await requireLeft(tx, accountId, 'mails'));
