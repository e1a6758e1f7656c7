import {
  DuplicateBody,
  ImportResult,
  KeyCorrection,
  LinkSettings,
  LinkSettingsBody,
  ManagedTest,
  ManagedTestPage,
  ManagedTestSummary,
  OptionStatistics,
  QuestionFlag,
  QuestionStatistics,
  RegradeBody,
  RegradePreview,
  RegradeProgress,
  RegradeResult,
  ScoreBand,
  TestPreview,
  TestReliability,
  TestStatistics,
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
    findings: 'What was accepted and its author should look at; absent if there is nothing.',
  }),
  Finding: named(ImportResult.shape.findings.unwrap().element, 'What an author should look at.', {
    code: '`untried-harness`: no solution has passed the harness. `slow-solution`: a solution took more than a third of the seconds that its author allows; only an import that runs it finds that.',
    path: 'Where it is in the test file.',
    message: 'What is found, and what to do.',
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
  RegradeBody: named(RegradeBody, 'Whether to do it.', {
    dryRun: 'True: nothing is queued.',
    reason: 'Why, for the timelines of those whom it changes.',
    notify: 'True: callbacks are sent again where score, total or result changes.',
  }),
  RegradePreview: named(RegradePreview, 'What a regrade by a file would change.', {
    examined: 'Reports that this page looked at.',
    reports: 'Those whose score, total or result would change, or whose programs would run.',
    results: 'How many of the reports that this page looked at pass and fail; null without a pass mark.',
    keptPassMarks: 'Versions of these reports that have other pass marks than the file: a regrade changes no pass mark.',
    kept: 'Questions of these reports that keep the key of their version; at most 100.',
  }),
  PreviewedReport: named(RegradePreview.shape.reports.element, 'A report that would change.', {
    testVersion: 'The version that the candidate took.',
    oldScore: 'The score now: an exact decimal in text.',
    oldTotalScore: 'The maximum now.',
    score: 'The score by the file, with the verdicts that programs have.',
    totalScore: 'The maximum by the file.',
    oldTestResult: 'The result now; null without a pass mark.',
    testResult: 'The result by the file, with the pass marks of the version that the candidate took.',
    programs: 'Answered programs whose cases are other ones in the file.',
  }),
  PreviewedResults: named(RegradePreview.shape.results.unwrap(), 'How many pass and fail.', {
    before: 'Now.',
    after: 'By the file.',
  }),
  ResultCounts: named(RegradePreview.shape.results.unwrap().shape.before, 'Reports by their result.', {
    pass: 'How many pass.',
    fail: 'How many fail.',
  }),
  KeptQuestion: named(RegradePreview.shape.kept.element, 'A question that keeps the key of its version.', {
    testVersion: 'A version that candidates took.',
    questionId: 'Its place in the paper of that version.',
    id: 'Its id.',
    reason: '`removed`: the file has no question with this id. `kind`, `prompt`, `options`: candidates read something else.',
  }),
  RegradeResult: named(RegradeResult, 'What is graded again.', {
    version: 'The present version, by whose keys they are graded.',
    programs: 'How many were graded by the cases of an earlier version; counting stops at 10,000.',
    dryRun: 'Whether nothing was queued.',
  }),
  RegradeProgress: named(RegradeProgress, 'How far the last regrade of a test is.', {
    regrade: 'The last regrade; null if there was none.',
    reports: 'Reports of present attempts that it changed.',
  }),
  Regrade: named(RegradeProgress.shape.regrade.unwrap(), 'A regrade of a test.', {
    version: 'Version of the test by whose keys reports are graded.',
    requestedAt: 'When it was requested.',
    status: 'Whether reports or programs wait to be graded.',
    programsLeft: 'Programs that are not graded yet; counting stops at 10,000.',
    reason: 'Why, in the words of who requested it.',
    notify: 'Whether callbacks are sent again where score, total or result changes.',
  }),
  RegradedReport: named(RegradeProgress.shape.reports.element, 'A report whose score, total or result was changed.', {
    oldScore: 'The score before: an exact decimal in text.',
    oldTotalScore: 'The maximum before.',
    score: 'The score now: an exact decimal in text.',
    totalScore: 'The maximum now.',
    oldTestResult: 'The result before; null without a pass mark.',
    testResult: 'The result now; null without a pass mark.',
    regradedAt: 'When it was changed.',
  }),
  TestStatistics: named(TestStatistics, 'Statistics of a test and its questions.', {
    isComplete: 'False if more attempts wait to be counted: send the request again.',
    candidates: 'Finished attempts that were counted.',
    meanPercent: 'Mean score in per cent of the maximum; null without attempts.',
    standardDeviationPercent: 'Standard deviation of the score in per cent; null with fewer than two attempts.',
    distribution: 'How many candidates reached which part of the maximum, in tens of per cent.',
    reliability:
      'Of the attempts that were asked what the newest taken version asks; null with fewer than two candidates or questions, or equal scores.',
    questions: 'Questions by id, in the order of the newest version.',
  }),
  ScoreBand: named(ScoreBand, 'Candidates by score.', {
    from: 'Per cent of the maximum, inclusive; the first band also has scores below 0.',
    to: 'Per cent of the maximum, exclusive; the last band has 100 too.',
    candidates: 'How many.',
  }),
  TestReliability: named(TestReliability, 'How well the scores of a test repeat. In marks.', {
    versions: 'Versions that ask the same questions for the same marks, newest first.',
    candidates: 'Attempts of these versions.',
    mean: 'Mean score.',
    standardDeviation: 'Standard deviation of the score.',
    alpha: 'Cronbach’s alpha.',
    lower: 'Lower end of Feldt’s 95 % interval of alpha.',
    upper: 'Upper end of Feldt’s 95 % interval of alpha.',
    standardError: 'Standard error of measurement: two scores that differ by less than twice this may be of equal candidates.',
  }),
  QuestionStatistics: named(QuestionStatistics, 'How a question works.', {
    id: 'Names the question in all versions of the test.',
    questionId: 'Its number in the newest version that was taken and asks it.',
    versions: 'Versions that ask it, newest first.',
    kind: 'Which kind of question it is.',
    prompt: 'First line of the prompt.',
    candidates: 'Attempts that were asked it.',
    void: 'If it was made void: everybody has its marks, or it counts for nobody. Null otherwise.',
    corrected:
      'The last correction of its key since the version that was taken; null if attempts are graded by the key they were taken by, or it is void.',
    otherKey: 'Attempts that are graded by another key than that of the present version: a regrade would grade them by it.',
    difficulty: 'Mean share of its marks: 1 if everybody is right. It is below 0 if penalties outweigh; null where it is void.',
    discrimination:
      'Corrected point-biserial: correlation of its score with that of the rest of the test, -1 to 1; null if one of them does not vary, or it is void.',
    right: 'Answers with full marks, where it is not void.',
    partial: 'Answers with part of the marks.',
    wrong: 'Answers without marks.',
    blank: 'Attempts without an answer to it.',
    timed: 'Attempts of which it is known how long the question was on the screen.',
    medianSeconds:
      'Median of how many seconds the question was on the screen, without the time outside the window: exact to 16, within 7 per cent after that; null if none is known.',
    options: 'Options of a choice question, in order; empty for others.',
    flags:
      'What to look at, by the newest key that grades attempts; with fewer than 20 candidates, and where it is void, only whether a regrade is due.',
  }),
  OptionStatistics: named(OptionStatistics, 'Who chose an option.', {
    optionId: 'Letter of the option.',
    text: 'First line of the option.',
    correct: 'Whether it is right, by the newest key that grades attempts.',
    candidates: 'How many chose it.',
    meanPercent:
      'Mean score of the whole test, in per cent of the maximum, of those who chose it and are graded by that key; null without any.',
  }),
  KeyCorrection: named(KeyCorrection, 'A corrected key that grades attempts.', {
    version: 'Version of the test that brought it.',
    at: 'When that version was imported.',
    attempts: 'Attempts to which it gives another outcome or score than the key of the version that was taken.',
  }),
  QuestionFlag: named(QuestionFlag, 'Something to look at in a question.', {
    flag: 'What was noticed.',
    advice: 'What it may mean and what to do, in a sentence or two.',
  }),
  TestPreview: named(TestPreview, 'A test as its candidates see it.', { questions: 'The questions, in order.' }),
  PreviewSection: named(TestPreview.shape.sections.element, 'A section as candidates see it.', {
    duration: 'Minutes planned for it; 0 for none.',
  }),
  LinkSettings: named(LinkSettings, 'Settings of a test link.', { testLinkId: 'Test link identifier.' }),
  LinkSettingsBody: named(LinkSettingsBody, 'Settings to store.'),
};
