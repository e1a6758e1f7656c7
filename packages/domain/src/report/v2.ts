import { z } from 'zod';
import { invitationStatuses } from '../invitation/invitation-status.ts';
import { UtcDateTime } from '../time/utc-date-time.ts';
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
  attemptedOn: UtcDateTime.nullable(),
  totalScore: z.string(),
  ...FiguresSoFar.omit({ totalScore: true }).shape,
  testStatus: z.enum(invitationStatuses),
  reportStatus: z.enum(reportStatuses),
});
export type WireReport = z.input<typeof WireReport>;

// The field table says String, the sample shows numbers: numbers are sent, both are read.
const score = z.codec(z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)]), z.number(), { decode: Number, encode: (value) => value });

/** Section report entry (api-v2.md §2.6). */
export const WireSectionReport = z.object({ sectionName: z.string(), sectionScore: score, candidateScore: score });
export type WireSectionReport = z.output<typeof WireSectionReport>;

const entries = z.array(WireSectionReport);

/** `result` of the section report: an array is sent; `{ sections: [...] }`, which the field table names, is read too. */
export const WireSectionReports = z.codec(z.union([entries, z.object({ sections: entries })]), z.array(z.custom<WireSectionReport>()), {
  decode: (wire) => (Array.isArray(wire) ? wire : wire.sections),
  encode: (list) => list,
});
