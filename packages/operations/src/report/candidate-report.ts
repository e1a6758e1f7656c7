import { type CandidateReport, type GradedAttempt, minutesTaken, timeZoneName } from '@assay/domain';
import { accounts, type Db, invitations, reports } from '@assay/store';
import type { Assay } from '../support/context.ts';

/** What documents and mails are written from, without webcam images; undefined until the report of this attempt is generated. */
export const loadCandidateReport = async (
  assay: Assay,
  db: Db,
  key: { accountId: number; invitationId: number; attempt: number },
): Promise<CandidateReport | undefined> => {
  const report = await reports.find(db, key);
  const invitation = await invitations.find(db, key);
  const account = await accounts.find(db, key.accountId);
  if (report?.content == null || invitation === undefined || account === undefined) return undefined;
  const { test_id: testId, version } = report;
  const { name, duration, definition } = await assay.testVersions.load(db, { accountId: key.accountId, testId, version });
  // Written by generateReports from a GradedAttempt; its questions stand in the order of the definition.
  const graded = JSON.parse(report.content) as Pick<GradedAttempt, 'sections' | 'questions'>;
  const byId = new Map(graded.questions.map((question) => [question.questionId, question]));
  let number = 0;
  return {
    accountName: account.name,
    candidate: { fullName: invitation.full_name, emailId: invitation.email },
    testInvitationId: key.invitationId,
    testName: name,
    attemptedOn: report.started_at,
    completedAt: report.completed_at,
    completedBy: report.completed_by,
    generatedAt: report.generated_at ?? report.completed_at,
    zone: timeZoneName(account.time_zone_id),
    duration,
    timeTaken: minutesTaken(report.started_at, report.completed_at),
    score: report.score ?? '0',
    totalScore: report.total_score ?? '0',
    wv: report.wv,
    tv: report.tv,
    images: { count: 0, shown: [] },
    sections: definition.sections.map((section, index) => ({
      sectionName: section.name,
      sectionType: section.type,
      sectionScore: graded.sections[index]?.sectionScore ?? '0',
      candidateScore: graded.sections[index]?.candidateScore ?? '0',
      questions: section.questions.map(({ questionId, kind }) => {
        const question = byId.get(questionId);
        if (question === undefined) throw new Error(`question ${questionId} is missing from a generated report`);
        number += 1;
        return { number, kind, marks: question.marks, score: question.score, outcome: question.outcome };
      }),
    })),
  };
};
