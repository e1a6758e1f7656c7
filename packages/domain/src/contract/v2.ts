import { ListTestsQuery, WireTestDetails, WireTestList } from '../assessment/v2.ts';
import { CancelQuery, RegisterBody, WireCancellation, WireLinkRegistration, WireRegistration } from '../invitation/v2.ts';
import { TestLinkBody, testLinkRules, WireTestLink, WireTestLinkList } from '../link/v2.ts';
import { WireReport, WireSectionReports } from '../report/v2.ts';
import { apiOperations, bodyLimits } from './operation.ts';

/** The fourteen operations of Assessment Service API v2 (api-v2.md §4). */
export const v2Operations = {
  ...apiOperations('Tests', {
    listTests: {
      route: 'GET /v2/org/tests',
      summary: 'List tests',
      scope: 'read',
      query: ListTestsQuery,
      result: WireTestList,
    },
    getTest: {
      route: 'GET /v2/org/tests/{testId}',
      summary: 'Get test details',
      scope: 'read',
      result: WireTestDetails,
    },
  }),
  ...apiOperations('Test links', {
    createTestLink: {
      route: 'POST /v2/org/tests/{testId}/testlinks',
      summary: 'Create test link',
      scope: 'invite',
      body: TestLinkBody,
      rules: testLinkRules,
      result: WireTestLink,
      refusals: ['resource.conflict'],
    },
    updateTestLink: {
      route: 'POST /v2/org/tests/{testId}/testlinks/{testLinkId}',
      summary: 'Update test link',
      scope: 'invite',
      body: TestLinkBody,
      rules: testLinkRules,
      result: WireTestLink,
      refusals: ['resource.conflict'],
    },
    getTestLink: {
      route: 'GET /v2/org/tests/{testId}/testlinks/{testLinkId}',
      summary: 'Get test link',
      scope: 'read',
      result: WireTestLink,
    },
    listTestLinks: {
      route: 'GET /v2/org/tests/{testId}/testlinks',
      summary: 'Get all test links of a test',
      deprecated: true,
      scope: 'read',
      result: WireTestLinkList,
    },
  }),
  ...apiOperations('Invitations', {
    registerCandidate: {
      route: 'POST /v2/org/tests/{testId}/register',
      summary: 'Register candidate for test',
      deprecated: true,
      scope: 'invite',
      body: RegisterBody,
      bodyLimit: bodyLimits.medium,
      result: WireRegistration,
      refusals: ['resource.conflict'],
    },
    registerCandidateByLink: {
      route: 'POST /v2/org/tests/{testId}/testlinks/{testLinkId}/register',
      summary: 'Register candidate by test link',
      deprecated: true,
      scope: 'invite',
      body: RegisterBody,
      bodyLimit: bodyLimits.medium,
      result: WireLinkRegistration,
      refusals: ['resource.conflict'],
    },
    cancelInvitation: {
      route: 'GET /v2/org/testinvitation/{testInvitationId}/cancel',
      summary: 'Cancel invitation',
      scope: 'invite',
      query: CancelQuery,
      result: WireCancellation,
      refusals: ['invitation.not-cancellable'],
      repeat: 'by-key',
    },
    reattemptInvitation: {
      route: 'GET /v2/org/testinvitation/{testInvitationId}/reattempt',
      summary: 'Reattempt test',
      scope: 'invite',
      result: WireRegistration,
      refusals: ['invitation.not-reattemptable', 'resource.conflict'],
      repeat: 'by-key',
    },
  }),
  ...apiOperations('Reports', {
    getReport: {
      route: 'GET /v2/org/report/{testInvitationId}',
      summary: 'Candidate test report',
      deprecated: true,
      scope: 'read',
      result: WireReport,
    },
    getSectionReports: {
      route: 'GET /v2/org/report/{testInvitationId}/sections',
      summary: 'Candidate section report',
      deprecated: true,
      scope: 'read',
      result: WireSectionReports,
      refusals: ['resource.conflict'],
    },
    exportReportPdf: {
      route: 'GET /v2/org/report/{testInvitationId}/pdf',
      summary: 'Export candidate report as PDF',
      deprecated: true,
      scope: 'read',
      result: 'application/pdf',
      refusals: ['resource.conflict'],
    },
    exportReportExcel: {
      route: 'GET /v2/org/report/{testId}/excel',
      summary: 'Export test report as Excel',
      deprecated: true,
      scope: 'read',
      result: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    },
  }),
};
