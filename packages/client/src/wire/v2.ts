import { type FieldKinds, normalizer } from './normalize.ts';

const fieldKinds = {
  testId: 'integer',
  testName: 'text',
  accessKey: 'text',
  duration: 'integer',
  questions: 'integer',
  testStatus: 'status',
  tests: 'list',
  testsCount: 'integer',
  sections: 'list',
  sectionName: 'text',
  sectionType: 'text',
  testLinks: 'list',
  testLinkId: 'integer',
  testLinkName: 'text',
  testLinkAccessKey: 'text',
  accessTime: 'integer',
  startDateTime: 'date',
  endDateTime: 'date',
  timeZoneId: 'integer',
  inviteCandidateOnly: 'flag',
  imageProctoring: 'flag',
  emailToStakeholder: 'text',
  testLinkStatus: 'integer',
  testInvitationId: 'integer',
  testAccessTime: 'text',
  status: 'cancellation',
  emailId: 'text',
  fullName: 'text',
  timeTaken: 'integer',
  attemptedOn: 'date',
  totalScore: 'text',
  score: 'text',
  wv: 'integer',
  tv: 'integer',
  reportStatus: 'status',
  sectionScore: 'amount',
  candidateScore: 'amount',
  testResult: 'status',
  testCutOffPercent: 'amount',
  candidatePercent: 'amount',
  reportPDFUrl: 'text',
  proctoringImagesCount: 'integer',
  violatedProctoringImages: 'integer',
  noOfQuestionsInSection: 'integer',
  noOfAnsweredQuestions: 'integer',
  noOfNotAnsweredQuestions: 'integer',
  noOfSkippedQuestions: 'integer',
  noOfCorrectQuestions: 'integer',
  noOfWrongQuestions: 'integer',
  negativeMarks: 'amount',
  sectionTime: 'integer',
  candidateTimeTaken: 'integer',
  totalTestScore: 'amount',
  skills: 'list',
  skillId: 'integer',
  skillName: 'text',
  candidateSkillScore: 'amount',
  totalSkillScore: 'amount',
  sectionId: 'integer',
} as const satisfies FieldKinds;

const normalize = normalizer(fieldKinds);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

// The operations name the take URL differently; only the API document's samples show which uses which name.
const takeTestURL = normalizer({ ...fieldKinds, takeTestURL: 'text' }, { testUrl: 'takeTestURL' });
const testUrl = normalizer({ ...fieldKinds, testUrl: 'text' }, { takeTestURL: 'testUrl' });

const special: Readonly<Record<string, (result: unknown) => unknown>> = {
  registerCandidate: takeTestURL,
  reattemptInvitation: takeTestURL,
  registerCandidateByLink: testUrl,
  // The API document's sample shows an array, its field table `result.sections`.
  getSectionReports: (result) => normalize(isRecord(result) && 'sections' in result ? result.sections : result),
};

/** The normalizer for the results of an API v2 operation. */
export const normalizeV2 = (name: string): ((result: unknown) => unknown) => special[name] ?? normalize;
