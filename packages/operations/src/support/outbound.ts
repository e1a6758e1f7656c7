import type { AccessWindow, CallbackResult, CandidateReport, CompletedBy } from '@assay/domain';

/** `messageId` names the delivery in every attempt. `replyTo` is the account's address if it has one, `organization` its name. */
type EmailBase = {
  readonly deliveryId: number;
  readonly messageId: string;
  readonly to: string;
  readonly organization: string;
  readonly replyTo: string | null;
  readonly testName: string;
  /** Minutes. */
  readonly duration: number;
};

/** To the candidate: the take URL. */
export type InvitationEmail = EmailBase & {
  readonly kind: 'invitation-email';
  /** Null where the address is not confirmed. */
  readonly fullName: string | null;
  readonly questions: number;
  /** When the test link is open; null when nothing limits it. */
  readonly access: AccessWindow | null;
  readonly imageProctoring: boolean;
  /** Where the candidate asks for help, and what is done with their data; null where the account says nothing. */
  readonly support: string | null;
  readonly privacy: string | null;
  readonly takeTestURL: string;
};

/** To the candidate: what arrived, and when; without a score. */
export type ReceiptEmail = EmailBase & {
  readonly kind: 'receipt-email';
  /** Null where the address is not confirmed. */
  readonly fullName: string | null;
  readonly questions: number;
  readonly answered: number;
  /** Where the candidate asks for help; null when the account names nobody. */
  readonly support: string | null;
  readonly completedAt: number;
  readonly completedBy: CompletedBy;
  /** IANA name of the zone that dates are shown in. */
  readonly zone: string;
};

/** To the address in a link's `emailToStakeholder`: how a candidate did. */
export type StakeholderEmail = EmailBase & {
  readonly kind: 'stakeholder-email';
  readonly report: CandidateReport;
  readonly testLinkName: string;
  readonly reportPdfUrl: string;
  /** When the URL ends by age; null: never. */
  readonly linkExpiresAt: number | null;
};

/** To an address that somebody typed into a join page: the address that confirms it. */
export type ConfirmationEmail = EmailBase & {
  readonly kind: 'confirmation-email';
  readonly questions: number;
  readonly access: AccessWindow | null;
  readonly confirmUrl: string;
  readonly expiresAt: number;
  /** IANA name of the zone that dates are shown in. */
  readonly zone: string;
};

export type Email = ConfirmationEmail | InvitationEmail | ReceiptEmail | StakeholderEmail;

/** The callback of a completion, to be signed with each of `secrets` (`whsec_…`, newest first) and posted. */
export type OutgoingCallback = {
  readonly url: string;
  readonly body: string;
  readonly webhookId: string;
  /** Of two messages about an invitation the one with the greater number says the newer state. */
  readonly sequence: number;
  readonly secrets: readonly string[];
};

/** `permanent`: the mail server refused this mail permanently, so a retry cannot help. */
export type EmailResult =
  | { readonly type: 'sent'; readonly response: string }
  | { readonly type: 'failed'; readonly error: string; readonly permanent: boolean };

/**
 * Sends to the outside. A failed send is a result; these reject only with the reason of `signal`, or with StoreUnavailable where mails are
 * files and their disk refuses them: no attempt was made.
 */
export type Outbound = {
  /** Why no callback may go to the address that `url` contains; null when it may, and for a name, which is looked up for each callback. */
  readonly refuseCallback: (url: string) => string | null;
  readonly sendCallback: (callback: OutgoingCallback, signal?: AbortSignal) => Promise<CallbackResult>;
  readonly sendEmail: (email: Email, signal?: AbortSignal) => Promise<EmailResult>;
};
