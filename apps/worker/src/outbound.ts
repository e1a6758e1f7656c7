import { join } from 'node:path';
import type { Outbound } from '@assay/operations';
import { type Config, dataDirectoryOf, timingsOf } from '@assay/runtime';
import { makeAddressPolicy } from './callbacks/address-policy.ts';
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

type Sending = { readonly outbound: Outbound; readonly close: () => Promise<void> };

/**
 * How callbacks and mails leave this process, by its configuration. undici and nodemailer are loaded with the first callback and the
 * first mail: together they would add 50 ms and 15 MB to every start.
 */
export const makeOutbound = async (config: Config): Promise<Sending> => {
  const timings = timingsOf(config);
  const policy = makeAddressPolicy(config.ASSAY_CALLBACK_ALLOW);
  const poster = whenNeeded(async () => {
    const { makeCallbackPoster } = await import('./callbacks/post-callback.ts');
    return makeCallbackPoster({ policy, timeoutMilliseconds: timings.callbackTimeoutMs });
  });
  const mailer = whenNeeded(async (): Promise<Mailer> => {
    const { ASSAY_SMTP_URL: smtpUrl, ASSAY_MAIL_FROM: from = config.ASSAY_ACCOUNT_EMAIL } = config;
    if (smtpUrl === undefined) {
      const { makeFileMailer } = await import('./mail/file-mailer.ts');
      return makeFileMailer({ from, directory: join(dataDirectoryOf(config), 'mail') });
    }
    const { makeSmtpMailer } = await import('./mail/smtp-mailer.ts');
    const timeouts = { connection: timings.mailConnectionMs, greeting: timings.mailGreetingMs, socket: timings.mailSocketMs };
    return makeSmtpMailer({ smtpUrl, from, timeouts });
  });
  // A bad SMTP URL is an error at start and not of the first mail.
  if (config.ASSAY_SMTP_URL !== undefined) await mailer.get();
  return {
    outbound: {
      sendCallback: async ({ url, body, webhookId, secrets }, signal) => {
        const { post } = await poster.get();
        const headers = signCallback({ secrets, webhookId, timestamp: Date.now(), body });
        return post({ url, headers, body, ...(signal === undefined ? {} : { signal }) });
      },
      sendEmail: async (email, signal) => {
        const { send } = await mailer.get();
        const result = await send(email, signal);
        if (result.type === 'failed') signal?.throwIfAborted();
        return result;
      },
    },
    close: async () => {
      await Promise.all([poster.close(), mailer.close()]);
    },
  };
};
