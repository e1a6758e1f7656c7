import { type InvitationReport, type OutcomeCounts, outcomeWords, percentInWords, questionOutcomes } from '@assay/domain';
import type { CommandResult } from '../../output/output.ts';
import { attemptFacts, scoreText } from '../../output/report-text.ts';
import type { Column } from '../../output/table.ts';
import { oneLine } from '../../output/text.ts';
import type { Session } from '../common/session.ts';

export const showReport = async ({ out, client, call }: Session, testInvitationId: number): Promise<CommandResult> => {
  const report = await client.getReport({ testInvitationId }, call);
  const generated = report.reportStatus === 'Generated' ? await client.getInvitationReport({ testInvitationId }, call) : null;
  const { secondsTaken, counts, remarks, group } = generated ?? { secondsTaken: null, counts: null, remarks: [], group: null };
  return {
    json: { testInvitationId, ...report, secondsTaken, counts, remarks, group },
    ids: [testInvitationId],
    text: () =>
      [
        `${out.paint('strong', oneLine(report.fullName))} <${oneLine(report.emailId)}>`,
        out.facts([
          ['Test', report.testName],
          ['Status', report.testStatus],
          ['Report', report.reportStatus],
          ['Score', scoreText(report)],
          ...attemptFacts(report, generated),
          ...remarks.map((text, index): [string, string] => [index === 0 ? 'Remarks' : '', `${text}.`]),
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
  };
};

const barWidth = 20;

/** A score against its maximum; penalties can make it negative. */
const bar = (score: number, maximum: number): string => {
  const filled = maximum <= 0 ? 0 : Math.round(Math.min(1, Math.max(0, score / maximum)) * barWidth);
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`;
};

type Detail = InvitationReport['sections'][number];
type WithDetail = { readonly detail: Detail | null };

/** Whether the pass mark was reached, and the mean of the group, where there is one. */
const standingColumns = (rows: readonly WithDetail[]): readonly Column<WithDetail>[] => [
  ...(rows.some(({ detail }) => detail?.result != null)
    ? [{ head: 'RESULT', cell: ({ detail }: WithDetail) => detail?.result ?? null, whole: true }]
    : []),
  ...(rows.some(({ detail }) => detail?.group != null)
    ? [
        {
          head: 'MEAN',
          cell: ({ detail }: WithDetail) => (detail?.group == null ? null : `${detail.group.meanPercent}%`),
          ...{ spare: true, right: true, whole: true },
        },
      ]
    : []),
];

/** A column for each outcome; partly right and void only where there are some. */
const countColumns = (rows: readonly WithDetail[]): readonly Column<WithDetail>[] => {
  const column = (head: string, outcome: keyof OutcomeCounts): Column<WithDetail> => ({
    head: head.toUpperCase(),
    spare: true,
    cell: ({ detail }) => detail?.counts[outcome] ?? null,
    right: true,
    whole: true,
  });
  const some = (outcome: keyof OutcomeCounts): boolean => rows.some(({ detail }) => (detail?.counts[outcome] ?? 0) > 0);
  return [
    ...questionOutcomes.filter((one) => one !== 'partial' || some(one)).map((one) => column(outcomeWords[one], one)),
    ...(some('void') ? [column('void', 'void')] : []),
  ];
};

export const showSections = async ({ out, client, call }: Session, testInvitationId: number): Promise<CommandResult> => {
  const scores = await client.getSectionReports({ testInvitationId }, call);
  const report = await client.getInvitationReport({ testInvitationId }, call);
  const sections = scores.map((section, index) => ({ ...section, detail: report.sections[index] ?? null }));
  return {
    json: {
      testInvitationId,
      sections: sections.map(({ detail, ...section }) => ({
        ...section,
        counts: detail?.counts ?? null,
        result: detail?.result ?? null,
        group: detail?.group ?? null,
      })),
    },
    ids: [testInvitationId],
    text: () =>
      out.table(
        [
          { head: 'SECTION', cell: ({ sectionName }) => sectionName },
          { head: 'SCORE', cell: ({ candidateScore }) => candidateScore, right: true, whole: true },
          { head: 'OF', cell: ({ sectionScore }) => sectionScore, right: true, whole: true },
          {
            head: 'SHARE',
            cell: ({ candidateScore, sectionScore }) => percentInWords(String(candidateScore), String(sectionScore)) ?? null,
            right: true,
            whole: true,
          },
          { head: '', cell: ({ candidateScore, sectionScore }) => bar(candidateScore, sectionScore), whole: true },
          ...standingColumns(sections),
          ...countColumns(sections),
        ],
        sections,
      ),
  };
};

export const showSkills = async ({ out, client, call }: Session, testInvitationId: number): Promise<CommandResult> => {
  const { skills } = await client.getSkillReports({ testInvitationId }, call);
  return {
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
  };
};
