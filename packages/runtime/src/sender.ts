import { Email, Name } from '@assay/domain';
import { z } from 'zod';

/** The mailbox that mails come from; without a name they carry that of the account. */
export type Sender = { readonly name: string | null; readonly address: string };

const isEmail = (text: string): boolean => z.safeParse(Email, text).success;

/** Reads `tests@acme.example` and `Acme Hiring <tests@acme.example>`; undefined when it is neither. */
export const readSender = (text: string): Sender | undefined => {
  const {
    quoted,
    plain = quoted,
    address,
  } = /^(?:"(?<quoted>[^"]*)"\s*|(?<plain>[^"<>]*))<(?<address>[^<>]*)>$/.exec(text.trim())?.groups ?? {};
  if (address === undefined) return isEmail(text) ? { name: null, address: text.trim() } : undefined;
  const name = z.safeParse(Name, plain);
  return name.success && isEmail(address) ? { name: name.data, address: address.trim() } : undefined;
};

/** The user of an SMTP URL if it is an email address, as many mail servers want it. */
export const smtpUserOf = (smtpUrl: string | undefined): string | undefined => {
  if (smtpUrl === undefined || !URL.canParse(smtpUrl)) return undefined;
  try {
    const user = decodeURIComponent(new URL(smtpUrl).username);
    return isEmail(user) ? user : undefined;
  } catch {
    // A `%` that encodes nothing.
    return undefined;
  }
};
