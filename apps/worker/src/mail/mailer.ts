import type { Email, EmailAnswer } from '@assay/operations';
import { makeFileMailer } from './file-mailer.ts';

import { makeSmtpMailer } from './smtp-mailer.ts';

export type Mailer = {
  /** Hands one mail over. An abort of `signal` gives it up as failed, though the server may have taken it already. */
  readonly send: (email: Email, signal?: AbortSignal) => Promise<EmailAnswer>;
  /** Takes no more mails, and resolves when those being sent are through. */
  readonly close: () => Promise<void>;
};

/** Milliseconds: to connect, until the server greets, without a byte from the server. */
export type Timeouts = { readonly connection: number; readonly greeting: number; readonly socket: number };

export type MailSettings = {
  readonly smtpUrl: string | undefined;
  /** The bare address that mails come from. */
  readonly from: string;
  /** Where mails are kept as .eml files when there is no SMTP server. */
  readonly directory: string;
  readonly timeouts: Timeouts;
};

/** Mails by SMTP, or as files when no server is configured. */
export const makeMailer = ({ smtpUrl, from, directory, timeouts }: MailSettings): Mailer =>
  smtpUrl === undefined ? makeFileMailer({ from, directory }) : makeSmtpMailer({ smtpUrl, from, timeouts });
