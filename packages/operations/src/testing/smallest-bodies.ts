import type { OperationName } from '@assay/domain';
import { smallTest, zone } from '@assay/testing';

const link = { testLinkName: 'Spring', accessTime: 0, timeZoneId: zone };
const candidate = { emailId: 'ana@example.com', fullName: 'Ana Example' };

/** For each operation with a body, a valid one with only the required fields. */
export const smallestBodies: { readonly [Name in OperationName]?: Readonly<Record<string, unknown>> } = {
  createApiKey: { name: 'ATS', scopes: ['manage'] },
  createTestLink: link,
  duplicateTest: {},
  giveExtraTime: { minutes: 5 },
  importTest: smallTest,
  inviteCandidate: candidate,
  inviteCandidates: { candidates: [candidate] },
  registerCandidate: candidate,
  registerCandidateByLink: candidate,
  rotateApiKey: {},
  rotateCallbackSecret: {},
  sendSampleCallback: { url: 'https://ats.example/hook' },
  setTestStatus: { status: 'Active' },
  updateAccount: {},
  updateLinkSettings: { confirmEmail: 1 },
  updateTestLink: link,
};
