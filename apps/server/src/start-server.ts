import { createSecretKey } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  type Assay,
  closeOverdueAttempts,
  deliverEmails,
  ensureFirstAccount,
  type FirstAccount,
  forgetIdempotencyKeys,
  generateReports,
  listTests,
  TestVersions,
} from '@assay/operations';
import { openStore } from '@assay/store';
import type { FastifyBaseLogger } from 'fastify';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { type Loop, startLoops } from './loops.ts';
import { makeMailer } from './mail.ts';
import { describeError } from './plugins/describe-error.ts';
import { probePort } from './probe-port.ts';
import { type ImportedSample, importSamples } from './samples.ts';
import { loadSecret } from './secret.ts';

export type RunningServer = {
  readonly url: string;
  readonly dataLocation: string;
  readonly account: FirstAccount;
  readonly samples: readonly ImportedSample[];
  /** Stops taking requests, lets what runs finish, closes the database. */
  readonly stop: () => Promise<void>;
};

const hour = 60 * 60_000;

const loopsOf = (assay: Assay, config: Config, mailDirectory: string, log: FastifyBaseLogger): Loop[] => {
  const mailer = makeMailer({
    smtpUrl: config.ASSAY_SMTP_URL,
    from: config.ASSAY_MAIL_FROM ?? config.ASSAY_ACCOUNT_EMAIL,
    directory: mailDirectory,
  });
  return [
    {
      name: 'reports',
      every: 500,
      run: () =>
        generateReports({
          assay,
          onFailure: ({ error, ...ids }) => log.error({ err: describeError(error), ...ids }, 'report generation failed'),
        }),
    },
    { name: 'overdue', every: 1000, run: () => closeOverdueAttempts({ assay }) },
    {
      name: 'deliveries',
      every: 1000,
      run: () =>
        deliverEmails({
          assay,
          sendTakeUrl: mailer.sendTakeUrl,
          onFailure: ({ error, deliveryId }) => log.warn({ err: describeError(error), deliveryId }, 'a mail could not be sent'),
        }),
    },
    {
      name: 'idempotency-keys',
      every: hour,
      run: async () => {
        await forgetIdempotencyKeys({ assay });
        return 0;
      },
    },
  ];
};

/** The samples of a first start, or the newest tests of a later one: something to try at once. */
const testsToTry = async (account: FirstAccount, samplesDirectory: string): Promise<readonly ImportedSample[]> => {
  if (account.created) return importSamples(account.context, samplesDirectory);
  const listed = await listTests({ ctx: account.context, input: { query: { page_size: '5' } } });
  return listed.ok ? listed.value.tests : [];
};

/** Composes the process: database, account, routes, loops. Listens when everything before it has succeeded. */
export const startServer = async (config: Config, samplesDirectory: string, logger: FastifyBaseLogger): Promise<RunningServer> => {
  await probePort(config.ASSAY_PORT, config.ASSAY_HOST);
  const dataDirectory = resolve(config.ASSAY_DATA_DIR);
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const secret = createSecretKey(await loadSecret(config.ASSAY_SECRET, dataDirectory));
  const file = join(dataDirectory, 'assay.db');
  const store = await openStore(
    config.ASSAY_DATABASE_URL === undefined ? { engine: 'sqlite', file } : { engine: 'postgres', url: config.ASSAY_DATABASE_URL },
  );

  let wake: (loop: string) => void = () => undefined;
  let publicUrl = config.ASSAY_PUBLIC_URL;
  const host = config.ASSAY_HOST.includes(':') ? `[${config.ASSAY_HOST}]` : config.ASSAY_HOST;
  const assay: Assay = {
    store,
    secret,
    // Port 0 is known only after listening, which is before the first request.
    get publicUrl() {
      return publicUrl ?? `http://${host}:${config.ASSAY_PORT}`;
    },
    testVersions: new TestVersions(),
    wake: (loop) => wake(loop),
  };
  const account = await ensureFirstAccount({
    assay,
    settings: {
      name: config.ASSAY_ACCOUNT_NAME,
      email: config.ASSAY_ACCOUNT_EMAIL,
      timeZoneId: config.ASSAY_ACCOUNT_TIMEZONE,
      apiKey: config.ASSAY_API_KEY,
    },
  });
  const samples = await testsToTry(account, samplesDirectory);

  const app = await buildApp({ assay, v2HttpStatus: config.ASSAY_V2_HTTP_STATUS, trustProxy: config.ASSAY_TRUST_PROXY, logger });
  await app.listen({ port: config.ASSAY_PORT, host: config.ASSAY_HOST });
  const address = app.server.address();
  if (config.ASSAY_PORT === 0 && typeof address === 'object' && address !== null) publicUrl ??= `http://${host}:${address.port}`;

  const loops = startLoops(loopsOf(assay, config, join(dataDirectory, 'mail'), logger), logger);
  wake = loops.wake;
  return {
    url: assay.publicUrl,
    dataLocation: store.engine === 'sqlite' ? file : 'PostgreSQL (ASSAY_DATABASE_URL)',
    account,
    samples,
    stop: async () => {
      await app.close();
      await loops.stop();
      await store.close();
    },
  };
};
