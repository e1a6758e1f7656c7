import {
  formatUtcDateTime,
  WireCancellation,
  WireLinkRegistration,
  WireRegistration,
  WireReport,
  WireSectionReports,
  WireTestDetails,
  WireTestLink,
  WireTestLinkList,
  WireTestList,
} from '@assay/domain';
import { type Lexicon, speaking } from './lexicon.ts';
import { mapped, type OutputOf, type Reader, reads } from './reader.ts';
import type {
  Cancellation,
  LinkRegistration,
  Registration,
  Report,
  SectionReport,
  TestDetails,
  TestLink,
  TestLinkList,
  TestList,
} from './results.ts';

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

const spelt = speaking(lexicon);
// The take URL is called by two names, and which operation uses which is only told by samples.
const withTakeTestURL = speaking({ ...lexicon, takeTestURL: 'text' }, { testUrl: 'takeTestURL' });
const withTestUrl = speaking({ ...lexicon, testUrl: 'text' }, { takeTestURL: 'testUrl' });

const dateOf = (instant: number | null): string | null => (instant === null ? null : formatUtcDateTime(instant));

const linkOf = ({ startDateTime, endDateTime, ...link }: OutputOf<typeof WireTestLink>): TestLink => ({
  ...link,
  startDateTime: dateOf(startDateTime),
  endDateTime: dateOf(endDateTime),
});

export const testList: Reader<TestList> = reads(WireTestList, spelt);
export const testDetails: Reader<TestDetails> = reads(WireTestDetails, spelt);
export const testLink: Reader<TestLink> = mapped(reads(WireTestLink, spelt), linkOf);
export const testLinkList: Reader<TestLinkList> = mapped(reads(WireTestLinkList, spelt), ({ testLinks }) => ({
  testLinks: testLinks.map(linkOf),
}));
export const registration: Reader<Registration> = reads(WireRegistration, withTakeTestURL);
export const linkRegistration: Reader<LinkRegistration> = reads(WireLinkRegistration, withTestUrl);
export const cancellation: Reader<Cancellation> = reads(WireCancellation, spelt);
export const report: Reader<Report> = mapped(reads(WireReport, spelt), ({ attemptedOn, ...rest }) => ({
  ...rest,
  attemptedOn: dateOf(attemptedOn),
}));
export const sectionReports: Reader<SectionReport[]> = reads(WireSectionReports, spelt);
