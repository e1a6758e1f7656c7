import { type CandidateReport, secondsShown, skillsOf, timeZoneName } from '@assay/domain';
import { accounts, type Db, invitations, reports } from '@assay/store';
import { loadBrand } from '../account/load-brand.ts';
import type { Assay } from '../support/context.ts';
import { summaryOf } from './report-summary.ts';
import { readScreenTimes } from './screen-times.ts';

/** The data of documents and mails, without webcam images, group and remarks; undefined until the report of this attempt is generated. */
export const loadCandidateReport = async (
  assay: Assay,
  db: Db,
  key: { accountId: number; invitationId: number; attempt: number },
): Promise<CandidateReport | undefined> => {
  const report = await reports.find(db, key);
  const invitation = await invitations.find(db, key);
  const account = await accounts.find(db, key.accountId);
  if (report === undefined || invitation === undefined || account === undefined) return undefined;
  const { test_id: testId, version, content } = report;
  const summary = summaryOf(report);
  if (summary === null || content === null) return undefined;
  const { name, duration, definition } = await assay.testVersions.load(db, { accountId: key.accountId, testId, version });
  const byId = new Map(content.questions.map((question) => [question.questionId, question]));
  const times = await readScreenTimes(db, { ...key, startedAt: report.started_at, completedAt: report.completed_at });
  let number = 0;
  return {
    accountName: account.name,
    brand: await loadBrand(db, account),
    candidate: { fullName: invitation.full_name, emailId: invitation.email },
    testInvitationId: key.invitationId,
    testName: name,
    attemptedOn: report.started_at,
    completedAt: report.completed_at,
    completedBy: report.completed_by,
    generatedAt: report.generated_at ?? report.completed_at,
    zone: timeZoneName(account.time_zone_id),
    duration,
    ...summary,
    images: { count: 0, shown: [] },
    group: null,
    remarks: [],
    sections: definition.sections.map((section, index) => ({
      sectionScore: '0',
      candidateScore: '0',
      ...content.sections[index],
      sectionName: section.name,
      sectionType: section.type,
      seconds: secondsShown(
        times,
        section.questions.map(({ questionId }) => questionId),
      ),
      questions: section.questions.map((asked) => {
        const { questionId, kind } = asked;
        const question = byId.get(questionId);
        if (question === undefined) throw new Error(`question ${questionId} is missing from a generated report`);
        number += 1;
        const { marks, score, outcome, late = false, program, void: voided } = question;
        const skills = skillsOf(section, asked);
        return { number, kind, marks, score, outcome, late, program, void: voided, skills, seconds: secondsShown(times, [questionId]) };
      }),
    })),
  };
};
