import {
  type AccountQuota,
  type DeliveryDetail,
  type ManagedDelivery,
  type ManagedInvitation,
  type ManagedTestSummary,
  type Operations,
  type ResultOf,
  type Review,
  scopes,
} from '@assay/domain';
import { example, exampleItem } from '@assay/testing';
import { invitationReport } from '../../testing/reports.ts';
import type { Env } from '../core/screen.ts';
import type { CandidateFile } from '../services/files.ts';
import type { Link } from '../services/links.ts';
import type { Report, TestOverview } from '../services/reads.ts';

/** 21 November 2026, 12:00 UTC. */
export const noon = Date.UTC(2026, 10, 21, 12);

export const env: Env = { now: noon, rows: 24, columns: 80, profile: 'spring', scopes: null };

export const test = (over: Partial<ManagedTestSummary> = {}): ManagedTestSummary =>
  example('getManagedTest', {
    ...{ testId: 7, key: 'web-fundamentals', testName: 'Web fundamentals', version: 3, accessKey: 'wk3', questions: 20, totalScore: '40' },
    counts: { invited: 120, started: 80, completed: 60 },
    ...over,
  });

export const account = (over: Partial<ResultOf<Operations['getAccount']>> = {}): ResultOf<Operations['getAccount']> =>
  example('getAccount', {
    ...{ name: 'Acme', email: 'hiring@acme.example', timeZone: 'UTC', publicUrl: 'https://assay.example', scopes: [...scopes] },
    ...over,
  });

const quota = (name: string, over: Partial<AccountQuota> = {}): AccountQuota =>
  exampleItem('getAccountQuotas', 'quotas', {
    ...{ quota: name, limit: null, used: 0, resetsAt: '2026-11-22T00:00:00.000Z', meaning: `What counts as ${name}.` },
    ...over,
  });
const now = { window: 'now', resetsAt: null } as const;

export const quotas = (): AccountQuota[] => [
  quota('invitations', { limit: 50_000, used: 49_000, meaning: 'New invitations: by API, in lists, by join pages and by reattempts.' }),
  quota('candidates', { ...now, used: 12 }),
  quota('processorSeconds', { used: 3600 }),
  quota('mails', { limit: 500, used: 500, isDefault: false, meaning: 'Tries to send a mail.' }),
  quota('callbacks'),
  quota('exports', { ...now, limit: 20, used: null }),
  quota('bytes', { ...now, limit: 1_000_000_000_000, used: 12_345_678_901, meaning: 'Files and webcam images of candidates.' }),
];

export const link = (over: Partial<Link> = {}): Link => ({
  testLinkId: 31,
  testId: 7,
  testLinkName: 'Spring intake',
  joinUrl: 'https://assay.example/join/abc123',
  accessTime: 1,
  startDateTime: Date.UTC(2026, 10, 20, 3, 30),
  endDateTime: Date.UTC(2026, 10, 30, 12, 30),
  timeZoneId: 190,
  inviteCandidateOnly: false,
  imageProctoring: false,
  emailToStakeholder: null,
  active: true,
  ...over,
});

export const overview = (over: Partial<TestOverview> = {}): TestOverview => ({
  test: test(),
  sections: [
    { sectionName: 'Markup', sectionType: 'General Questions', questions: 12, duration: 0 },
    { sectionName: 'Scripts', sectionType: 'Coding Questions', questions: 8, duration: 20 },
  ],
  links: [
    link(),
    link({ testLinkId: 32, testLinkName: 'Autumn intake', active: false, accessTime: 0, startDateTime: null, endDateTime: null }),
  ],
  ...over,
});

export const invitation = (over: Partial<ManagedInvitation> = {}): ManagedInvitation => ({
  ...example('inviteCandidate').invitation,
  ...{ testInvitationId: 501, testId: 7, testLinkId: 31, emailId: 'ana@example.com', fullName: 'Ana Núñez', origin: 'api' },
  ...{ takeTestURL: 'https://assay.example/take/t0ken', createdAt: '2026-11-20T09:00:00.000Z' },
  ...over,
});

export const completed = (over: Partial<ManagedInvitation> = {}): ManagedInvitation =>
  invitation({
    ...{ status: 'Completed', startedAt: '2026-11-21T10:00:00.000Z', completedAt: '2026-11-21T10:40:00.000Z' },
    ...{ reportStatus: 'Generated', score: '31.5', totalScore: '40', wv: 2, tv: 14 },
    ...over,
  });

export const report = (over: Partial<Report> = {}): Report => ({
  fullName: 'Ana Núñez',
  emailId: 'ana@example.com',
  testName: 'Web fundamentals',
  timeTaken: 40,
  duration: 45,
  questions: 20,
  attemptedOn: '2026-11-21T10:00:00',
  score: '31.5',
  totalScore: '40',
  wv: 2,
  tv: 14,
  testStatus: 'Completed',
  reportStatus: 'Generated',
  generated: invitationReport(),
  ...over,
});

const failed: Partial<ManagedDelivery> = {
  state: 'failed',
  ...{ deliveryId: 900, testId: 7, testInvitationId: 501, destination: 'https://hooks.example/assay', messageId: 'msg_900' },
  ...{ attemptsMade: 8, lastError: 'HTTP 500', createdAt: '2026-11-20T09:00:00.000Z', settledAt: '2026-11-21T09:00:00.000Z' },
};

export const delivery = (over: Partial<ManagedDelivery> = {}): ManagedDelivery =>
  exampleItem('listDeliveries', 'deliveries', { ...failed, ...over });

export const deliveryDetail = (over: Partial<DeliveryDetail> = {}): DeliveryDetail =>
  example('getDelivery', {
    ...failed,
    body: '{"CandidateScore":7.5}',
    attempts: [exampleItem('getDelivery', 'attempts', { at: '2026-11-20T09:00:01.000Z', outcome: 'retry', status: 500, response: 'oops' })],
    ...over,
  });

export const candidateFile = (over: Partial<CandidateFile> = {}): CandidateFile => ({
  candidates: [],
  faults: [],
  unknown: [],
  cells: { delimiter: ',', head: ['email', 'name'], rows: new Map() },
  foreseen: [],
  ...over,
});

export const review = (over: Partial<Review> = {}): Review =>
  example('getReview', {
    ...exampleItem('listReviews', 'reviews', { reviewId: 7, testId: 7, questionId: 5, title: 'Why?' }),
    ...{ prompt: 'Why?\n\nExplain.', answer: 'Because it is.', words: { count: 3, min: 2, max: null }, grades: [] },
    ...over,
  });
