import { z } from 'zod';
import type { StoredDefinition } from '../../assessment/test-file.ts';
import { Answer } from '../../attempt/answer.ts';
import { windowEventTypes } from '../../attempt/window-events.ts';
import { GradedCode } from '../../coding/graded-code.ts';
import { completedByValues } from '../../invitation/invitation-status.ts';
import { kindOf } from '../../questions/kinds.ts';
import { instant } from '../../wire/paging.ts';

/** Of the format. */
export const bundleVersion = 1;

/** Too large a definition to validate, and signed by who wrote it: a wrong one fails when it is graded, and grades nothing else. */
const Paper = z.custom<StoredDefinition>((value) => typeof value === 'object' && value !== null && 'sections' in value, 'must be a test');

/** Loose: a report of another version of Assay has fields more or fewer, and each one that it states is compared. */
const StatedResult = z.object({
  figures: z.looseObject({ score: z.string(), totalScore: z.string(), testResult: z.string().nullish() }),
  content: z.looseObject({ sections: z.array(z.looseObject({})), questions: z.array(z.looseObject({})) }),
});

/**
 * A report with all that it was graded from: the score can be computed again from it alone. `paper` is the version that the attempt is of, with
 * the keys, marks and cases by which it was graded.
 */
export const ReportBundle = z.object({
  version: z.literal(bundleVersion),
  /** Version of the rules that graded it. */
  grader: z.int(),
  /** Public URL of the installation that signed it. */
  server: z.string(),
  issuedAt: instant,
  /** Whose test and candidate it is: every account of the server is signed for with one key. `name`: when it was issued. */
  account: z.object({ accountId: z.int().positive(), name: z.string() }),
  testInvitationId: z.int(),
  attempt: z.int(),
  /** `fullName`: when it was issued. */
  candidate: z.object({ fullName: z.string(), emailId: z.string(), nameAtCompletion: z.string() }),
  /** `keyVersion`: the version whose keys and marks graded it, where a regrade came with others than the attempt's own. */
  test: z.object({ testId: z.int(), key: z.string().nullable(), name: z.string(), version: z.int(), keyVersion: z.int().optional() }),
  startedAt: instant,
  completedAt: instant,
  completedBy: z.enum(completedByValues),
  paper: Paper,
  /** `late`: it arrived after the deadline and counts, as it was typed before it. */
  answers: z.array(z.object({ questionId: z.int(), answer: Answer, late: z.boolean() })),
  /** How the programs among them ended; `testVersion` is the one whose cases were run. */
  programs: z.array(z.object({ questionId: z.int(), testVersion: z.int(), ...GradedCode.shape })),
  /** What people graded: the scores are signed, and follow from nothing else in the bundle. */
  reviews: z.array(z.object({ questionId: z.int(), score: z.string() })).default([]),
  events: z.array(z.object({ type: z.enum(windowEventTypes), at: instant })),
  result: StatedResult,
});
export type ReportBundle = z.output<typeof ReportBundle>;

/** A test without the programs that no score depends on. */
export const paperOf = ({ sections, ...test }: StoredDefinition): StoredDefinition => ({
  ...test,
  sections: sections.map((section) => ({
    ...section,
    questions: section.questions.map((one) => {
      const kind = kindOf(one);
      return kind.gradedBy === 'program' ? kind.gradedPart(one) : one;
    }),
  })),
});
