import type { InviteInput, Report as ReportFigures, Section, TestLink, Timeline } from '@assay/client';
import type {
  AccountQuota,
  AttemptAnswers,
  BulkInviteResult,
  CodeSubmission,
  Comparison,
  DeliveryDetail,
  DeliveryPage,
  InvitationPage,
  InvitationReport,
  InvitationStatus,
  InviteOutcome,
  ManagedDelivery,
  ManagedInvitation,
  ManagedTestSummary,
  RedeliverResult,
  Review,
  ReviewSummary,
  TestStatistics,
} from '@assay/domain';
import type { CsvCells, ReadCandidates, RowFault } from '../../files/read-candidates.ts';
import type { Completion } from '../../files/typed-path.ts';

/** Everything the screens request, each with one input: a request is data, which a reducer returns and a test compares. */
export type Services = {
  /** The scopes of the API key. */
  readonly getScopes: (input: Record<never, never>, signal: AbortSignal) => Promise<{ readonly scopes: readonly string[] }>;
  readonly getQuotas: (input: Record<never, never>, signal: AbortSignal) => Promise<readonly AccountQuota[]>;
  /** Active tests first, newest first among each. */
  readonly listTests: (input: { search: string; cursor: string | null }, signal: AbortSignal) => Promise<TestPage>;
  readonly getTest: (input: { testId: number }, signal: AbortSignal) => Promise<TestOverview>;
  readonly getLink: (input: { testId: number; testLinkId: number }, signal: AbortSignal) => Promise<Link>;
  /** Creates a link, or changes the one named by `testLinkId`. */
  readonly saveLink: (input: { testId: number; testLinkId: number | null; link: LinkInput }, signal: AbortSignal) => Promise<Link>;
  /** Whether candidates who register by the join URL confirm a mail before the test. */
  readonly getLinkSettings: (input: { testLinkId: number }, signal: AbortSignal) => Promise<LinkSettings>;
  readonly saveLinkSettings: (input: { testLinkId: number; confirmEmail: boolean }, signal: AbortSignal) => Promise<LinkSettings>;
  readonly listInvitations: (
    input: { testId: number; cursor: string | null; search: string; status: InvitationStatus | null },
    signal: AbortSignal,
  ) => Promise<InvitationPage>;
  /** The invitation with a page of its timeline, oldest first; the first page without a cursor. */
  readonly getInvitation: (input: InvitationId & { cursor: string | null }, signal: AbortSignal) => Promise<Timeline>;
  readonly getReport: (input: InvitationId, signal: AbortSignal) => Promise<Report>;
  /** All programs of the attempt. */
  readonly listSubmissions: (input: InvitationId, signal: AbortSignal) => Promise<readonly CodeSubmission[]>;
  /** The answers of the present attempt, all of its questions. */
  readonly listAnswers: (input: InvitationId, signal: AbortSignal) => Promise<AttemptAnswers>;
  readonly compareCandidates: (input: CandidatesId, signal: AbortSignal) => Promise<Comparison>;
  /** Of all attempts. */
  readonly getStatistics: (input: { testId: number }, signal: AbortSignal) => Promise<TestStatistics>;
  /** Opens the PDF with the desktop's program for it, from a copy that is removed when the screens are left. */
  readonly openReport: (input: PdfId, signal: AbortSignal) => Promise<object>;
  /** Saves the PDF or the file. A file with content is overwritten only if `overwrite` says so. */
  readonly saveReport: (input: DocumentId & { path: string; overwrite: boolean }, signal: AbortSignal) => Promise<SavedFile>;
  /** Completes a path of this machine. */
  readonly completePath: (input: { text: string }, signal: AbortSignal) => Promise<Completion>;
  readonly cancelInvitation: (input: InvitationId, signal: AbortSignal) => Promise<object>;
  readonly reattemptInvitation: (input: InvitationId, signal: AbortSignal) => Promise<{ testInvitationId: number; takeTestURL: string }>;
  readonly resetInvitation: (input: InvitationId, signal: AbortSignal) => Promise<ManagedInvitation>;
  readonly revokeReportUrl: (input: InvitationId, signal: AbortSignal) => Promise<ManagedInvitation>;
  readonly giveExtraTime: (input: InvitationId & { minutes: number }, signal: AbortSignal) => Promise<ManagedInvitation>;
  readonly sendInvitationEmail: (input: InvitationId, signal: AbortSignal) => Promise<ManagedDelivery>;
  readonly inviteCandidates: (
    input: { testId: number; candidates: (InviteInput & { revive?: boolean; again?: boolean })[] },
    signal: AbortSignal,
  ) => Promise<BulkInviteResult>;
  /** Reads a CSV file of this machine, and looks up who of it is invited already. */
  readonly readCandidates: (
    input: { path: string; testId: number; testLinkId: number | null },
    signal: AbortSignal,
  ) => Promise<CandidateFile>;
  /** Writes the faulty rows beside the file; returns their path. */
  readonly writeFaulty: (
    input: { path: string; cells: CsvCells; faults: readonly RowFault[] },
    signal: AbortSignal,
  ) => Promise<{ path: string }>;
  /** One state after another in the order of `listedDeliveryStates`, newest first in each. The cursor holds the state. */
  readonly listDeliveries: (input: { testId: number | null; cursor: string | null }, signal: AbortSignal) => Promise<DeliveryPage>;
  readonly getDelivery: (input: { deliveryId: number }, signal: AbortSignal) => Promise<DeliveryDetail>;
  readonly redeliverDelivery: (input: { deliveryId: number }, signal: AbortSignal) => Promise<ManagedDelivery>;
  /** Answers that this key can grade now: neither graded by it nor claimed by another one. */
  readonly listReviews: (input: { testId: number | null }, signal: AbortSignal) => Promise<readonly ReviewSummary[]>;
  readonly getReview: (input: { reviewId: number }, signal: AbortSignal) => Promise<Review>;
  /** Keeps the answer for this key for half an hour. */
  readonly claimReview: (input: { reviewId: number }, signal: AbortSignal) => Promise<Review>;
  readonly gradeReview: (input: { reviewId: number; marks: readonly number[] }, signal: AbortSignal) => Promise<Review>;
  readonly redeliverFailed: (input: { testId: number }, signal: AbortSignal) => Promise<RedeliverResult>;
};

/** `nextCursor` leads to the next page; null for the last. `total`: how many there are in all, with the first page. */
type TestPage = {
  readonly tests: readonly ManagedTestSummary[];
  readonly nextCursor: string | null;
  readonly total?: number | null | undefined;
};

/** What a row would come to or came to; `error` says why the candidate is not invited. */
export type Foreseen = { readonly outcome: InviteOutcome; readonly error: string | null };

/** `foreseen`: what becomes of each candidate, in their order, if nobody is revived. */
export type CandidateFile = ReadCandidates & { readonly foreseen: readonly Foreseen[] };

/** `path` is absolute. Not saved: there is a file with content. */
export type SavedFile = { readonly path: string } & ({ readonly saved: true; readonly bytes: number } | { readonly saved: false });

type InvitationId = { testInvitationId: number };
type CandidatesId = { readonly testId: number; readonly invitations: readonly number[] };

/** The PDF of an invitation's report, that of its programs, or that of candidates side by side. */
export type PdfId =
  | (InvitationId & { readonly document: 'report' | 'programs' })
  | (CandidatesId & { readonly document: 'comparison'; readonly by: string | null });

/** What is saved as a file: one of these, or the file that answers a question that people grade. */
export type DocumentId = PdfId | { document: 'file'; reviewId: number; name: string };

export type LinkSettings = { readonly confirmEmail: boolean };

/** A test link with its dates as instants, milliseconds since 1970 UTC, and its flags as booleans. `joinUrl` is null without the scope invite. */
export type Link = LinkFields & Pick<TestLink, 'testLinkId' | 'testId'> & { readonly joinUrl: string | null };

export type LinkFields = Pick<TestLink, 'testLinkName' | 'accessTime' | 'timeZoneId' | 'emailToStakeholder'> & {
  readonly startDateTime: number | null;
  readonly endDateTime: number | null;
  readonly inviteCandidateOnly: boolean;
  readonly imageProctoring: boolean;
  readonly active: boolean;
};

/** Of `emailToStakeholder`, `undefined` means the email of the account and null nobody. */
export type LinkInput = Omit<LinkFields, 'emailToStakeholder'> & { readonly emailToStakeholder: string | null | undefined };

export type TestOverview = {
  readonly test: ManagedTestSummary;
  readonly sections: readonly Section[];
  readonly links: readonly Link[];
};

/** `generated` is null while the report is not generated. */
export type Report = ReportFigures & {
  readonly generated: InvitationReport | null;
};

/** What went wrong, in one sentence, and what the person can do next. */
export type Fault = { readonly message: string; readonly nextStep: string };

export type Op = keyof Services;
export type InputOf<Name extends Op> = Parameters<Services[Name]>[0];
export type ValueOf<Name extends Op> = Awaited<ReturnType<Services[Name]>>;

export type Call = { [Name in Op]: { readonly type: 'call'; readonly op: Name; readonly input: InputOf<Name> } }[Op];
export type Succeeded = {
  [Name in Op]: { readonly type: 'succeeded'; readonly op: Name; readonly input: InputOf<Name>; readonly value: ValueOf<Name> };
}[Op];
export type Failed = {
  [Name in Op]: { readonly type: 'failed'; readonly op: Name; readonly input: InputOf<Name>; readonly fault: Fault };
}[Op];

/** The name of a file when nobody says another. */
export const documentName = (of: DocumentId): string => {
  if (of.document === 'file') return of.name;
  if (of.document === 'comparison') return `comparison-${of.testId}.pdf`;
  return `${of.document === 'report' ? 'invitation' : 'programs'}-${of.testInvitationId}.pdf`;
};

const reads: ReadonlySet<Op> = new Set([
  'getScopes',
  'getQuotas',
  'listTests',
  'getTest',
  'getLink',
  'getLinkSettings',
  'listInvitations',
  'getInvitation',
  'getReport',
  'listSubmissions',
  'listAnswers',
  'compareCandidates',
  'getStatistics',
  'openReport',
  'saveReport',
  'completePath',
  'readCandidates',
  'listDeliveries',
  'getDelivery',
  'listReviews',
  'getReview',
]);

/** Whether the call changes nothing, so that it may be aborted at any time. */
export const isRead = (op: Op): boolean => reads.has(op);

export const call = <Name extends Op>(op: Name, input: InputOf<Name>): Call =>
  // The cast holds: op and input are of the same member of the union, which the compiler cannot pick by a generic name.
  ({ type: 'call', op, input }) as Call;
