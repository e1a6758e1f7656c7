import { formatUtcDateTime, noFigures, ok, operations, type Refusal, type Result, windowViolations } from '@assay/domain';
import { type Db, invitations, reports, tests, windowEvents } from '@assay/store';
import { readOperation, type Services } from '../support/operation.ts';
import { conflict, notFound } from '../support/refusals.ts';
import { summaryOf } from './report-summary.ts';

const findInvitation = async (
  db: Db,
  accountId: number,
  invitationId: number,
): Promise<Result<invitations.InvitationWithReport, Refusal>> => {
  const row = await invitations.findWithReport(db, { accountId, invitationId });
  return row === undefined ? notFound('invitation', invitationId) : ok(row);
};

/** Facts of the test, from the version that the attempt started on, or the present one before a start. */
const testOf = async (assay: Services, db: Db, { account_id: accountId, test_id: testId, version }: invitations.Invitation) => {
  if (version !== null) return assay.testVersions.load(db, { accountId, testId, version });
  const test = await tests.find(db, accountId, testId);
  if (test === undefined) throw new Error('an invitation has lost its test');
  return { name: test.name, duration: test.duration, questions: test.questions, totalScore: test.total_score };
};

/** Window violations of an attempt whose report is not generated. */
const violationsSoFar = async (db: Db, row: invitations.InvitationWithReport) => {
  if (row.started_at === null) return {};
  const events = await windowEvents.list(db, { accountId: row.account_id, invitationId: row.invitation_id, attempt: row.attempt });
  const until = row.completed_at ?? Math.min(await db.now(), row.deadline ?? Number.POSITIVE_INFINITY);
  return windowViolations(events, until);
};

/** A candidate's report (api-v2.md §4.11); score and timeTaken are null until it is generated. */
export const getReport = readOperation(operations.getReport, async ({ assay, accountId, db }, { testInvitationId }) => {
  const found = await findInvitation(db, accountId, testInvitationId);
  if (!found.ok) return found;
  const row = found.value;
  const test = await testOf(assay, db, row);
  const summary = summaryOf(row) ?? { timeTaken: null, ...noFigures, ...(await violationsSoFar(db, row)) };
  const { score, timeTaken, wv, tv } = summary;
  return ok({
    emailId: row.email,
    fullName: row.full_name,
    timeTaken,
    testName: test.name,
    duration: test.duration,
    questions: test.questions,
    attemptedOn: row.started_at === null ? null : formatUtcDateTime(row.started_at),
    totalScore: test.totalScore,
    score,
    wv,
    tv,
    testStatus: row.status,
    reportStatus: row.report_status ?? 'Pending',
  });
});

/** The sections of a candidate's report (api-v2.md §4.12). */
export const getSectionReports = readOperation(
  operations.getSectionReports,
  async ({ accountId, db }, { testInvitationId: invitationId }) => {
    const row = await findInvitation(db, accountId, invitationId);
    if (!row.ok) return row;
    const { attempt } = row.value;
    const report = await reports.find(db, { accountId, invitationId, attempt });
    if (report?.content == null) return conflict('The report is not generated yet');
    // Scores have at most two decimals, which a JSON number carries exactly.
    return ok(
      report.content.sections.map((section) => ({
        sectionName: section.sectionName,
        sectionScore: Number(section.sectionScore),
        candidateScore: Number(section.candidateScore),
      })),
    );
  },
);
