import {
  formatUtcDateTime,
  minutesTaken,
  noFigures,
  ok,
  operations,
  type Refusal,
  type ReportContent,
  type ReportFigures,
  type Result,
  scorePercent,
  sectionCounts,
  skillScores,
  windowViolations,
} from '@assay/domain';
import { attemptKeyOf, type Db, invitations, proctoringImages, reports, tests, windowEvents } from '@assay/store';
import { readScreenTimes } from '../statistics/screen-times.ts';
import { readOperation, type Services } from '../support/operation.ts';
import { conflict, notFound } from '../support/refusals.ts';
import { summaryOf } from './report-summary.ts';
import { reportUrl } from './report-url.ts';

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
  const events = await windowEvents.list(db, attemptKeyOf(row));
  const until = row.completed_at ?? Math.min(await db.now(), row.deadline ?? Number.POSITIVE_INFINITY);
  return windowViolations(events, until);
};

/** A candidate's report (api-v2.md §4.11); score and timeTaken are null until it is generated. */
export const getReport = readOperation(operations.getReport, async ({ assay, accountId, db }, { testInvitationId }) => {
  const found = await findInvitation(db, accountId, testInvitationId);
  if (!found.ok) return found;
  const row = found.value;
  const test = await testOf(assay, db, row);
  const summary = summaryOf(row) ?? { secondsTaken: null, ...noFigures, ...(await violationsSoFar(db, row)) };
  const { score, secondsTaken, wv, tv, testResult, passPercent } = summary;
  // Of the report: a regrade may have come with other marks.
  const totalScore = summary.totalScore ?? test.totalScore;
  const key = { accountId, invitationId: row.invitation_id, attempt: row.attempt };
  const isGenerated = row.report_status === 'Generated';
  return ok({
    emailId: row.email,
    fullName: row.full_name,
    timeTaken: secondsTaken === null ? null : minutesTaken(secondsTaken),
    testName: test.name,
    duration: test.duration,
    questions: test.questions,
    attemptedOn: row.started_at === null ? null : formatUtcDateTime(row.started_at),
    totalScore,
    score,
    wv,
    tv,
    testStatus: row.status,
    reportStatus: row.report_status ?? 'Pending',
    testResult,
    testCutOffPercent: passPercent === null ? null : Number(passPercent),
    candidatePercent: score === null ? null : scorePercent(score, totalScore),
    reportPDFUrl: isGenerated ? reportUrl(assay, row, row.attempt, await db.now()).url : null,
    proctoringImagesCount: row.started_at === null ? 0 : await proctoringImages.count(db, key),
    // No program looks at what images show.
    violatedProctoringImages: 0,
  });
});

type GeneratedReport = { readonly report: reports.Report; readonly figures: ReportFigures; readonly content: ReportContent };

/** The report of the present attempt. */
export const generatedReport = async (db: Db, accountId: number, invitationId: number): Promise<Result<GeneratedReport, Refusal>> => {
  const found = await findInvitation(db, accountId, invitationId);
  if (!found.ok) return found;
  const report = await reports.find(db, { accountId, invitationId, attempt: found.value.attempt });
  if (report?.content == null || report.figures === null) return conflict('The report is not generated yet');
  return ok({ report, figures: report.figures, content: report.content });
};

/** The sections of a candidate's report (api-v2.md §4.12). */
export const getSectionReports = readOperation(operations.getSectionReports, async ({ assay, accountId, db }, { testInvitationId }) => {
  const found = await generatedReport(db, accountId, testInvitationId);
  if (!found.ok) return found;
  const { report, content } = found.value;
  const { test_id: testId, version } = report;
  const { definition } = await assay.testVersions.load(db, { accountId, testId, version });
  const { invitation_id: invitationId, attempt, started_at: startedAt, completed_at: completedAt } = report;
  const times = await readScreenTimes(db, { accountId, invitationId, attempt, startedAt, completedAt });
  // Scores have at most two decimals, which a JSON number carries exactly.
  return ok(
    content.sections.map((section, index) => {
      const definedSection = definition.sections[index];
      if (definedSection === undefined) throw new Error(`section ${index + 1} of a report is not in its test`);
      return {
        sectionName: section.sectionName,
        sectionScore: Number(section.sectionScore),
        candidateScore: Number(section.candidateScore),
        ...sectionCounts(definedSection, content.questions, times),
      };
    }),
  );
});

/** The skills of a candidate's report, as later versions of API v2 have them. */
export const getSkillReports = readOperation(operations.getSkillReports, async ({ assay, accountId, db }, { testInvitationId }) => {
  const found = await generatedReport(db, accountId, testInvitationId);
  if (!found.ok) return found;
  const { report, content, figures } = found.value;
  const { test_id: testId, version } = report;
  const { name, definition } = await assay.testVersions.load(db, { accountId, testId, version });
  return ok({
    testInvitationId,
    testId,
    testName: name,
    candidateScore: Number(figures.score),
    totalTestScore: Number(figures.totalScore),
    skills: skillScores(definition, content.questions).map(({ score, totalScore, ...skill }) => ({
      ...skill,
      candidateSkillScore: Number(score),
      totalSkillScore: Number(totalScore),
    })),
  });
});
