import { z } from 'zod';
import { Standing } from '../statistics/manage.ts';
import { ReportFigures } from './figures.ts';
import { OutcomeCounts } from './outcome-counts.ts';
import { testResults } from './report-status.ts';

/** Scores are exact decimals in text. */
export const ReportedSection = z.object({
  sectionName: z.string(),
  score: z.string(),
  totalScore: z.string(),
  passPercent: z.string().nullable(),
  result: z.enum(testResults).nullable(),
  counts: OutcomeCounts,
  group: Standing.nullable(),
});

/** `group` is null while fewer than twenty candidates finished the test, of a section while fewer had one of that name. */
export const InvitationReport = z.object({
  testInvitationId: z.int(),
  testId: z.int(),
  version: z.int(),
  ...ReportFigures.shape,
  secondsTaken: z.int(),
  counts: OutcomeCounts,
  remarks: z.array(z.string()),
  group: Standing.extend({ candidates: z.int() }).nullable(),
  sections: z.array(ReportedSection),
});
export type InvitationReport = z.output<typeof InvitationReport>;
