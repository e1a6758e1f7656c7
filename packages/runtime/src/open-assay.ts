import { createSecretKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  type Assay,
  isSecretOfDatabase,
  makingReady,
  meteredRunner,
  type Outbound,
  RenderedVersions,
  resumeClock,
  TestVersions,
} from '@assay/operations';
import type { Hub } from '@assay/runner';
import { openStore, refuseHalfRestored, StoreAbsent } from '@assay/store';
import { makeCleanFile } from './clean/clean-files.ts';
import { type Config, timingsOf } from './config.ts';
import { databaseFileOf, dataDirectoryOf } from './data-directory.ts';
import { makeStores } from './images.ts';
import { type OpenedRunner, openCodeRunner } from './open-code-runner.ts';
import { keepPrivate } from './private-files.ts';
import { proveStorage } from './prove-storage.ts';
import { removeDrafts } from './remove-drafts.ts';
import { retryOpen, startRetryMs } from './retry-open.ts';
import { loadSecret, SecretError } from './secret.ts';
import { selfTestsIn } from './self-tests.ts';
import { watchClock } from './watch-clock.ts';

export type OpenedAssay = {
  readonly assay: Assay;
  /** The file of the embedded database, or a description of PostgreSQL. */
  readonly dataLocation: string;
  /** Sets the base of URLs, for when the port is known only after listening. */
  readonly setPublicUrl: (url: string) => void;
  /** Sets the function that is called when there is work to do. */
  readonly setWake: (wake: Assay['wake']) => void;
  /** The same as the service's, for the process that opens, watches and closes it. */
  readonly runner: OpenedRunner;
  readonly close: () => Promise<void>;
};

/** `http://host:port` as a browser writes it. */
export const localUrl = ({ ASSAY_HOST: host }: Pick<Config, 'ASSAY_HOST'>, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

type Log = { readonly [Level in 'info' | 'warn']: (details: object, message: string) => void };

type Options = {
  readonly log?: Log;
  /** A server or a worker, and not a command: it waits for PostgreSQL, and signs only with the secret that the database is used with. */
  readonly serves?: boolean;
  /** A command for a service that is there: where there is none, it is StoreAbsent and makes none. */
  readonly existing?: boolean;
  /** The program of the processes that run candidates' programs: a file that the build puts beside this one. */
  readonly runnerChild?: URL;
  /** The script of the thread that adds up attempts for statistics: a file beside it too. */
  readonly tallyThread?: URL;
  /** And of the one that renders tests. */
  readonly renderThread?: URL;
  /** The script of the thread that takes metadata out of documents: a file beside it too. */
  readonly cleanThread?: URL;
  /** Where runner processes claim programs: of a server that has their key. */
  readonly hub?: Hub | undefined;
};

/** The start of every process: creates the data directory, reads the secret and opens the database. */
export const openAssay = async (
  config: Config,
  outbound: Outbound,
  { log, serves = false, existing = false, runnerChild, tallyThread, renderThread, cleanThread, hub }: Options = {},
): Promise<OpenedAssay> => {
  const dataDirectory = dataDirectoryOf(config);
  const file = databaseFileOf(config);
  const url = config.ASSAY_DATABASE_URL;
  // Before the data directory is made.
  if (existing && url === undefined && !existsSync(file)) throw new StoreAbsent();
  const exposed = await keepPrivate(dataDirectory);
  if (exposed.length > 0)
    log?.warn({ paths: exposed.slice(0, 20) }, 'other users of this machine can read the data; chmod go-rwx these paths');
  if (url === undefined) refuseHalfRestored(file);
  const secret = createSecretKey(await loadSecret(config.ASSAY_SECRET, dataDirectory));
  const connections = { writes: config.ASSAY_DATABASE_CONNECTIONS, reads: config.ASSAY_DATABASE_READ_CONNECTIONS };
  const store =
    url === undefined
      ? await openStore({ engine: 'sqlite', file }, undefined, { existing })
      : await retryOpen(() => openStore({ engine: 'postgres', url, connections }, undefined, { existing }), {
          retryMs: serves ? startRetryMs : 0,
          log,
        });
  await resumeClock({ assay: { store } });
  if (serves && !(await isSecretOfDatabase({ assay: { store, secret } }))) {
    await store.close();
    throw new SecretError(
      `${config.ASSAY_SECRET === undefined ? `The secret in ${dataDirectory}` : 'ASSAY_SECRET'} is not the one that the database is used with: give all processes that one, or change it for good with \`assay-server secret accept\``,
    );
  }
  const stores = makeStores(config);
  if (serves)
    await proveStorage(config, { store, files: stores.files }, log).catch(async (error: unknown) => {
      await store.close();
      throw error;
    });
  const stopRemoving = serves ? await removeDrafts(dataDirectory) : undefined;
  const runner = openCodeRunner(config.ASSAY_RUNNER, runnerChild, {
    key: config.ASSAY_RUNNER_KEY,
    hub,
    log,
    memory: selfTestsIn(store),
  });
  let publicUrl = config.ASSAY_PUBLIC_URL ?? localUrl(config, config.ASSAY_PORT);
  let wake: Assay['wake'] = () => undefined;
  const assay: Assay = {
    store: makingReady(store),
    secret,
    outbound,
    ...stores,
    cleanFile: makeCleanFile(cleanThread),
    runner: meteredRunner(runner, store),
    tallyThread,
    get publicUrl() {
      return publicUrl;
    },
    reportUrlDays: config.ASSAY_REPORT_URL_DAYS,
    testVersions: new TestVersions(),
    rendered: new RenderedVersions(renderThread),
    timings: timingsOf(config),
    wake: (loop) => wake(loop),
  };
  const clock = serves ? await watchClock(assay, log) : undefined;
  return {
    assay,
    runner,
    dataLocation: url === undefined ? file : 'PostgreSQL (ASSAY_DATABASE_URL)',
    setPublicUrl: (given) => {
      publicUrl = given;
    },
    setWake: (given) => {
      wake = given;
    },
    close: async () => {
      stopRemoving?.();
      await clock?.stop();
      await Promise.all([store.close(), runner.close(), assay.rendered.close()]);
    },
  };
};
