import { readFile, rm } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { AssayRefusal, type Client, type TestLink } from '@assay/client';
import { type CodeSubmission, formatUtcDateTime, linkStatus, parseUtcDateTime, type ReviewSummary } from '@assay/domain';
import { faultyCsv, readCandidates } from '../../files/read-candidates.ts';
import { holdsContent, placeOf, saveFile } from '../../files/save-file.ts';
import { completePath, pathOf } from '../../files/typed-path.ts';
import { joinUrl } from '../../output/join-url.ts';
import { Failure } from '../../support/failures.ts';
import { readAllAnswers } from '../../support/read-all-answers.ts';
import { readAllStatistics } from '../../support/read-all-statistics.ts';
import { deliveryCursors, testCursors } from './ranked-cursors.ts';
import {
  type CandidateFile,
  type DocumentId,
  documentName,
  type Foreseen,
  type InputOf,
  type Link,
  type LinkInput,
  type PdfId,
  type Report,
  type SavedFile,
  type Services,
  type TestOverview,
} from './services.ts';

const pageSize = 100;

const instantOf = (text: string | null): number | null => (text === null ? null : (parseUtcDateTime(text) ?? null));

const linkOf = (base: string, link: TestLink): Link => ({
  testLinkId: link.testLinkId,
  testId: link.testId,
  testLinkName: link.testLinkName,
  joinUrl: joinUrl(base, link.testLinkAccessKey),
  accessTime: link.accessTime,
  startDateTime: instantOf(link.startDateTime),
  endDateTime: instantOf(link.endDateTime),
  timeZoneId: link.timeZoneId,
  inviteCandidateOnly: link.inviteCandidateOnly === 1,
  imageProctoring: link.imageProctoring === 1,
  emailToStakeholder: link.emailToStakeholder,
  active: link.testLinkStatus === linkStatus.active,
});

const bodyOf = (link: LinkInput) => ({
  testLinkName: link.testLinkName,
  accessTime: link.accessTime,
  timeZoneId: link.timeZoneId,
  inviteCandidateOnly: link.inviteCandidateOnly ? (1 as const) : (0 as const),
  imageProctoring: link.imageProctoring ? (1 as const) : (0 as const),
  testLinkStatus: link.active ? linkStatus.active : linkStatus.inactive,
  ...(link.emailToStakeholder === undefined ? {} : { emailToStakeholder: link.emailToStakeholder }),
  ...(link.startDateTime === null ? {} : { startDateTime: formatUtcDateTime(link.startDateTime) }),
  ...(link.endDateTime === null ? {} : { endDateTime: formatUtcDateTime(link.endDateTime) }),
});

const listTests = async (client: Client, search: string, from: string | null, signal: AbortSignal) => {
  const { rank, cursor } = testCursors.parse(from);
  const filter = search === '' ? {} : { search };
  // The list is read state by state; its total is that of all of them.
  const whole = from === null ? client.listManagedTests({ ...filter, limit: 1 }, { signal }) : undefined;
  const page = client.listManagedTests(
    { ...filter, status: testCursors.states[rank], limit: pageSize, cursor: cursor ?? undefined },
    { signal },
  );
  const [{ tests, nextCursor }, all] = await Promise.all([page, whole]);
  return { tests, nextCursor: testCursors.next(rank, nextCursor), total: all?.total };
};

type PublicUrl = (signal: AbortSignal) => Promise<string>;

/** Where candidates reach the service: requested once, and again after a failure. */
const publicUrlOf = (client: Client): PublicUrl => {
  let known: string | undefined;
  return async (signal) => {
    known ??= (await client.getAccount({}, { signal })).publicUrl;
    return known;
  };
};

const getTest = async (client: Client, publicUrl: PublicUrl, testId: number, signal: AbortSignal): Promise<TestOverview> => {
  const of = { testId };
  const test = await client.getManagedTest(of, { signal });
  // API v2 knows no archived tests: their sections and links are out of use.
  const archived = test.status === 'Archived';
  const base = await publicUrl(signal);
  const [sections, links] = await Promise.all([
    archived ? [] : client.getTest(of, { signal }).then((details) => details.sections),
    archived ? [] : client.listTestLinks(of, { signal }).then(({ testLinks }) => testLinks.map((link) => linkOf(base, link))),
  ]);
  return { test, sections, links };
};

const getReport = async (client: Client, testInvitationId: number, signal: AbortSignal): Promise<Report> => {
  const report = await client.getReport({ testInvitationId }, { signal });
  if (report.reportStatus !== 'Generated') return { ...report, generated: null };
  try {
    return { ...report, generated: await client.getInvitationReport({ testInvitationId }, { signal }) };
  } catch (error) {
    // The attempt was reset between the two requests, which removed the report.
    if (error instanceof AssayRefusal && error.httpStatus === 409) return { ...report, generated: null };
    throw error;
  }
};

/** What the screens need of the desktop: a program that opens a file, and a directory whose files are removed at the end. */
export type Desktop = { readonly open: (target: string) => Promise<void>; readonly temporary: () => Promise<string> };

const exportDocument = (client: Client, of: DocumentId, signal: AbortSignal) => {
  if (of.document === 'file') return client.getReviewFile({ reviewId: of.reviewId }, { signal });
  if (of.document === 'comparison') {
    const { testId, invitations, by } = of;
    return client.exportComparisonPdf({ testId, invitations: invitations.join(','), ...(by === null ? {} : { by }) }, { signal });
  }
  const { testInvitationId } = of;
  return of.document === 'report'
    ? client.exportReportPdf({ testInvitationId }, { signal })
    : client.exportSubmissionsPdf({ testInvitationId }, { signal });
};

const openReport = async (client: Client, desktop: Desktop, of: PdfId, signal: AbortSignal): Promise<object> => {
  const pdf = await exportDocument(client, of, signal);
  const path = join(await desktop.temporary(), documentName(of));
  await saveFile(path, pdf.stream, { signal });
  try {
    await desktop.open(path);
  } catch (error) {
    await rm(path, { force: true });
    throw new Failure(`No program here opens a PDF: ${error instanceof Error ? error.message : String(error)}`, 'p saves it as a file.');
  }
  return {};
};

const saveReport = async (
  client: Client,
  { path: typed, overwrite, ...of }: InputOf<'saveReport'>,
  signal: AbortSignal,
): Promise<SavedFile> => {
  const path = await placeOf(pathOf(typed), documentName(of));
  if (!overwrite && (await holdsContent(path))) return { saved: false, path };
  const pdf = await exportDocument(client, of, signal);
  return { saved: true, path, bytes: await saveFile(path, pdf.stream, { signal }) };
};

const listDeliveries = async (client: Client, testId: number | null, from: string | null, signal: AbortSignal) => {
  const { rank, cursor } = deliveryCursors.parse(from);
  const filter = testId === null ? {} : { testId };
  const whole = from === null ? client.listDeliveries({ ...filter, limit: 1 }, { signal }) : undefined;
  const page = client.listDeliveries(
    { ...filter, state: deliveryCursors.states[rank], limit: pageSize, cursor: cursor ?? undefined },
    { signal },
  );
  const [{ deliveries, nextCursor }, all] = await Promise.all([page, whole]);
  return { deliveries, nextCursor: deliveryCursors.next(rank, nextCursor), total: all?.total };
};

/** As many as one request may have. */
const mostAtOnce = 500;

const readFileOfCandidates = async (
  client: Client,
  { path, testId, testLinkId }: Parameters<Services['readCandidates']>[0],
  signal: AbortSignal,
): Promise<CandidateFile> => {
  const file = readCandidates(await readFile(pathOf(path), { signal }), {
    sendEmail: true,
    ...(testLinkId === null ? {} : { testLinkId }),
  });
  const foreseen: Foreseen[] = [];
  for (let from = 0; from < file.candidates.length; from += mostAtOnce) {
    const candidates = file.candidates.slice(from, from + mostAtOnce).map(({ line: _, ...row }) => ({ ...row, revive: false }));
    const { results } = await client.inviteCandidates({ testId, candidates, dryRun: true }, { signal });
    foreseen.push(...results.map(({ outcome, error }) => ({ outcome, error })));
  }
  return { ...file, foreseen };
};

const writeFaulty = async ({ path, cells, faults }: Parameters<Services['writeFaulty']>[0], signal: AbortSignal) => {
  const { dir, name, ext } = parse(pathOf(path));
  let beside = join(dir, `${name}-faulty${ext}`);
  // An earlier one may have been mended and not imported yet.
  for (let number = 2; await holdsContent(beside); number += 1) beside = join(dir, `${name}-faulty-${number}${ext}`);
  await saveFile(beside, [faultyCsv(cells, faults)], { signal });
  return { path: beside };
};

/** As many as somebody grades in one go, of as many as are read to find them. */
const mostReviews = { found: 100, read: 2_000 };

const listReviews = async (client: Client, testId: number | null, signal: AbortSignal): Promise<readonly ReviewSummary[]> => {
  const found: ReviewSummary[] = [];
  let read = 0;
  for await (const one of client.paginateReviews({ testId: testId ?? undefined, limit: 100 }, { signal })) {
    read += 1;
    if (one.claimedUntil === null && (one.state === 'reconcile' || !one.mine)) found.push(one);
    if (found.length === mostReviews.found || read === mostReviews.read) break;
  }
  return found;
};

/** The services of the screens over a client. */
export const servicesOf = (client: Client, desktop: Desktop): Services => {
  const publicUrl = publicUrlOf(client);
  return {
    getScopes: async (_, signal) => ({ scopes: (await client.getAccount({}, { signal })).scopes }),
    getQuotas: async (_, signal) => (await client.getAccountQuotas({}, { signal })).quotas,
    listTests: ({ search, cursor }, signal) => listTests(client, search, cursor, signal),
    getTest: ({ testId }, signal) => getTest(client, publicUrl, testId, signal),
    getLink: async (of, signal) => linkOf(await publicUrl(signal), await client.getTestLink(of, { signal })),
    saveLink: async ({ testId, testLinkId, link }, signal) =>
      linkOf(
        await publicUrl(signal),
        testLinkId === null
          ? await client.createTestLink({ testId, ...bodyOf(link) }, { signal })
          : await client.updateTestLink({ testId, testLinkId, ...bodyOf(link) }, { signal }),
      ),
    getLinkSettings: async ({ testLinkId }, signal) => ({
      confirmEmail: (await client.getLinkSettings({ testLinkId }, { signal })).confirmEmail === 1,
    }),
    saveLinkSettings: async ({ testLinkId, confirmEmail }, signal) => ({
      confirmEmail: (await client.updateLinkSettings({ testLinkId, confirmEmail: confirmEmail ? 1 : 0 }, { signal })).confirmEmail === 1,
    }),
    listInvitations: ({ testId, cursor, search, status }, signal) =>
      client.listInvitations(
        { testId, limit: pageSize, cursor: cursor ?? undefined, search: search === '' ? undefined : search, status: status ?? undefined },
        { signal },
      ),
    getInvitation: ({ testInvitationId, cursor }, signal) =>
      client.getInvitationTimeline({ testInvitationId, limit: pageSize, cursor: cursor ?? undefined }, { signal }),
    getReport: ({ testInvitationId }, signal) => getReport(client, testInvitationId, signal),
    listSubmissions: async ({ testInvitationId }, signal) => {
      const submissions: CodeSubmission[] = [];
      for await (const one of client.paginateSubmissions({ testInvitationId }, { signal })) submissions.push(one);
      return submissions;
    },
    listAnswers: ({ testInvitationId }, signal) => readAllAnswers(client, { testInvitationId }, { signal }),
    compareCandidates: ({ testId, invitations }, signal) =>
      client.compareCandidates({ testId, invitations: invitations.join(',') }, { signal }),
    getStatistics: ({ testId }, signal) => readAllStatistics(client, testId, { signal }),
    openReport: (of, signal) => openReport(client, desktop, of, signal),
    saveReport: (input, signal) => saveReport(client, input, signal),
    completePath: ({ text }) => completePath(text),
    cancelInvitation: (of, signal) => client.cancelInvitation(of, { signal }),
    reattemptInvitation: (of, signal) => client.reattemptInvitation(of, { signal }),
    resetInvitation: (of, signal) => client.resetInvitation(of, { signal }),
    revokeReportUrl: (of, signal) => client.revokeReportUrl(of, { signal }),
    giveExtraTime: (of, signal) => client.giveExtraTime(of, { signal }),
    sendInvitationEmail: (of, signal) => client.sendInvitationEmail(of, { signal }),
    inviteCandidates: (of, signal) => client.inviteCandidates(of, { signal }),
    readCandidates: (of, signal) => readFileOfCandidates(client, of, signal),
    writeFaulty,
    listDeliveries: ({ testId, cursor }, signal) => listDeliveries(client, testId, cursor, signal),
    getDelivery: (of, signal) => client.getDelivery(of, { signal }),
    redeliverDelivery: (of, signal) => client.redeliverDelivery(of, { signal }),
    listReviews: ({ testId }, signal) => listReviews(client, testId, signal),
    getReview: (of, signal) => client.getReview(of, { signal }),
    claimReview: (of, signal) => client.claimReview(of, { signal }),
    gradeReview: (of, signal) => client.gradeReview(of, { signal }),
    redeliverFailed: (of, signal) => client.redeliverFailed(of, { signal }),
  };
};
