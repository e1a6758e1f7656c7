import { type CandidateReport, secondsShown, skillsOf } from '@assay/domain';
import { type Db, invitations, reports } from '@assay/store';
import { readScreenTimes } from '../statistics/screen-times.ts';
import type { Assay } from '../support/context.ts';
import { readHead } from './attempt-head.ts';
import { summaryOf } from './report-summary.ts';

/** The data of documents and mails, without webcam images, group and remarks; undefined until the report of this attempt is generated. */
export const loadCandidateReport = async (
  assay: Assay,
  db: Db,
  key: { accountId: number; invitationId: number; attempt: number },
): Promise<CandidateReport | undefined> => {
  const report = await reports.find(db, key);
  const invitation = await invitations.find(db, key);
  if (report === undefined || invitation === undefined) return undefined;
  const head = await readHead(assay, db, { row: invitation, report });
  if (head === undefined) return undefined;
  const { test_id: testId, version, content } = report;
  const summary = summaryOf(report);
  if (summary === null || content === null) return undefined;
  const { duration, definition } = await assay.testVersions.load(db, { accountId: key.accountId, testId, version });
  const byId = new Map(content.questions.map((question) => [question.questionId, question]));
  const times = await readScreenTimes(db, { ...key, startedAt: report.started_at, completedAt: report.completed_at });
  let number = 0;
  return {
    ...head,
    generatedAt: report.generated_at ?? report.completed_at,
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
