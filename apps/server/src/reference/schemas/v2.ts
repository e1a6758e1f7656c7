import {
  FailureEnvelope,
  RegisterBody,
  TestLinkBody,
  WireCancellation,
  WireLinkRegistration,
  WireRegistration,
  WireReport,
  WireSection,
  WireSectionReport,
  WireSectionReports,
  WireSkillReport,
  WireSkillReports,
  WireTest,
  WireTestDetails,
  WireTestLink,
  WireTestLinkList,
  WireTestList,
} from '@assay/domain';
import { named } from '../named-schema.ts';

const testLinkFields = {
  testLinkName: 'Name of the link, at most 200 characters.',
  accessTime:
    '`0`: the test may be taken at any time, `1`: between the two dates, `2`: on each day of that range, between the two times of day in the zone of `timeZoneId`.',
  emailToStakeholder: 'Gets an email when a candidate completes the test; null for nobody.',
  testLinkStatus: '`1` active, `3` inactive.',
} as const;
const startOfLink =
  'Start of the access window; when `accessTime` is 2 each day opens at its time of day in the zone of `timeZoneId`; null when it is 0.';
const endOfLink =
  'End of the access window; when `accessTime` is 2 each day closes at its time of day in the zone of `timeZoneId`; null when it is 0.';

export const v2Schemas = {
  Failure: named(FailureEnvelope, 'Every failure. The catalogue of codes says what each means and what to do.', {
    statuscode: 'Code of the refusal, for example `404.1`; its class is the HTTP status.',
    description: 'The code in words, always the same.',
    result: 'One sentence that says what is wrong.',
  }),
  Test: named(WireTest, 'A test, without its sections.', { testStatus: 'Whether the test can be started.' }),
  TestDetails: named(WireTestDetails, 'A test with its sections.', { testStatus: 'Whether the test can be started.' }),
  TestSection: named(WireSection, 'A section of a test.', { duration: 'Minutes the author plans for it; shown to candidates as advice.' }),
  TestList: named(WireTestList, 'A page of tests.', { tests: 'The tests of this page.', testsCount: 'Count of all tests.' }),
  TestLink: named(WireTestLink, 'An access point to a test.', {
    ...testLinkFields,
    testLinkId: 'Test link identifier.',
    testLinkAccessKey: 'The key of the address `/join/{key}`, by which candidates register.',
    startDateTime: startOfLink,
    endDateTime: endOfLink,
  }),
  TestLinkList: named(WireTestLinkList, 'All links of a test.', { testLinks: 'The links, newest first.' }),
  TestLinkBody: named(TestLinkBody, 'Settings of a test link. Int fields are also accepted as text.', {
    ...testLinkFields,
    emailToStakeholder:
      'Gets an email when a candidate completes the test; left out for the account’s address, null or an empty text for nobody.',
    startDateTime: 'Start of the access window.',
    endDateTime: 'End of the access window.',
  }),
  RegisterBody: named(RegisterBody, 'A candidate to register.', { redirectURL: 'Where the candidate is sent after completing the test.' }),
  Registration: named(WireRegistration, 'The invitation, and the URL of the test.'),
  LinkRegistration: named(WireLinkRegistration, 'The invitation by a link, and the URL of the test.', {
    testUrl: 'URL where the candidate takes the test. It is a credential: send it to the candidate only.',
    testAccessTime: 'When the test may be taken, as a sentence in the link’s time zone.',
  }),
  Cancellation: named(WireCancellation, 'The cancelled invitation.', { status: 'Always `cancelled`.' }),
  Report: named(WireReport, 'What came of an invitation.', {
    timeTaken: 'Minutes taken to complete, rounded up; null until the report is generated.',
    duration: 'Duration of the test in minutes, without extra time.',
    attemptedOn: 'Start of the attempt; null before it.',
    testStatus: 'Status of the invitation.',
    reportStatus: 'Whether the figures are there yet.',
    testCutOffPercent: 'Pass mark of the test in per cent; null without one, and until the report is generated.',
    candidatePercent: 'Score in per cent of the maximum, to two decimals; null until the report is generated.',
    reportPDFUrl:
      'Signed URL of the PDF, which opens without a key until it is revoked; null until the report is generated. Each response has another one.',
    proctoringImagesCount: 'How many webcam images the attempt has.',
    violatedProctoringImages: 'Always 0: no program judges what images show.',
  }),
  SectionReport: named(WireSectionReport, 'Marks of a section.', {
    sectionScore: 'Maximum score of the section.',
    candidateScore: 'Score of the candidate in the section; it may be negative.',
    noOfQuestionsInSection: 'Questions of the section without those that are void, which are in none of these counts.',
    noOfAnsweredQuestions: 'Questions that were answered.',
    noOfNotAnsweredQuestions: 'Questions that were left blank.',
    noOfSkippedQuestions: 'The same: every question can be seen, so one that is blank was skipped.',
    noOfCorrectQuestions: 'Questions with full marks.',
    noOfWrongQuestions:
      'Answered questions without marks. One with a part of its marks is in noOfAnsweredQuestions, and neither correct nor wrong.',
    negativeMarks: 'Marks that penalties took away: 0 or more.',
    sectionTime: 'Seconds that the author plans for the section; null if none.',
    candidateTimeTaken:
      'Seconds that the questions of the section were on the screen, without the time outside the window; null where nothing was recorded.',
  }),
  SkillReport: named(WireSkillReport, 'Marks of a skill in a section.', {
    skillId: 'Place of the skill in the order in which this version of the test first names it, from 1.',
    skillName: 'Name of the skill.',
    candidateSkillScore: 'Score of the candidate in the questions of the section with this skill; it may be negative.',
    totalSkillScore: 'Maximum score of these questions.',
    sectionId: 'Place of the section in the test, from 1.',
  }),
  SkillReports: named(WireSkillReports, 'Marks of each skill, section by section.', {
    candidateScore: 'Score of the candidate in the whole test; it may be negative.',
    totalTestScore: 'Maximum score of the test.',
    skills: 'The skills of the sections, in order; empty if the test file names none.',
  }),
  SectionReports: named(WireSectionReports, 'Marks of each section, in order.'),
};
