import {
  DuplicateBody,
  ImportResult,
  LinkSettings,
  LinkSettingsBody,
  ManagedTest,
  ManagedTestPage,
  ManagedTestSummary,
  RegradeBody,
  RegradeProgress,
  RegradeResult,
  TestPreview,
  TestStatusBody,
  TestVersions,
} from '@assay/domain';
import { named } from '../named-schema.ts';

const managedTestFields = {
  key: 'The key of its test file; null if it has none.',
  status: 'Whether the test can be started and is listed.',
} as const;

export const testsSchemas = {
  ImportResult: named(ImportResult, 'The test after the import.', {
    ...managedTestFields,
    outcome: 'A new test, a new version of the test with that key, or the same content again.',
  }),
  ManagedTest: named(ManagedTest, 'A test with what API v2 does not show.', managedTestFields),
  ManagedTestSummary: named(ManagedTestSummary, 'A test, and how far its candidates got.', {
    ...managedTestFields,
    counts: 'Current invitations.',
  }),
  CandidateCounts: named(ManagedTestSummary.shape.counts, 'How many current invitations there are.', {
    invited: 'Invited, without cancelled ones.',
    started: 'In progress or completed.',
    completed: 'Completed.',
  }),
  ManagedTestPage: named(ManagedTestPage, 'A page of tests.', { tests: 'The tests, newest first.' }),
  TestVersions: named(TestVersions, 'All versions of a test.', { versions: 'The versions, newest first.' }),
  TestVersion: named(TestVersions.shape.versions.element, 'A version of a test.'),
  TestStatusBody: named(TestStatusBody, 'The status to set.', {
    status: '`Active`: can be started. `Inactive`: cannot. `Archived`: cannot, and is not listed.',
  }),
  DuplicateBody: named(DuplicateBody, 'What the copy is called.', {
    name: 'Name of the copy; `Copy of …` when left out.',
    key: 'Key of the copy; none when left out.',
  }),
  RegradeBody: named(RegradeBody, 'Whether to do it.', { dryRun: 'True: nothing is queued.' }),
  RegradeResult: named(RegradeResult, 'What is graded again.', {
    version: 'The present version, by whose cases they are graded.',
    programs: 'How many were graded by the cases of an earlier version; counting stops at 10,000.',
    dryRun: 'Whether nothing was queued.',
  }),
  RegradeProgress: named(RegradeProgress, 'How far the last regrade of a test is.', {
    regrade: 'The last regrade; null if there was none.',
    reports: 'Reports of present attempts whose score it changed.',
  }),
  Regrade: named(RegradeProgress.shape.regrade.unwrap(), 'A regrade of a test.', {
    version: 'Version of the test by whose cases programs are graded.',
    requestedAt: 'When it was requested.',
    status: 'Whether programs wait to be graded.',
    programsLeft: 'Programs that are not graded yet; counting stops at 10,000.',
  }),
  RegradedReport: named(RegradeProgress.shape.reports.element, 'A report whose score was changed.', {
    oldScore: 'The score before: an exact decimal in text.',
    score: 'The score now: an exact decimal in text.',
    regradedAt: 'When it was changed.',
  }),
  TestPreview: named(TestPreview, 'A test as its candidates see it.', { questions: 'The questions, in order.' }),
  PreviewSection: named(TestPreview.shape.sections.element, 'A section as candidates see it.', {
    duration: 'Minutes planned for it; 0 for none.',
  }),
  LinkSettings: named(LinkSettings, 'Settings of a test link.', { testLinkId: 'Test link identifier.' }),
  LinkSettingsBody: named(LinkSettingsBody, 'Settings to store.'),
};
