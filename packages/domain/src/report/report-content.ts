import { z } from 'zod';
import { answerLanguages } from '../coding/languages.ts';
import { voids } from '../questions/question-fields.ts';
import { graderVersion } from './grading/grader.ts';
import { outcomeOf } from './grading/outcome.ts';
import { questionOutcomes, testResults } from './report-status.ts';

/** Scores are exact decimals in text (`-0.5`), and so is `passPercent`; absent, like `result`, if the section has no pass mark. */
export const SectionScore = z.object({
  sectionName: z.string(),
  sectionScore: z.string(),
  candidateScore: z.string(),
  passPercent: z.string().optional(),
  result: z.enum(testResults).optional(),
});
export type SectionScore = z.output<typeof SectionScore>;

/** What a report says of a program: its language, and how many of its cases were accepted. Never the program. */
export const ProgramSummary = z.object({ language: z.enum(answerLanguages), accepted: z.int(), cases: z.int() });
export type ProgramSummary = z.output<typeof ProgramSummary>;

/** What a generated report stores besides its figures. Sections and questions stand in the order of the test. */
export const ReportContent = z.object({
  /** Version of the rules that graded it. */
  grader: z.int(),
  sections: z.array(SectionScore),
  /** `void`: everybody has its marks, or it counts for nobody. `late`: the answer arrived after the deadline and counts, as it was typed before it. */
  questions: z.array(
    z.object({
      questionId: z.int(),
      marks: z.string(),
      score: z.string(),
      outcome: z.enum(questionOutcomes),
      late: z.boolean().optional(),
      program: ProgramSummary.optional(),
      void: z.enum(voids).optional(),
    }),
  ),
});
export type ReportContent = z.output<typeof ReportContent>;

/**
 * What a report shows, whichever version graded it: outcomes by its marks. Scores stay. Derived when it is read: rewriting stored reports would
 * leave none of what was signed.
 */
export const shownContent = (content: ReportContent): ReportContent =>
  content.grader === graderVersion
    ? content
    : { ...content, questions: content.questions.map((one) => ({ ...one, outcome: outcomeOf(one) })) };
