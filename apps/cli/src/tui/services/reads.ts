import { AssayRefusal, type CallOptions, type Client, type Report as Figures, type Section } from '@assay/client';
import type { CodeSubmission, InvitationReport, ManagedTestSummary, ReviewSummary } from '@assay/domain';
import { readAllAnswers } from '../../support/read-all-answers.ts';
import { readAllStatistics } from '../../support/read-all-statistics.ts';
import { bodyOf, type Link, type LinkInput, linkOf } from './links.ts';
import { deliveryCursors, pageSize, testCursors } from './ranked-cursors.ts';

type InvitationId = { readonly testInvitationId: number };
type TestId = { readonly testId: number };

export type TestOverview = {
  readonly test: ManagedTestSummary;
  readonly sections: readonly Section[];
  readonly links: readonly Link[];
};

/** `generated` is null while the report is not generated. */
export type Report = Figures & { readonly generated: InvitationReport | null };

/** As many as somebody grades in one go, of as many as are read to find them. */
const mostReviews = { found: 100, read: 2_000 };

/** Where candidates reach the service: requested once, and again after a failure. */
const publicUrlOf = (client: Client) => {
  let known: string | undefined;
  return async (options: CallOptions): Promise<string> => {
    known ??= (await client.getAccount({}, options)).publicUrl;
    return known;
  };
};

/** What takes more than one request, or reads a response in another form. */
export const readsOf = (client: Client) => {
  const publicUrl = publicUrlOf(client);
  return {
    /** Active tests first, newest first among each. */
    readTests: async ({ search, cursor: from }: { readonly search: string; readonly cursor: string | null }, options: CallOptions) => {
      const { rank, cursor } = testCursors.parse(from);
      const filter = search === '' ? {} : { search };
      // The list is read state by state; its total is that of all of them.
      const whole = from === null ? client.listManagedTests({ ...filter, limit: 1 }, options) : undefined;
      const status = testCursors.states[rank];
      const page = client.listManagedTests({ ...filter, status, limit: pageSize, cursor: cursor ?? undefined }, options);
      const [{ tests, nextCursor }, all] = await Promise.all([page, whole]);
      return { tests, nextCursor: testCursors.next(rank, nextCursor), ...(all && { total: all.total }) };
    },

    readTest: async (of: TestId, options: CallOptions): Promise<TestOverview> => {
      const test = await client.getManagedTest(of, options);
      // API v2 knows no archived tests: their sections and links are out of use.
      if (test.status === 'Archived') return { test, sections: [], links: [] };
      const base = await publicUrl(options);
      const [{ sections }, { testLinks }] = await Promise.all([client.getTest(of, options), client.listTestLinks(of, options)]);
      return { test, sections, links: testLinks.map((link) => linkOf(base, link)) };
    },

    readLink: async (of: TestId & { readonly testLinkId: number }, options: CallOptions) =>
      linkOf(await publicUrl(options), await client.getTestLink(of, options)),

    /** Creates a link, or changes the one named by `testLinkId`. */
    saveLink: async (
      { testId, testLinkId, link }: TestId & { readonly testLinkId: number | null; readonly link: LinkInput },
      options: CallOptions,
    ) =>
      linkOf(
        await publicUrl(options),
        testLinkId === null
          ? await client.createTestLink({ testId, ...bodyOf(link) }, options)
          : await client.updateTestLink({ testId, testLinkId, ...bodyOf(link) }, options),
      ),

    readReport: async (of: InvitationId, options: CallOptions): Promise<Report> => {
      const report = await client.getReport(of, options);
      if (report.reportStatus !== 'Generated') return { ...report, generated: null };
      try {
        return { ...report, generated: await client.getInvitationReport(of, options) };
      } catch (error) {
        // The attempt was reset between the two requests, which removed the report.
        if (error instanceof AssayRefusal && error.httpStatus === 409) return { ...report, generated: null };
        throw error;
      }
    },

    /** All programs of the attempt. */
    readSubmissions: async (of: InvitationId, options: CallOptions): Promise<readonly CodeSubmission[]> => {
      const submissions: CodeSubmission[] = [];
      for await (const one of client.paginateSubmissions(of, options)) submissions.push(one);
      return submissions;
    },

    /** The answers of the present attempt, all of its questions. */
    readAnswers: (of: InvitationId, options: { readonly signal: AbortSignal }) => readAllAnswers(client, of, options),

    /** Of all attempts. */
    readStatistics: ({ testId }: TestId, options: { readonly signal: AbortSignal }) => readAllStatistics(client, testId, options),

    /** One state after another in the order of `listedDeliveryStates`, newest first in each. The cursor holds the state. */
    readDeliveries: async (
      { testId, cursor: from }: { readonly testId: number | null; readonly cursor: string | null },
      options: CallOptions,
    ) => {
      const { rank, cursor } = deliveryCursors.parse(from);
      const filter = testId === null ? {} : { testId };
      const whole = from === null ? client.listDeliveries({ ...filter, limit: 1 }, options) : undefined;
      const state = deliveryCursors.states[rank];
      const page = client.listDeliveries({ ...filter, state, limit: pageSize, cursor: cursor ?? undefined }, options);
      const [{ deliveries, nextCursor }, all] = await Promise.all([page, whole]);
      return { deliveries, nextCursor: deliveryCursors.next(rank, nextCursor), ...(all && { total: all.total }) };
    },

    /** Answers that this key can grade now: neither graded by it nor claimed by another one. */
    readReviews: async ({ testId }: { readonly testId: number | null }, options: CallOptions): Promise<readonly ReviewSummary[]> => {
      const found: ReviewSummary[] = [];
      let read = 0;
      for await (const one of client.paginateReviews({ testId: testId ?? undefined, limit: 100 }, options)) {
        read += 1;
        if (one.claimedUntil === null && (one.state === 'reconcile' || !one.mine)) found.push(one);
        if (found.length === mostReviews.found || read === mostReviews.read) break;
      }
      return found;
    },
  };
};
