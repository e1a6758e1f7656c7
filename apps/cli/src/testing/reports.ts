import { type InvitationReport, noFigures } from '@assay/domain';

export const reportedSection = (
  sectionName: string,
  score: string,
  totalScore: string,
  over: Partial<InvitationReport['sections'][number]> = {},
): InvitationReport['sections'][number] => ({
  sectionName,
  score,
  totalScore,
  passPercent: null,
  result: null,
  counts: { right: 6, partial: 1, wrong: 2, blank: 1, void: 0 },
  group: null,
  ...over,
});

/** 31.5 of 40 in two sections, in a little less than 40 minutes. */
export const invitationReport = (over: Partial<InvitationReport> = {}): InvitationReport => ({
  testInvitationId: 501,
  testId: 7,
  version: 1,
  ...noFigures,
  score: '31.5',
  totalScore: '40',
  wv: 2,
  tv: 14,
  secondsTaken: 2395,
  counts: { right: 12, partial: 2, wrong: 4, blank: 2, void: 0 },
  remarks: [],
  group: null,
  sections: [reportedSection('Markup', '18', '24'), reportedSection('Scripts', '13.5', '16')],
  ...over,
});
