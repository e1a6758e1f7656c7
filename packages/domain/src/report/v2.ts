import { z } from 'zod';
import { invitationStatuses } from '../invitation/invitation-status.ts';
import { WireDateTime } from '../time/wire-date-time.ts';
import { WireId } from '../wire/ids.ts';
import { FiguresSoFar } from './figures.ts';
import { reportStatuses, testResults } from './report-status.ts';

/** A field of later versions of API v2: Assay sends it always, other servers may not. */
const laterField = <Field extends z.ZodType>(field: Field) => z.optional(field);

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
  ...FiguresSoFar.pick({ score: true, wv: true, tv: true }).shape,
  testStatus: z.enum(invitationStatuses),
  reportStatus: z.enum(reportStatuses),
  testResult: laterField(z.enum(testResults).nullable()),
  testCutOffPercent: laterField(z.number().nullable()),
  candidatePercent: laterField(z.number().nullable()),
  reportPDFUrl: laterField(z.string().nullable()),
  proctoringImagesCount: laterField(z.int()),
  violatedProctoringImages: laterField(z.int()),
});
export type WireReport = z.output<typeof WireReport>;

/** Section report entry (api-v2.md §2.6): numbers, as the sample shows. */
export const WireSectionReport = z.object({
  sectionName: z.string(),
  sectionScore: z.number(),
  candidateScore: z.number(),
  noOfQuestionsInSection: laterField(z.int()),
  noOfAnsweredQuestions: laterField(z.int()),
  noOfNotAnsweredQuestions: laterField(z.int()),
  noOfSkippedQuestions: laterField(z.int()),
  noOfCorrectQuestions: laterField(z.int()),
  noOfWrongQuestions: laterField(z.int()),
  negativeMarks: laterField(z.number()),
  sectionTime: laterField(z.int().nullable()),
  candidateTimeTaken: laterField(z.int().nullable()),
});
export type WireSectionReport = z.output<typeof WireSectionReport>;

/** `result` of the section report: the array itself. */
export const WireSectionReports = z.array(WireSectionReport);

/** A skill in a section, of later versions of API v2. */
export const WireSkillReport = z.object({
  skillId: z.int(),
  skillName: z.string(),
  candidateSkillScore: z.number(),
  totalSkillScore: z.number(),
  sectionId: z.int(),
  sectionName: z.string(),
});

export const WireSkillReports = z.object({
  testInvitationId: WireId,
  testId: WireId,
  testName: z.string(),
  candidateScore: z.number(),
  totalTestScore: z.number(),
  skills: z.array(WireSkillReport),
});
export type WireSkillReports = z.output<typeof WireSkillReports>;
