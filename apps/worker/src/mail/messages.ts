import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { ConfirmationEmail, Email, StakeholderEmail } from '@assay/operations';
import type { Sender } from '@assay/runtime';
import { confirmationContent } from './confirmation-content.ts';
import type { MailContent } from './content.ts';
import type { Message } from './encode-message.ts';
import { renderHtml } from './html.ts';
import { invitationContent } from './invitation-content.ts';
import { renderText } from './plain-text.ts';
import { receiptContent } from './receipt-content.ts';
import { stakeholderContent } from './stakeholder-content.ts';
import { shorten, toLine } from './words.ts';

type Composed = { readonly subject: string; readonly recipient: string; readonly content: MailContent };

// Names are shortened so that lists of mails show the score at the end.
const composed = (email: Email): Composed => {
  switch (email.kind) {
    case 'invitation-email':
      return {
        subject: `Your test: ${shorten(toLine(email.testName), 80)}`,
        recipient: toLine(email.fullName ?? ''),
        content: invitationContent(email),
      };
    case 'confirmation-email':
      return {
        subject: `Confirm your address: ${shorten(toLine(email.testName), 80)}`,
        recipient: '',
        content: confirmationContent(email),
      };
    case 'receipt-email':
      return {
        subject: `Received: ${shorten(toLine(email.testName), 80)}`,
        recipient: toLine(email.fullName ?? ''),
        content: receiptContent(email),
      };
    case 'stakeholder-email': {
      const { candidate, score, totalScore } = email.report;
      const fullName = shorten(toLine(candidate.fullName), 40);
      return {
        subject: `${fullName} completed ${shorten(toLine(email.testName), 50)}: ${score} of ${totalScore}`,
        recipient: '',
        content: stakeholderContent(email),
      };
    }
  }
};

/** These differ at each send. */
const ofTheSend = new Set<string>(['reportPdfUrl', 'linkExpiresAt', 'confirmUrl'] satisfies (
  | keyof StakeholderEmail
  | keyof ConfirmationEmail
)[]);

const digestOf = (email: Email): string => {
  const content = JSON.stringify(email, (name, value: unknown) => (ofTheSend.has(name) ? undefined : value));
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
};

/**
 * What a mail says, to whom. Mailboxes hide a second mail with the same Message-ID, so sends with the same content share one, and a newer
 * score or URL gets another.
 */
export const composeMessage = (email: Email, from: Sender): Message => {
  const { subject, recipient, content } = composed(email);
  const name = toLine(email.organization);
  const domain = domainToASCII(from.address.slice(from.address.lastIndexOf('@') + 1)) || 'localhost';
  return {
    from: { name: from.name ?? name, address: from.address },
    to: { name: recipient, address: email.to },
    ...(email.replyTo === null ? {} : { replyTo: { name, address: email.replyTo } }),
    subject,
    messageId: `<${email.messageId}.${digestOf(email)}@${domain}>`,
    headers: {
      // RFC 3834 and Exchange's own header: suppress automatic replies, but not bounces.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
      'Content-Language': 'en',
    },
    text: renderText(content),
    html: renderHtml(content, subject),
  };
};
