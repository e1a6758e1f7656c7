import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TakeUrlEmail } from '@assay/operations';
import nodemailer from 'nodemailer';

export type MailSettings = {
  readonly smtpUrl: string | undefined;
  readonly from: string;
  /** Where mails are kept as .eml files when there is no SMTP server. */
  readonly directory: string;
};

export type Mailer = { readonly sendTakeUrl: (email: TakeUrlEmail) => Promise<void> };

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const takeUrlMessage = ({ to, fullName, organization, replyTo, testName, takeTestURL, deliveryId }: TakeUrlEmail, from: string) => ({
  from: { name: organization, address: from },
  to: { name: fullName, address: to },
  replyTo,
  subject: `Your test: ${testName}`,
  // The same delivery sent twice has the same id, so that a mail program shows it once.
  messageId: `<delivery-${deliveryId}@${from.split('@')[1] ?? 'localhost'}>`,
  text: `Hello ${fullName},\n\nhere is the address of your test "${testName}":\n\n${takeTestURL}\n\nIt is yours alone: do not pass it on.\n\n${organization}\n`,
  html: `<p>Hello ${escapeHtml(fullName)},</p><p>here is the address of your test “${escapeHtml(testName)}”:</p><p><a href="${escapeHtml(takeTestURL)}">${escapeHtml(takeTestURL)}</a></p><p>It is yours alone: do not pass it on.</p><p>${escapeHtml(organization)}</p>`,
});

/** Mails by SMTP, or as files under the data directory when no server is configured. */
export const makeMailer = ({ smtpUrl, from, directory }: MailSettings): Mailer => {
  if (smtpUrl !== undefined) {
    const transport = nodemailer.createTransport({
      url: smtpUrl,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    });
    return {
      sendTakeUrl: async (email) => {
        await transport.sendMail(takeUrlMessage(email, from));
      },
    };
  }
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    sendTakeUrl: async (email) => {
      const { message } = await composer.sendMail(takeUrlMessage(email, from));
      await mkdir(directory, { recursive: true });
      const file = join(directory, `${String(email.deliveryId).padStart(8, '0')}-take-url.eml`);
      await writeFile(`${file}.part`, message);
      await rename(`${file}.part`, file);
    },
  };
};
