import type { ManagedInvitation } from '@assay/domain';
import { someAnswers } from '../../testing/answers.ts';
import { someComparison } from '../../testing/comparisons.ts';
import { someStatistics } from '../../testing/statistics.ts';
import { codeSubmission } from '../../testing/submissions.ts';
import type { Link } from '../services/links.ts';
import type { Op, Services } from '../services/services.ts';
import * as sample from './samples.ts';

export type RecordedCall = { readonly op: Op; readonly input: unknown };

/** By the name of the operation. */
export type Answers = Partial<Services>;

/** Services in memory: a test with `invitations`, newest first; `over` replaces single answers. Each call is in `calls`. */
export const fakeServices = (
  over: Answers = {},
  invitations: readonly ManagedInvitation[] = [sample.completed()],
): { services: Services; calls: RecordedCall[] } => {
  const calls: RecordedCall[] = [];
  const saved = new Map<number, Link>();
  const find = (id: number): ManagedInvitation =>
    invitations.find((one) => one.testInvitationId === id) ?? sample.invitation({ testInvitationId: id });
  let confirmEmail: 0 | 1 = 0;
  const answers: Answers = {
    getAccount: async () => sample.account(),
    getAccountQuotas: async () => ({ quotas: sample.quotas() }),
    readTests: async ({ search }) => ({
      tests: [sample.test(), sample.test({ testId: 8, testName: 'Numeracy 数学 🧮', status: 'Inactive' })].filter(({ testName }) =>
        testName.toLowerCase().includes(search.toLowerCase()),
      ),
      nextCursor: null,
    }),
    readTest: async () => sample.overview(),
    readLink: async ({ testLinkId }) => saved.get(testLinkId) ?? sample.link({ testLinkId }),
    saveLink: async ({ testLinkId, link }) => {
      const made = sample.link({ ...link, emailToStakeholder: link.emailToStakeholder ?? null, testLinkId: testLinkId ?? 99 });
      saved.set(made.testLinkId, made);
      return made;
    },
    getLinkSettings: async ({ testLinkId }) => ({ testLinkId: Number(testLinkId), confirmEmail }),
    updateLinkSettings: async ({ testLinkId, ...input }) => {
      confirmEmail = input.confirmEmail === 1 ? 1 : 0;
      return { testLinkId: Number(testLinkId), confirmEmail };
    },
    listInvitations: async ({ cursor, search = '', status }) => {
      const fits = invitations.filter(
        (one) =>
          (cursor === undefined || one.testInvitationId < Number(cursor)) &&
          (status === undefined || one.status === status) &&
          one.fullName.toLowerCase().includes(String(search).toLowerCase()),
      );
      const page = fits.slice(0, 100);
      return { invitations: page, nextCursor: fits.length > 100 ? String(page.at(-1)?.testInvitationId) : null };
    },
    getInvitationTimeline: async ({ testInvitationId }) => ({
      invitation: find(Number(testInvitationId)),
      timeline: [{ at: '2026-11-20T09:00:00.000Z', type: 'invitation.registered', data: { emailId: 'ana@example.com' } }],
      nextCursor: null,
    }),
    readReport: async () => sample.report(),
    readSubmissions: async () => [codeSubmission()],
    readAnswers: async () => someAnswers(),
    compareCandidates: async () => someComparison(),
    readStatistics: async () => someStatistics(),
    openDocument: async () => ({}),
    exportDocument: async ({ path }) => ({ saved: true, path: `/home/ana/${path}`, bytes: 30_000 }),
    completePath: async ({ text }) => ({ text: `${text}.csv`, names: [] }),
    cancelInvitation: async ({ testInvitationId }) => ({ testInvitationId: Number(testInvitationId), status: 'cancelled' }),
    reattemptInvitation: async () => ({ testInvitationId: 777, takeTestURL: 'https://assay.example/take/again' }),
    resetInvitation: async ({ testInvitationId }) => sample.invitation({ testInvitationId: Number(testInvitationId), status: 'Reset' }),
    revokeReportUrl: async ({ testInvitationId }) => sample.invitation({ testInvitationId: Number(testInvitationId) }),
    giveExtraTime: async ({ minutes }) => sample.invitation({ extraMinutes: minutes }),
    sendInvitationEmail: async () => sample.delivery({ kind: 'invitation-email', state: 'pending', destination: 'ana@example.com' }),
    inviteCandidates: async ({ candidates }) => ({
      results: candidates.map((one, index) => ({
        index,
        ok: true,
        outcome: 'invited',
        finished: false,
        invitation: sample.invitation({ testInvitationId: 600 + index, fullName: one.fullName ?? '', emailId: one.emailId ?? '' }),
        email: null,
        error: null,
      })),
    }),
    readCandidates: async () => sample.candidateFile(),
    writeFaulty: async ({ path }) => ({ path: `faulty ${path}` }),
    readDeliveries: async () => ({ deliveries: [sample.delivery()], nextCursor: null }),
    getDelivery: async () => sample.deliveryDetail(),
    redeliverDelivery: async ({ deliveryId }) => sample.delivery({ deliveryId: Number(deliveryId), state: 'pending' }),
    readReviews: async () => [sample.review()],
    getReview: async ({ reviewId }) => sample.review({ reviewId: Number(reviewId) }),
    claimReview: async ({ reviewId }) => sample.review({ reviewId: Number(reviewId) }),
    gradeReview: async ({ reviewId }) => sample.review({ reviewId: Number(reviewId), state: 'graded', score: '5' }),
    redeliverFailed: async () => ({ results: [{ deliveryId: 900, redelivered: true, error: null }], more: false }),
    ...over,
  };
  const get = (_: object, op: Op) => (input: unknown, options: unknown) => {
    calls.push({ op, input });
    // The cast holds: an op comes with its own input, which a lookup by name loses.
    const answer = answers[op] as ((input: unknown, options: unknown) => unknown) | undefined;
    if (answer === undefined) throw new Error(`No answer for ${op}`);
    return answer(input, options);
  };
  // The cast holds: the proxy has a function for every name.
  return { services: new Proxy({}, { get }) as Services, calls };
};
