import { z } from 'zod';
import { TakeQuestion } from '../attempt/take.ts';
import { keptReasons } from '../report/corrected-keys.ts';
import { testResults } from '../report/report-status.ts';
import { Name, Notice } from '../wire/fields.ts';
import { cursor, digits, instant, limit, search, total } from '../wire/paging.ts';
import { secretFor } from '../wire/secret-field.ts';
import { Finding, mostFindings } from './findings.ts';
import { TestKey } from './test-file.ts';
import { type TestStatus, testStatuses } from './test-status.ts';

export const managedTestStatus = z.enum(testStatuses);
export type ManagedTestStatus = TestStatus;

/** A test with what API v2 does not show: its key, version and maximum score. */
export const ManagedTest = z.object({
  testId: z.int(),
  key: z.string().nullable(),
  testName: z.string(),
  status: managedTestStatus,
  version: z.int(),
  accessKey: secretFor('invite'),
  duration: z.int(),
  questions: z.int(),
  totalScore: z.string(),
});
export type ManagedTest = z.output<typeof ManagedTest>;

/**
 * `outcome`: a new test, a new version of the test with that key, or the same content again (no new version).
 * `findings` are absent if there are none.
 */
export const ImportResult = ManagedTest.extend({
  outcome: z.enum(['created', 'updated', 'unchanged']),
  findings: z.array(Finding).max(mostFindings).optional(),
});
export type ImportResult = z.output<typeof ImportResult>;

export const TestVersions = z.object({
  versions: z.array(
    z.object({ version: z.int(), testName: z.string(), duration: z.int(), questions: z.int(), totalScore: z.string(), createdAt: instant }),
  ),
});
export type TestVersions = z.output<typeof TestVersions>;

export const TestStatusBody = z.object({ status: managedTestStatus });

/** `reason` is kept in the timeline of each report that changes. `notify`: callbacks are sent again where a score changes. */
export const RegradeBody = z.object({ dryRun: z.boolean().optional(), reason: z.optional(Notice), notify: z.boolean().optional() });

/** `programs`: how many were graded by the cases of an earlier version than `version`; counting stops at 10,000. */
export const RegradeResult = z.object({ testId: z.int(), version: z.int(), programs: z.int(), dryRun: z.boolean() });
export type RegradeResult = z.output<typeof RegradeResult>;

const testResult = z.enum(testResults).nullable();
const resultCounts = z.object({ pass: z.int(), fail: z.int() });

/** Reports that one page of a preview grades, whether their scores change or not. */
export const mostPreviewed = 200;

export const PreviewRegradeQuery = z.object({ limit, cursor });

/**
 * What a regrade by a test file would change, without doing it. `programs`: answers whose cases are other ones in the file; their share of
 * `score` is by the verdicts that they have, until they are run. `kept`: questions of earlier versions that the file cannot regrade, and
 * what candidates read otherwise there. `results`: how many pass and fail, before it and after; null without a pass mark.
 * `keptPassMarks`: versions with other pass marks than the file, which stay. All are of the reports that this page looked at.
 */
export const RegradePreview = z.object({
  testId: z.int(),
  examined: z.int(),
  reports: z.array(
    z.object({
      testInvitationId: z.int(),
      attempt: z.int(),
      testVersion: z.int(),
      fullName: z.string(),
      emailId: z.string(),
      oldScore: z.string(),
      oldTotalScore: z.string(),
      score: z.string(),
      totalScore: z.string(),
      oldTestResult: testResult,
      testResult,
      programs: z.int(),
    }),
  ),
  results: z.object({ before: resultCounts, after: resultCounts }).nullable(),
  keptPassMarks: z.array(z.int()),
  kept: z.array(z.object({ testVersion: z.int(), questionId: z.int(), id: z.string(), reason: z.enum(keptReasons) })),
  nextCursor: z.string().nullable(),
});
export type RegradePreview = z.output<typeof RegradePreview>;

export const GetRegradeQuery = z.object({ limit, cursor });

/**
 * The last regrade of a test; null if there was none. `programsLeft`: further rounds that are not graded yet; counting stops at 10,000.
 * `reports`: those of present attempts that it changed, by invitation. `nextCursor` is passed back as `cursor` for the next page; null on the last.
 */
export const RegradeProgress = z.object({
  testId: z.int(),
  regrade: z
    .object({
      version: z.int(),
      requestedAt: instant,
      status: z.enum(['running', 'done']),
      programsLeft: z.int(),
      reason: z.string().nullable(),
      notify: z.boolean(),
    })
    .nullable(),
  reports: z.array(
    z.object({
      testInvitationId: z.int(),
      attempt: z.int(),
      fullName: z.string(),
      emailId: z.string(),
      oldScore: z.string(),
      oldTotalScore: z.string(),
      score: z.string(),
      totalScore: z.string(),
      oldTestResult: testResult,
      testResult,
      regradedAt: instant,
    }),
  ),
  nextCursor: z.string().nullable(),
  total,
});
export type RegradeProgress = z.output<typeof RegradeProgress>;

/** Counts of current invitations: `invited` without cancelled ones, `started` in progress or completed, `completed` completed. */
export const ManagedTestSummary = ManagedTest.extend({
  counts: z.object({ invited: z.int(), started: z.int(), completed: z.int() }),
});
export type ManagedTestSummary = z.output<typeof ManagedTestSummary>;

export const ManagedTestPage = z.object({ tests: z.array(ManagedTestSummary), nextCursor: z.string().nullable(), total });
export type ManagedTestPage = z.output<typeof ManagedTestPage>;

export const ListManagedTestsQuery = z.object({
  limit,
  cursor,
  status: managedTestStatus.optional(),
  search,
});

export const ExportTestQuery = z.object({ version: digits('must be a version of the test', /^[1-9]\d{0,8}$/).optional() });

/** Without `name` the copy is called `Copy of …`; without `key` it has none. */
export const DuplicateBody = z.object({ name: z.optional(Name), key: TestKey.optional() });

/** A test as its candidates see it. */
export const TestPreview = z.object({
  testName: z.string(),
  duration: z.int(),
  sections: z.array(z.object({ sectionName: z.string(), sectionType: z.string(), questions: z.int(), duration: z.int() })),
  questions: z.array(TakeQuestion),
});
export type TestPreview = z.output<typeof TestPreview>;
