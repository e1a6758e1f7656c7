import { type ManagedInvitation, scopes } from '@assay/domain';
import { someAnswers } from '../../testing/answers.ts';
import { someComparison } from '../../testing/comparisons.ts';
import { someStatistics } from '../../testing/statistics.ts';
import { codeSubmission } from '../../testing/submissions.ts';
import type { Link, Op, Services } from '../services/services.ts';
import * as sample from './samples.ts';

export type RecordedCall = { readonly op: Op; readonly input: unknown };

/** Services in memory: a test with `invitations`, newest first; `over` replaces single services. Each call is in `calls`. */
export const fakeServices = (
  over: Partial<Services> = {},
  invitations: readonly ManagedInvitation[] = [sample.completed()],
): { services: Services; calls: RecordedCall[] } => {
  const calls: RecordedCall[] = [];
  const saved = new Map<number, Link>();
  const find = (id: number): ManagedInvitation =>
    invitations.find((one) => one.testInvitationId === id) ?? sample.invitation({ testInvitationId: id });
  const confirming = new Set<number>();
  const services: Services = {
    getScopes: async () => ({ scopes }),
    getQuotas: async () => sample.quotas(),
    listTests: async ({ search }) => ({
      tests: [sample.test(), sample.test({ testId: 8, testName: 'Numeracy 数学 🧮', status: 'Inactive' })].filter(({ testName }) =>
        testName.toLowerCase().includes(search.toLowerCase()),
      ),
      nextCursor: null,
    }),
    getTest: async () => sample.overview(),
    getLink: async ({ testLinkId }) => saved.get(testLinkId) ?? sample.link({ testLinkId }),
    saveLink: async ({ testLinkId, link }) => {
      const made = sample.link({ ...link, emailToStakeholder: link.emailToStakeholder ?? null, testLinkId: testLinkId ?? 99 });
      saved.set(made.testLinkId, made);
      return made;
    },
    getLinkSettings: async ({ testLinkId }) => ({ confirmEmail: confirming.has(testLinkId) }),
    saveLinkSettings: async ({ testLinkId, confirmEmail }) => {
      if (confirmEmail) confirming.add(testLinkId);
      else confirming.delete(testLinkId);
      return { confirmEmail };
    },
    listInvitations: async ({ cursor, search, status }) => {
      const fits = invitations.filter(
        (one) =>
          (cursor === null || one.testInvitationId < Number(cursor)) &&
          (status === null || one.status === status) &&
          one.fullName.toLowerCase().includes(search.toLowerCase()),
      );
      const page = fits.slice(0, 100);
      return { invitations: page, nextCursor: fits.length > 100 ? String(page.at(-1)?.testInvitationId) : null };
    },
    getInvitation: async ({ testInvitationId }) => ({
      invitation: find(testInvitationId),
      timeline: [{ at: '2026-11-20T09:00:00.000Z', type: 'invitation.registered', data: { emailId: 'ana@example.com' } }],
      nextCursor: null,
    }),
    getReport: async () => sample.report(),
    listSubmissions: async () => [codeSubmission()],
    listAnswers: async () => someAnswers(),
    compareCandidates: async () => someComparison(),
    getStatistics: async () => someStatistics(),
    openReport: async () => ({}),
    saveReport: async ({ path }) => ({ saved: true, path: `/home/ana/${path}`, bytes: 30_000 }),
    completePath: async ({ text }) => ({ text: `${text}.csv`, names: [] }),
    cancelInvitation: async () => ({}),
    reattemptInvitation: async () => ({ testInvitationId: 777, takeTestURL: 'https://assay.example/take/again' }),
    resetInvitation: async ({ testInvitationId }) => sample.invitation({ testInvitationId, status: 'Reset' }),
    revokeReportUrl: async ({ testInvitationId }) => sample.invitation({ testInvitationId }),
    giveExtraTime: async ({ minutes }) => sample.invitation({ extraMinutes: minutes }),
    sendInvitationEmail: async () => sample.delivery({ kind: 'invitation-email', state: 'pending', destination: 'ana@example.com' }),
    inviteCandidates: async ({ candidates }) => ({
      results: candidates.map((one, index) => ({
        index,
        ok: true,
        outcome: 'invited',
        finished: false,
        invitation: sample.invitation({ testInvitationId: 600 + index, fullName: one.fullName, emailId: one.emailId }),
        email: null,
        error: null,
      })),
    }),
    readCandidates: async () => sample.candidateFile(),
    writeFaulty: async ({ path }) => ({ path: `faulty ${path}` }),
    listDeliveries: async () => ({ deliveries: [sample.delivery()], nextCursor: null }),
    getDelivery: async () => sample.deliveryDetail(),
    redeliverDelivery: async ({ deliveryId }) => sample.delivery({ deliveryId, state: 'pending' }),
    listReviews: async () => [sample.review()],
    getReview: async ({ reviewId }) => sample.review({ reviewId }),
    claimReview: async ({ reviewId }) => sample.review({ reviewId }),
    gradeReview: async ({ reviewId }) => sample.review({ reviewId, state: 'graded', score: '5' }),
    redeliverFailed: async () => ({ results: [{ deliveryId: 900, redelivered: true, error: null }], more: false }),
    ...over,
  };
  const recorded = Object.fromEntries(
    Object.entries(services).map(([op, serve]) => [
      op,
      (input: unknown, signal: AbortSignal) => {
        calls.push({ op: op as Op, input });
        return (serve as (input: unknown, signal: AbortSignal) => unknown)(input, signal);
      },
    ]),
    // The cast holds: each function is put back under its own name, which Object.entries does not type.
  ) as unknown as Services;
  return { services: recorded, calls };
};
