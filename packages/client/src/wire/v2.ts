import { type Lexicon, normalizer } from './normalize.ts';

const lexicon = {
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
} as const satisfies Lexicon;

const normalize = normalizer(lexicon);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

// Two operations name the take URL differently, and only samples tell which uses which name.
const takeTestURL = normalizer({ ...lexicon, takeTestURL: 'text' }, { testUrl: 'takeTestURL' });
const testUrl = normalizer({ ...lexicon, testUrl: 'text' }, { takeTestURL: 'testUrl' });

const special: Readonly<Record<string, (result: unknown) => unknown>> = {
  registerCandidate: takeTestURL,
  reattemptInvitation: takeTestURL,
  registerCandidateByLink: testUrl,
  // The sample shows an array, the field table `result.sections`.
  getSectionReports: (result) => normalize(isRecord(result) && 'sections' in result ? result.sections : result),
};

/** What brings the result of an operation of API v2 into the spelling that Assay sends. */
export const normalizeV2 = (name: string): ((result: unknown) => unknown) => special[name] ?? normalize;
