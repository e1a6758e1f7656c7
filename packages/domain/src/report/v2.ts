import { z } from 'zod';
import { invitationStatuses } from '../invitation/invitation-status.ts';
import { WireDateTime } from '../time/wire-date-time.ts';
import { FiguresSoFar } from './figures.ts';
import { reportStatuses } from './report-status.ts';

/** Candidate report (api-v2.md §2.5). `timeTaken`, `duration` in minutes; `tv` in seconds; scores are exact decimals in text. */
export const WireReport = z.object({
  emailId: z.string(),
  fullName: z.string(),
  timeTaken: z.int().nullable(),
  testName: z.string(),
  duration: z.int(),
  questions: z.int(),
  attemptedOn: WireDateTime.nullable(),
  totalScore: z.string(),
  ...FiguresSoFar.omit({ totalScore: true, passPercent: true, testResult: true, lateAnswers: true }).shape,
  testStatus: z.enum(invitationStatuses),
  reportStatus: z.enum(reportStatuses),
});
export type WireReport = z.output<typeof WireReport>;

/** Section report entry (api-v2.md §2.6): numbers, as the sample shows. */
export const WireSectionReport = z.object({ sectionName: z.string(), sectionScore: z.number(), candidateScore: z.number() });
export type WireSectionReport = z.output<typeof WireSectionReport>;

/** `result` of the section report: the array itself. */
export const WireSectionReports = z.array(WireSectionReport);
