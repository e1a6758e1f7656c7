import {
  cancellation,
  linkRegistration,
  registration,
  report,
  sectionReports,
  testDetails,
  testLink,
  testLinkList,
  testList,
} from '../wire/v2-readers.ts';
import type { ListTestsInput, RegisterInput, TestLinkInput } from './inputs.ts';
import { download, type Id, query, read, sends, write } from './operation.ts';

/** The fourteen operations of Assessment Service API v2 (api-v2.md §4), by operationId. */
export const v2Operations = {
  listTests: read({
    path: '/v2/org/tests',
    query: query<ListTestsInput>({ pageSize: 'page_size', pageNo: 'page_no' }),
    result: testList,
  }),
  getTest: read({ path: '/v2/org/tests/{testId}', result: testDetails }),
  createTestLink: write({ path: '/v2/org/tests/{testId}/testlinks', body: sends<TestLinkInput>(), result: testLink }),
  updateTestLink: write({ path: '/v2/org/tests/{testId}/testlinks/{testLinkId}', body: sends<TestLinkInput>(), result: testLink }),
  getTestLink: read({ path: '/v2/org/tests/{testId}/testlinks/{testLinkId}', result: testLink }),
  listTestLinks: read({ path: '/v2/org/tests/{testId}/testlinks', result: testLinkList }),
  registerCandidate: write({ path: '/v2/org/tests/{testId}/register', body: sends<RegisterInput>(), result: registration }),
  registerCandidateByLink: write({
    path: '/v2/org/tests/{testId}/testlinks/{testLinkId}/register',
    body: sends<RegisterInput>(),
    result: linkRegistration,
  }),
  cancelInvitation: write({
    method: 'GET',
    path: '/v2/org/testinvitation/{testInvitationId}/cancel',
    query: query<{ testId?: Id | undefined }>({ testId: 'testId' }),
    result: cancellation,
  }),
  reattemptInvitation: write({ method: 'GET', path: '/v2/org/testinvitation/{testInvitationId}/reattempt', result: registration }),
  getReport: read({ path: '/v2/org/report/{testInvitationId}', result: report }),
  getSectionReports: read({ path: '/v2/org/report/{testInvitationId}/sections', result: sectionReports }),
  exportReportPdf: download('/v2/org/report/{testInvitationId}/pdf'),
  exportReportExcel: download('/v2/org/report/{testId}/excel'),
};
