import type { joinOperations, OperationName, takeOperations } from '@assay/domain';
import { smallTest, zone } from '@assay/testing';
import type { z } from 'zod';

const link = { testLinkName: 'Spring', accessTime: 0, timeZoneId: zone };
const candidate = { emailId: 'ana@example.com', fullName: 'Ana Example' };

/** For each operation with a body, a valid one with only the required fields. */
export const smallestBodies: { readonly [Name in OperationName]?: Readonly<Record<string, unknown>> } = {
  createApiKey: { name: 'ATS', scopes: ['manage'] },
  createTestLink: link,
  duplicateTest: {},
  giveExtraTime: { minutes: 5 },
  gradeReview: { marks: [0] },
  importTest: smallTest,
  inviteCandidate: candidate,
  inviteCandidates: { candidates: [candidate] },
  registerCandidate: candidate,
  registerCandidateByLink: candidate,
  rotateApiKey: {},
  rotateCallbackSecret: {},
  sendSampleCallback: { url: 'https://ats.example/hook' },
  previewRegrade: smallTest,
  regradeTest: {},
  setTestStatus: { status: 'Active' },
  updateAccount: {},
  updateLinkSettings: { confirmEmail: 1 },
  updateTestLink: link,
};

/** The query that an operation needs. */
export const smallestQuery = (name: string, testInvitationId: string): Readonly<Record<string, string>> =>
  name === 'compareCandidates' || name === 'exportComparisonPdf' ? { invitations: testInvitationId } : {};

type CandidateOperations = typeof takeOperations & typeof joinOperations;
type CandidateBodies = {
  readonly [Name in keyof CandidateOperations as CandidateOperations[Name] extends { readonly body: z.core.$ZodType }
    ? Name
    : never]: CandidateOperations[Name] extends { readonly body: infer Body extends z.core.$ZodType } ? z.input<Body> : never;
};

/** The same for the candidate protocol. */
export const smallestCandidateBodies = {
  issueTicket: {},
  joinTest: candidate,
  recordCamera: { state: 'granted' },
  recordEdits: {
    batch: 1,
    edits: [{ questionId: 1, language: 'javascript', at: 1, change: [{ from: 0, removed: 0, inserted: 'a' }] }],
  },
  recordEvents: { events: [{ type: 'left', at: '2026-03-02T10:00:00.000Z' }] },
  runCode: { questionId: 1, answer: { language: 'javascript', source: 'print(1)' } },
  saveAnswer: { answer: 'a', revision: 1 },
  savePlace: { questionId: 1, flags: [] },
  startAttempt: {},
  submitAttempt: {},
} satisfies CandidateBodies;
