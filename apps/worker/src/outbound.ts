import { join } from 'node:path';
import { type Assay, listAccounts, type Outbound } from '@assay/operations';
import { type Config, ConfigError, dataDirectoryOf, type Sender, smtpUserOf, timingsOf } from '@assay/runtime';
import { makeAddressPolicy, refuseAddress } from './callbacks/address-policy.ts';
import { signCallback } from './callbacks/sign-callback.ts';
import type { Mailer } from './mail/mailer.ts';

type Closable = { readonly close: () => Promise<void> };

/** Makes a value at its first use; `close` closes it if it was made. */
const whenNeeded = <Value extends Closable>(make: () => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return {
    get: (): Promise<Value> => {
      made ??= make();
      return made;
    },
    close: async (): Promise<void> => (await made)?.close(),
  };
};

type Sending = {
  readonly outbound: Outbound;
  /** Chooses the sender of mails. A mail server that cannot be used is an error here, at start, and not of the first mail. */
  readonly prepareMails: (assay: Assay) => Promise<void>;
  readonly close: () => Promise<void>;
};

// Nobody gets these mails: they are files.
const senderOfFiles = 'assay@localhost';

const senderOf = async ({ ASSAY_MAIL_FROM, ASSAY_ACCOUNT_EMAIL, ASSAY_SMTP_URL }: Config, assay: Assay): Promise<Sender> => {
  if (ASSAY_MAIL_FROM !== undefined) return ASSAY_MAIL_FROM;
  const [account] = await listAccounts({ assay });
  const address = account?.email || ASSAY_ACCOUNT_EMAIL || smtpUserOf(ASSAY_SMTP_URL);
  if (address !== undefined) return { name: null, address };
  if (ASSAY_SMTP_URL === undefined) return { name: null, address: senderOfFiles };
  throw new ConfigError(
    'ASSAY_MAIL_FROM: is required with ASSAY_SMTP_URL, or ASSAY_ACCOUNT_EMAIL: neither the account nor the SMTP URL has an address to send from',
  );
};

/**
 * How callbacks and mails leave this process, by its configuration. undici and nodemailer are loaded with the first callback and the
 * first mail: together they would add 50 ms and 15 MB to every start.
 */
export const makeOutbound = (config: Config): Sending => {
  let sender: Sender | undefined;
  const timings = timingsOf(config);
  const policy = makeAddressPolicy(config.ASSAY_CALLBACK_ALLOW);
  const poster = whenNeeded(async () => {
    const { makeCallbackPoster } = await import('./callbacks/post-callback.ts');
    return makeCallbackPoster({ policy, timeoutMilliseconds: timings.callbackTimeoutMs });
  });
  const mailer = whenNeeded(async (): Promise<Mailer> => {
    const { ASSAY_SMTP_URL: smtpUrl } = config;
    const from = sender;
    if (from === undefined) throw new Error('mails are sent after prepareMails');
    if (smtpUrl === undefined) {
      const { makeFileMailer } = await import('./mail/file-mailer.ts');
      return makeFileMailer({ from, directory: join(dataDirectoryOf(config), 'mail') });
    }
    const { makeSmtpMailer } = await import('./mail/smtp-mailer.ts');
    const timeouts = { connection: timings.mailConnectionMs, greeting: timings.mailGreetingMs, socket: timings.mailSocketMs };
    return makeSmtpMailer({ smtpUrl, from, timeouts });
  });
  return {
    outbound: {
      refuseCallback: (url) => refuseAddress(policy, url),
      sendCallback: async ({ url, body, webhookId, sequence, secrets }, signal) => {
        const { post } = await poster.get();
        const headers = signCallback({ secrets, webhookId, sequence, timestamp: Date.now(), body });
        return post({ url, headers, body, ...(signal === undefined ? {} : { signal }) });
      },
      sendEmail: async (email, signal) => {
        const { send } = await mailer.get();
        const result = await send(email, signal);
        if (result.type === 'failed') signal?.throwIfAborted();
        return result;
      },
    },
    prepareMails: async (assay) => {
      sender = await senderOf(config, assay);
      if (config.ASSAY_SMTP_URL !== undefined) await mailer.get();
    },
    close: async () => {
      await Promise.all([poster.close(), mailer.close()]);
    },
  };
};
