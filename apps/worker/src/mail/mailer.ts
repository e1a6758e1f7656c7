import type { Email, EmailResult } from '@assay/operations';

export type Mailer = {
  /**
   * Sends one mail. An abort of `signal` fails it, although the server may already have accepted it. Rejects with StoreUnavailable when a
   * disk of ours refuses it.
   */
  readonly send: (email: Email, signal?: AbortSignal) => Promise<EmailResult>;
  /** Accepts no more mails; resolves when all pending ones have ended. */
  readonly close: () => Promise<void>;
};
