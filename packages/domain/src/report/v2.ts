import { z } from 'zod';
import { invitationStatuses } from '../invitation/invitation-status.ts';
import { WireDateTime } from '../time/wire-date-time.ts';
import { WireId } from '../wire/ids.ts';
import { named } from '../wire/named.ts';
import { FiguresSoFar } from './figures.ts';
import { reportStatuses, testResults } from './report-status.ts';

/** A field of later versions of API v2: Assay sends it always, other servers may not. */
const laterField = <Field extends z.ZodType>(field: Field) => z.optional(field);

/** Candidate report (api-v2.md §2.5). `timeTaken`, `duration` in minutes; `tv` in seconds; scores are exact decimals in text. */
export const WireReport = named('Report', 'What came of an invitation.', {
  emailId: z.string(),
  fullName: z.string(),
  timeTaken: z.int().nullable().describe('Minutes taken to complete, rounded up; null until the report is generated.'),
  testName: z.string(),
  duration: z.int().describe('Duration of the test in minutes, without extra time.'),
  questions: z.int(),
  attemptedOn: WireDateTime.nullable().describe('Start of the attempt; null before it.'),
  totalScore: z.string(),
  ...FiguresSoFar.pick({ score: true, wv: true, tv: true }).shape,
  testStatus: z.enum(invitationStatuses).describe('Status of the invitation.'),
  reportStatus: z.enum(reportStatuses).describe('Whether the figures are there yet.'),
  testResult: laterField(z.enum(testResults).nullable()),
  testCutOffPercent: laterField(z.number().nullable()).describe(
    'Pass mark of the test in per cent; null without one, and until the report is generated.',
  ),
  candidatePercent: laterField(z.number().nullable()).describe(
    'Score in per cent of the maximum, to two decimals; null until the report is generated.',
  ),
  reportPDFUrl: laterField(z.string().nullable()).describe(
    'Signed URL of the PDF, which opens without a key until it is revoked; null until the report is generated. Each response has another one.',
  ),
  proctoringImagesCount: laterField(z.int()).describe('How many webcam images the attempt has.'),
  violatedProctoringImages: laterField(z.int()).describe('Always 0: no program judges what images show.'),
});
export type WireReport = z.output<typeof WireReport>;

/** Section report entry (api-v2.md §2.6): numbers, as the sample shows. */
export const WireSectionReport = named('SectionReport', 'Marks of a section.', {
  sectionName: z.string(),
  sectionScore: z.number().describe('Maximum score of the section.'),
  candidateScore: z.number().describe('Score of the candidate in the section; it may be negative.'),
  noOfQuestionsInSection: laterField(z.int()).describe(
    'Questions of the section without those that are void, which are in none of these counts.',
  ),
  noOfAnsweredQuestions: laterField(z.int()).describe('Questions that were answered.'),
  noOfNotAnsweredQuestions: laterField(z.int()).describe('Questions that were left blank.'),
  noOfSkippedQuestions: laterField(z.int()).describe('The same: every question can be seen, so one that is blank was skipped.'),
  noOfCorrectQuestions: laterField(z.int()).describe('Questions with full marks.'),
  noOfWrongQuestions: laterField(z.int()).describe(
    'Answered questions without marks. One with a part of its marks is in noOfAnsweredQuestions, and neither correct nor wrong.',
  ),
  negativeMarks: laterField(z.number()).describe('Marks that penalties took away: 0 or more.'),
  sectionTime: laterField(z.int().nullable()).describe('Seconds that the author plans for the section; null if none.'),
  candidateTimeTaken: laterField(z.int().nullable()).describe(
    'Seconds that the questions of the section were on the screen, without the time outside the window; null where nothing was recorded.',
  ),
});
export type WireSectionReport = z.output<typeof WireSectionReport>;

/** `result` of the section report: the array itself. */
export const WireSectionReports = z
  .array(WireSectionReport)
  .meta({ id: 'SectionReports', description: 'Marks of each section, in order.' });

/** A skill in a section, of later versions of API v2. */
export const WireSkillReport = named('SkillReport', 'Marks of a skill in a section.', {
  skillId: z.int().describe('Place of the skill in the order in which this version of the test first names it, from 1.'),
  skillName: z.string().describe('Name of the skill.'),
  candidateSkillScore: z.number().describe('Score of the candidate in the questions of the section with this skill; it may be negative.'),
  totalSkillScore: z.number().describe('Maximum score of these questions.'),
  sectionId: z.int().describe('Place of the section in the test, from 1.'),
  sectionName: z.string(),
});

export const WireSkillReports = named('SkillReports', 'Marks of each skill, section by section.', {
  testInvitationId: WireId,
  testId: WireId,
  testName: z.string(),
  candidateScore: z.number().describe('Score of the candidate in the whole test; it may be negative.'),
  totalTestScore: z.number().describe('Maximum score of the test.'),
  skills: z.array(WireSkillReport).describe('The skills of the sections, in order; empty if the test file names none.'),
});
export type WireSkillReports = z.output<typeof WireSkillReports>;
