import { type CandidateReport, timeZoneName } from '@assay/domain';
import { accounts, type Db, type invitations, type reports } from '@assay/store';
import { loadBrand } from '../account/load-brand.ts';
import type { Services } from '../support/operation.ts';

type Head = Pick<
  CandidateReport,
  'accountName' | 'brand' | 'candidate' | 'testInvitationId' | 'testName' | 'attemptedOn' | 'completedAt' | 'completedBy' | 'zone'
>;

/** What the documents of a completed attempt say of it first; undefined when the account is gone. */
export const readHead = async (
  { testVersions }: Pick<Services, 'testVersions'>,
  db: Db,
  { row, report }: { readonly row: invitations.Invitation; readonly report: reports.Report },
): Promise<Head | undefined> => {
  const { account_id: accountId, test_id: testId, version } = report;
  const account = await accounts.find(db, accountId);
  if (account === undefined) return undefined;
  return {
    accountName: account.name,
    brand: await loadBrand(db, account),
    candidate: { fullName: row.full_name, emailId: row.email },
    testInvitationId: row.invitation_id,
    testName: (await testVersions.load(db, { accountId, testId, version })).name,
    attemptedOn: report.started_at,
    completedAt: report.completed_at,
    completedBy: report.completed_by,
    zone: timeZoneName(account.time_zone_id),
  };
};
