import type { Email, EmailAnswer } from '@assay/operations';

export type Mailer = {
  /** Hands one mail over. An abort of `signal` ends it as failed, although the server may have accepted it already. */
  readonly send: (email: Email, signal?: AbortSignal) => Promise<EmailAnswer>;
  /** Takes no more mails, and resolves when every mail under way has ended. */
  readonly close: () => Promise<void>;
};
