import { groupText, resultText } from '../../output/report-text.ts';
import { oneLine } from '../../output/text.ts';
import type { Context } from '../../support/context.ts';
import { minutesText, whenUtc } from '../../time/format-time.ts';
import { type CommonOptions, openSession } from '../common/session.ts';

export const showReport = async (context: Context, testInvitationId: number, options: CommonOptions): Promise<void> => {
  const { out, client, call } = await openSession(context, options);
  const report = await client.getReport({ testInvitationId }, call);
  const group = report.reportStatus === 'Generated' ? (await client.getInvitationReport({ testInvitationId }, call)).group : null;
  out.print({
    json: { testInvitationId, ...report, group },
    ids: [testInvitationId],
    text: () =>
      [
        `${out.paint('strong', oneLine(report.fullName))} <${oneLine(report.emailId)}>`,
        out.facts([
          ['Test', report.testName],
          ['Status', report.testStatus],
          ['Report', report.reportStatus],
          ['Score', report.score === null ? null : `${report.score} / ${report.totalScore}`],
          ['Result', resultText(report)],
          ['Compared', groupText(group)],
          ['Questions', report.questions],
          ['Attempted', whenUtc(report.attemptedOn)],
          ['Time taken', report.timeTaken === null ? null : `${minutesText(report.timeTaken)} of ${minutesText(report.duration)}`],
          ['Window violations', report.wv === 0 ? 'none' : `${report.wv}, ${report.tv} s outside`],
        ]),
        ...(report.testStatus === 'Completed' && report.reportStatus !== 'Generated'
          ? [
              '',
              report.reportStatus === 'Pending'
                ? 'The report is being made; ask again in a moment.'
                : 'The report is made when all programs, essays and files are graded.',
            ]
          : []),
      ].join('\n'),
  });
};

const barWidth = 20;

/** A score against its maximum; penalties can make it negative. */
const bar = (score: number, maximum: number): string => {
  const filled = maximum <= 0 ? 0 : Math.round(Math.min(1, Math.max(0, score / maximum)) * barWidth);
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`;
};

export const showSections = async (context: Context, testInvitationId: number, options: CommonOptions): Promise<void> => {
  const { out, client, call } = await openSession(context, options);
  const sections = await client.getSectionReports({ testInvitationId }, call);
  out.print({
    json: { testInvitationId, sections },
    ids: [testInvitationId],
    text: () =>
      out.table(
        [
          { head: 'SECTION', cell: ({ sectionName }) => sectionName },
          { head: 'SCORE', cell: ({ candidateScore }) => candidateScore, right: true, whole: true },
          { head: 'OF', cell: ({ sectionScore }) => sectionScore, right: true, whole: true },
          { head: '', cell: ({ candidateScore, sectionScore }) => bar(candidateScore, sectionScore), whole: true },
          { head: 'RIGHT', spare: true, cell: ({ noOfCorrectQuestions }) => noOfCorrectQuestions ?? null, right: true, whole: true },
          { head: 'WRONG', spare: true, cell: ({ noOfWrongQuestions }) => noOfWrongQuestions ?? null, right: true, whole: true },
          {
            head: 'BLANK',
            spare: true,
            cell: ({ noOfNotAnsweredQuestions }) => noOfNotAnsweredQuestions ?? null,
            right: true,
            whole: true,
          },
        ],
        sections,
      ),
  });
};

export const showSkills = async (context: Context, testInvitationId: number, options: CommonOptions): Promise<void> => {
  const { out, client, call } = await openSession(context, options);
  const { skills } = await client.getSkillReports({ testInvitationId }, call);
  out.print({
    json: { testInvitationId, skills },
    ids: [testInvitationId],
    text: () =>
      skills.length === 0
        ? 'The file of this test names no skills: write `skills: [name, …]` at its sections or questions.'
        : out.table(
            [
              { head: 'SKILL', cell: ({ skillName }) => skillName },
              { head: 'SECTION', cell: ({ sectionName }) => sectionName },
              { head: 'SCORE', cell: ({ candidateSkillScore }) => candidateSkillScore, right: true, whole: true },
              { head: 'OF', cell: ({ totalSkillScore }) => totalSkillScore, right: true, whole: true },
              { head: '', cell: ({ candidateSkillScore, totalSkillScore }) => bar(candidateSkillScore, totalSkillScore), whole: true },
            ],
            skills,
          ),
  });
};
