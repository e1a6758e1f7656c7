import { z } from 'zod';
import { Standing } from '../statistics/managed-statistics.ts';
import { named } from '../wire/named.ts';
import { ReportFigures } from './figures.ts';
import { testResults } from './report-status.ts';
import { OutcomeCounts } from './words/outcome-counts.ts';

/** Scores are exact decimals in text. */
export const ReportedSection = named('ReportedSection', 'A section of a report.', {
  sectionName: z.string(),
  score: z.string(),
  totalScore: z.string().describe('Maximum score of the section: an exact decimal in text.'),
  passPercent: z.string().nullable().describe('Pass mark of the section in per cent: an exact decimal in text; null without one.'),
  result: z.enum(testResults).nullable().describe('Whether it was reached; null without one.'),
  counts: OutcomeCounts.describe('How many of its questions were graded how.'),
  group: Standing.nullable().describe('Among all who had a section of this name; null while they are fewer than twenty.'),
});

export const InvitationReport = named('InvitationReport', 'The report of an invitation.', {
  testInvitationId: z.int(),
  testId: z.int(),
  version: z.int().describe('Version of the test that was taken.'),
  ...ReportFigures.shape,
  secondsTaken: z.int().describe('From start to completion, rounded up.'),
  counts: OutcomeCounts.describe('How many questions were graded how.'),
  remarks: z.array(z.string()).describe('What stands out in how the attempt went, in numbers; no verdicts.'),
  group: Standing.extend({ candidates: z.int().describe('How many finished the test.') })
    .meta({ id: 'Group', description: 'Where a score stands among all.' })
    .nullable()
    .describe('Among all who finished the test; null while they are fewer than twenty.'),
  sections: z.array(ReportedSection),
});
export type InvitationReport = z.output<typeof InvitationReport>;
