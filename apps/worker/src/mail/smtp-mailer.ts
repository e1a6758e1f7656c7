import type { EmailResult } from '@assay/operations';
import type { Sender } from '@assay/runtime';
import nodemailer, { type NodemailerError } from 'nodemailer';
import pLimit from 'p-limit';
import { encodeMessage } from './encode-message.ts';
import type { Mailer } from './mailer.ts';
import { composeMessage } from './messages.ts';

/** Milliseconds: to connect, until the server's greeting, and without data from the server. */
type Timeouts = { readonly connection: number; readonly greeting: number; readonly socket: number };

type Settings = { readonly smtpUrl: string; readonly from: Sender; readonly timeouts: Timeouts };

/** Stored length of a server's reply, which has no limit of its own. */
const longestAnswer = 1000;

// Bad sequence of commands, and the replies with which a server requires TLS or other credentials (RFC 4954). They are faults of the
// configuration, not of the mail, so a retry after the operator has fixed them succeeds.
const sessionReplies: readonly number[] = [503, 530, 534, 535, 538];

/** True if a retry cannot help. Only replies to MAIL, RCPT and DATA, and refusals by nodemailer itself, have these two codes. */
const isPermanent = ({ code, command, responseCode }: NodemailerError): boolean => {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  if (responseCode === undefined) return command === 'API';
  return responseCode >= 500 && responseCode < 600 && !sessionReplies.includes(responseCode);
};

const failure = (error: NodemailerError, to: string): EmailResult => {
  const permanent = isPermanent(error);
  const unsupported = permanent && /\P{ASCII}/u.test(to.slice(0, to.lastIndexOf('@')));
  const hint = unsupported ? ' (this address needs a mail server with SMTPUTF8)' : '';
  return { type: 'failed', error: `${error.message.slice(0, longestAnswer)}${hint}`, permanent };
};

const connections = 4;

/**
 * Sends mails by SMTP over a pool of at most four connections. A mail that has waited for one as long as a mail can take fails without being
 * sent: otherwise its lease could end before it does, and another worker send it too.
 */
export const makeSmtpMailer = ({ smtpUrl, from, timeouts }: Settings): Mailer => {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connections,
    // Enough to replace pooled connections that the server closed while idle; the caller does other retries.
    maxRequeues: 2,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const oneOf = pLimit(connections);
  const patience = timeouts.connection + timeouts.greeting + timeouts.socket;
  const sending = new Set<Promise<unknown>>();
  return {
    send: async (email, signal) => {
      const message = encodeMessage(composeMessage(email, from));
      const givenUpAt = performance.now() + patience;
      const sent = oneOf(() => {
        if (performance.now() > givenUpAt) throw new Error('not sent: the mail server was busy with other mails for too long');
        return transport.sendMail({ ...message, signal });
      });
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
