import type { InvitationReport } from '@assay/domain';
import { example, exampleItem } from '@assay/testing';

type ReportedSection = InvitationReport['sections'][number];

export const reportedSection = (
  sectionName: string,
  score: string,
  totalScore: string,
  over: Partial<ReportedSection> = {},
): ReportedSection =>
  exampleItem('getInvitationReport', 'sections', {
    ...{ sectionName, score, totalScore, counts: { right: 6, partial: 1, wrong: 2, blank: 1, void: 0 } },
    ...over,
  });

/** 31.5 of 40 in two sections, in a little less than 40 minutes. */
export const invitationReport = (over: Partial<InvitationReport> = {}): InvitationReport =>
  example('getInvitationReport', {
    ...{ testInvitationId: 501, testId: 7, score: '31.5', totalScore: '40', wv: 2, tv: 14, secondsTaken: 2395 },
    counts: { right: 12, partial: 2, wrong: 4, blank: 2, void: 0 },
    sections: [reportedSection('Markup', '18', '24'), reportedSection('Scripts', '13.5', '16')],
    ...over,
  });
