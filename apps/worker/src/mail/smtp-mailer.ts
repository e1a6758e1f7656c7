import type { EmailAnswer } from '@assay/operations';
import nodemailer, { type NodemailerError } from 'nodemailer';
import type { Mailer } from './mailer.ts';
import { composeMessage } from './messages.ts';

/** Milliseconds: to connect, until the server greets, without a byte from the server. */
type Timeouts = { readonly connection: number; readonly greeting: number; readonly socket: number };

/** `from`: the bare address that mails come from. */
type Settings = { readonly smtpUrl: string; readonly from: string; readonly timeouts: Timeouts };

/** What is kept of a server's answer, which may be as long as the server likes. */
const longestAnswer = 1000;

// Bad sequence of commands, and the answers by which a server asks for TLS or other credentials (RFC 4954): the operator can mend
// those, and they say nothing of the mail.
const sessionReplies: readonly number[] = [503, 530, 534, 535, 538];

/** Whether a retry cannot help. Only the replies to MAIL, RCPT and DATA have these two codes, and what nodemailer refuses by itself. */
const isPermanent = ({ code, command, responseCode }: NodemailerError): boolean => {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  if (responseCode === undefined) return command === 'API';
  return responseCode >= 500 && responseCode < 600 && !sessionReplies.includes(responseCode);
};

const failure = (error: NodemailerError, to: string): EmailAnswer => {
  const permanent = isPermanent(error);
  const unsupported = permanent && /\P{ASCII}/u.test(to.slice(0, to.lastIndexOf('@')));
  const hint = unsupported ? ' (this address needs a mail server with SMTPUTF8)' : '';
  return { type: 'failed', error: `${error.message.slice(0, longestAnswer)}${hint}`, permanent };
};

/** Mails by SMTP, over at most four connections that are kept open. */
export const makeSmtpMailer = ({ smtpUrl, from, timeouts }: Settings): Mailer => {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 4,
    // Enough to get past connections that the server dropped while they were idle; other retries are the caller's.
    maxRequeues: 2,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const sending = new Set<Promise<unknown>>();
  return {
    send: async (email, signal) => {
      const sent = transport.sendMail({ ...composeMessage(email, from), signal });
      sending.add(sent);
      try {
        const { response } = await sent;
        return { type: 'sent', response: response.slice(0, longestAnswer) };
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        return failure(error, email.to);
      } finally {
        sending.delete(sent);
      }
    },
    close: async () => {
      transport.close();
      await Promise.allSettled(sending);
    },
  };
};
