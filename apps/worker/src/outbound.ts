import { join } from 'node:path';
import type { Outbound } from '@assay/operations';
import { type Config, dataDirectoryOf, timingsOf } from '@assay/runtime';
import { makeAddressPolicy } from './callbacks/address-policy.ts';
import { makeCallbackPoster } from './callbacks/post-callback.ts';
import { signCallback } from './callbacks/sign-callback.ts';
import { makeMailer } from './mail/mailer.ts';

type Sending = { readonly outbound: Outbound; readonly close: () => Promise<void> };

/** How callbacks and mails leave this process, by its configuration. */
export const makeOutbound = (config: Config): Sending => {
  const timings = timingsOf(config);
  const policy = makeAddressPolicy(config.ASSAY_CALLBACK_ALLOW);
  const poster = makeCallbackPoster({ policy, timeoutMilliseconds: timings.callbackTimeoutMs });
  const mailer = makeMailer({
    smtpUrl: config.ASSAY_SMTP_URL,
    from: config.ASSAY_MAIL_FROM ?? config.ASSAY_ACCOUNT_EMAIL,
    directory: join(dataDirectoryOf(config), 'mail'),
    timeouts: { connection: timings.mailConnectionMs, greeting: timings.mailGreetingMs, socket: timings.mailSocketMs },
  });
  return {
    outbound: {
      sendCallback: ({ url, body, webhookId, secrets }, signal) => {
        const headers = signCallback({ secrets, webhookId, timestamp: Date.now(), body });
        return poster.post({ url, headers, body, ...(signal === undefined ? {} : { signal }) });
      },
      sendEmail: async (email, signal) => {
        const answer = await mailer.send(email, signal);
        if (answer.type === 'failed') signal?.throwIfAborted();
        return answer;
      },
    },
    close: async () => {
      await Promise.all([poster.close(), mailer.close()]);
    },
  };
};
