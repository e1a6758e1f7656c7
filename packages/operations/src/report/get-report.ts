import {
  formatUtcDateTime,
  noFigures,
  ok,
  type Refusal,
  type Result,
  type WireReport,
  type WireSectionReport,
  windowViolations,
} from '@assay/domain';
import { type Db, invitations, reports, tests, windowEvents } from '@assay/store';
import type { Context, Outcome } from '../support/context.ts';
import { conflict, notFound, pathId, requireScope } from '../support/refusals.ts';
import { summaryOf } from './report-summary.ts';

type Input = { ctx: Context; input: { testInvitationId: string } };

const findInvitation = async (ctx: Context, db: Db, invitationId: number): Promise<Result<invitations.InvitationWithReport, Refusal>> => {
  const row = await invitations.findWithReport(db, { accountId: ctx.accountId, invitationId });
  return row === undefined ? notFound('invitation', invitationId) : ok(row);
};

/** What is said of the test: by the version the attempt started on, else by the present one. */
const testOf = async (ctx: Context, db: Db, row: invitations.Invitation) => {
  if (row.version !== null) return ctx.assay.testVersions.load(db, { accountId: ctx.accountId, testId: row.test_id, version: row.version });
  const test = await tests.find(db, ctx.accountId, row.test_id);
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
export const getReport = async ({ ctx, input }: Input): Outcome<WireReport> => {
  const allowed = requireScope(ctx, 'read');
  if (!allowed.ok) return allowed;
  const invitationId = pathId(input.testInvitationId, 'testInvitationId', 'invitation');
  if (!invitationId.ok) return invitationId;
  return ctx.assay.store.read(async (db) => {
    const found = await findInvitation(ctx, db, invitationId.value);
    if (!found.ok) return found;
    const row = found.value;
    const test = await testOf(ctx, db, row);
    const summary = summaryOf(row) ?? { timeTaken: null, ...noFigures, ...(await violationsSoFar(db, row)) };
    const { timeTaken, totalScore: _, ...figures } = summary;
    return ok({
      emailId: row.email,
      fullName: row.full_name,
      timeTaken,
      testName: test.name,
      duration: test.duration,
      questions: test.questions,
      attemptedOn: row.started_at === null ? null : formatUtcDateTime(row.started_at),
      totalScore: test.totalScore,
      ...figures,
      testStatus: row.status,
      reportStatus: row.report_status ?? 'Pending',
    });
  });
};

/** The sections of a candidate's report (api-v2.md §4.12). */
export const getSectionReports = async ({ ctx, input }: Input): Outcome<WireSectionReport[]> => {
  const allowed = requireScope(ctx, 'read');
  if (!allowed.ok) return allowed;
  const invitationId = pathId(input.testInvitationId, 'testInvitationId', 'invitation');
  if (!invitationId.ok) return invitationId;
  return ctx.assay.store.read(async (db) => {
    const row = await findInvitation(ctx, db, invitationId.value);
    if (!row.ok) return row;
    const { attempt } = row.value;
    const report = await reports.find(db, { accountId: ctx.accountId, invitationId: invitationId.value, attempt });
    if (report?.content == null) return conflict('The report is not generated yet');
    // Scores have at most two decimals, which a JSON number carries exactly.
    return ok(
      report.content.sections.map((section) => ({
        sectionName: section.sectionName,
        sectionScore: Number(section.sectionScore),
        candidateScore: Number(section.candidateScore),
      })),
    );
  });
};
