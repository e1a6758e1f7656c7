import { z } from 'zod';
import { TakeQuestion } from '../attempt/take.ts';
import { keptReasons } from '../report/grading/corrected-keys.ts';
import { testResults } from '../report/report-status.ts';
import { Name, Notice } from '../wire/fields.ts';
import { named } from '../wire/named.ts';
import { cursor, digits, instant, limit, search, total } from '../wire/paging.ts';
import { secretFor } from '../wire/secret-field.ts';
import { Finding, mostFindings } from './findings.ts';
import { TestKey } from './test-file.ts';
import { type TestStatus, testStatuses } from './test-status.ts';

export const managedTestStatus = z.enum(testStatuses);
export type ManagedTestStatus = TestStatus;

export const ManagedTest = named('ManagedTest', 'A test with what API v2 does not show.', {
  testId: z.int(),
  key: z.string().nullable().describe('The key of its test file; null if it has none.'),
  testName: z.string(),
  status: managedTestStatus.describe('Whether the test can be started and is listed.'),
  version: z.int(),
  accessKey: secretFor('invite', 'The key of the address `/join/{key}`, by which candidates register for the test.'),
  duration: z.int(),
  questions: z.int(),
  totalScore: z.string(),
});
export type ManagedTest = z.output<typeof ManagedTest>;

export const ImportResult = ManagedTest.extend({
  outcome: z
    .enum(['created', 'updated', 'unchanged'])
    .describe('A new test, a new version of the test with that key, or the same content again.'),
  findings: z
    .array(Finding)
    .max(mostFindings)
    .optional()
    .describe('What was accepted and its author should look at; absent if there is nothing.'),
}).meta({ id: 'ImportResult', description: 'The test after the import.' });
export type ImportResult = z.output<typeof ImportResult>;

export const TestVersions = named('TestVersions', 'All versions of a test.', {
  versions: z
    .array(
      named('TestVersion', 'A version of a test.', {
        version: z.int(),
        testName: z.string(),
        duration: z.int(),
        questions: z.int(),
        totalScore: z.string(),
        createdAt: instant,
      }),
    )
    .describe('The versions, newest first.'),
});
export type TestVersions = z.output<typeof TestVersions>;

export const TestStatusBody = named('TestStatusBody', 'The status to set.', {
  status: managedTestStatus.describe('`Active`: can be started. `Inactive`: cannot. `Archived`: cannot, and is not listed.'),
});

export const RegradeBody = named('RegradeBody', 'Whether to do it.', {
  dryRun: z.boolean().optional().describe('True: nothing is queued.'),
  reason: z.optional(Notice).describe('Why, for the timelines of those whom it changes.'),
  notify: z.boolean().optional().describe('True: callbacks are sent again where score, total or result changes.'),
});

export const RegradeResult = named('RegradeResult', 'What is graded again.', {
  testId: z.int(),
  version: z.int().describe('The present version, by whose keys they are graded.'),
  programs: z.int().describe('How many were graded by the cases of an earlier version; counting stops at 10,000.'),
  dryRun: z.boolean().describe('Whether nothing was queued.'),
});
export type RegradeResult = z.output<typeof RegradeResult>;

const testResult = z.enum(testResults).nullable();
const resultCounts = named('ResultCounts', 'Reports by their result.', {
  pass: z.int().describe('How many pass.'),
  fail: z.int().describe('How many fail.'),
});

/** Reports that one page of a preview grades, whether their scores change or not. */
export const mostPreviewed = 200;

export const PreviewRegradeQuery = z.object({ limit, cursor });

export const RegradePreview = named('RegradePreview', 'What a regrade by a file would change.', {
  testId: z.int(),
  examined: z.int().describe('Reports that this page looked at.'),
  reports: z
    .array(
      named('PreviewedReport', 'A report that would change.', {
        testInvitationId: z.int(),
        attempt: z.int(),
        testVersion: z.int().describe('The version that the candidate took.'),
        fullName: z.string(),
        emailId: z.string(),
        oldScore: z.string().describe('The score now: an exact decimal in text.'),
        oldTotalScore: z.string().describe('The maximum now.'),
        score: z.string().describe('The score by the file, with the verdicts that programs have.'),
        totalScore: z.string().describe('The maximum by the file.'),
        oldTestResult: testResult.describe('The result now; null without a pass mark.'),
        testResult: testResult.describe('The result by the file, with the pass marks of the version that the candidate took.'),
        programs: z.int().describe('Answered programs whose cases are other ones in the file.'),
      }),
    )
    .describe('Those whose score, total or result would change, or whose programs would run.'),
  results: named('PreviewedResults', 'How many pass and fail.', {
    before: resultCounts.describe('Now.'),
    after: resultCounts.describe('By the file.'),
  })
    .nullable()
    .describe('How many of the reports that this page looked at pass and fail; null without a pass mark.'),
  keptPassMarks: z
    .array(z.int())
    .describe('Versions of these reports that have other pass marks than the file: a regrade changes no pass mark.'),
  kept: z
    .array(
      named('KeptQuestion', 'A question that keeps the key of its version.', {
        testVersion: z.int().describe('A version that candidates took.'),
        questionId: z.int().describe('Its place in the paper of that version.'),
        id: z.string().describe('Its id.'),
        reason: z
          .enum(keptReasons)
          .describe('`removed`: the file has no question with this id. `kind`, `prompt`, `options`: candidates read something else.'),
      }),
    )
    .describe('Questions of these reports that keep the key of their version; at most 100.'),
  nextCursor: z.string().nullable(),
});
export type RegradePreview = z.output<typeof RegradePreview>;

export const GetRegradeQuery = z.object({ limit, cursor });

export const RegradeProgress = named('RegradeProgress', 'How far the last regrade of a test is.', {
  testId: z.int(),
  regrade: named('Regrade', 'A regrade of a test.', {
    version: z.int().describe('Version of the test by whose keys reports are graded.'),
    requestedAt: instant.describe('When it was requested.'),
    status: z.enum(['running', 'done']).describe('Whether reports or programs wait to be graded.'),
    programsLeft: z.int().describe('Programs that are not graded yet; counting stops at 10,000.'),
    reason: z.string().nullable().describe('Why, in the words of who requested it.'),
    notify: z.boolean().describe('Whether callbacks are sent again where score, total or result changes.'),
  })
    .nullable()
    .describe('The last regrade; null if there was none.'),
  reports: z
    .array(
      named('RegradedReport', 'A report whose score, total or result was changed.', {
        testInvitationId: z.int(),
        attempt: z.int(),
        fullName: z.string(),
        emailId: z.string(),
        oldScore: z.string().describe('The score before: an exact decimal in text.'),
        oldTotalScore: z.string().describe('The maximum before.'),
        score: z.string().describe('The score now: an exact decimal in text.'),
        totalScore: z.string().describe('The maximum now.'),
        oldTestResult: testResult.describe('The result before; null without a pass mark.'),
        testResult: testResult.describe('The result now; null without a pass mark.'),
        regradedAt: instant.describe('When it was changed.'),
      }),
    )
    .describe('Reports of present attempts that it changed.'),
  nextCursor: z.string().nullable(),
  total,
});
export type RegradeProgress = z.output<typeof RegradeProgress>;

export const ManagedTestSummary = ManagedTest.extend({
  counts: named('CandidateCounts', 'How many current invitations there are.', {
    invited: z.int().describe('Invited, without cancelled ones.'),
    started: z.int().describe('In progress or completed.'),
    completed: z.int().describe('Completed.'),
  }).describe('Current invitations.'),
}).meta({ id: 'ManagedTestSummary', description: 'A test, and how far its candidates got.' });
export type ManagedTestSummary = z.output<typeof ManagedTestSummary>;

export const ManagedTestPage = named('ManagedTestPage', 'A page of tests.', {
  tests: z.array(ManagedTestSummary).describe('The tests, newest first.'),
  nextCursor: z.string().nullable(),
  total,
});
export type ManagedTestPage = z.output<typeof ManagedTestPage>;

export const ListManagedTestsQuery = z.object({
  limit,
  cursor,
  status: managedTestStatus.optional().describe('Only those with this status.'),
  search,
});

export const ExportTestQuery = z.object({
  version: digits('must be a version of the test', /^[1-9]\d{0,8}$/)
    .optional()
    .describe('Number of a version; left out for the present one.'),
});

export const DuplicateBody = named('DuplicateBody', 'What the copy is called.', {
  name: z.optional(Name).describe('Name of the copy; `Copy of …` when left out.'),
  key: TestKey.optional().describe('Key of the copy; none when left out.'),
});

export const TestPreview = named('TestPreview', 'A test as its candidates see it.', {
  testName: z.string(),
  duration: z.int(),
  sections: z.array(
    named('PreviewSection', 'A section as candidates see it.', {
      sectionName: z.string(),
      sectionType: z.string(),
      questions: z.int(),
      duration: z.int().describe('Minutes planned for it; 0 for none.'),
    }),
  ),
  questions: z.array(TakeQuestion).describe('The questions, in order.'),
});
export type TestPreview = z.output<typeof TestPreview>;
