import { test } from 'vitest';
import { accountEnvironment } from './account.ts';
import { type Api, apiOf } from './api.ts';
import type { Receiver } from './receiver.ts';
import { type Environment, type ServerProcess, Servers, withLanguages } from './server-process.ts';

/** A running server with its account, and a receiver of its callbacks. */
export type Service = {
  readonly servers: Servers;
  readonly server: ServerProcess;
  readonly url: string;
  readonly key: string;
  readonly api: Api;
  /** Its data directory: mails become files there. */
  readonly directory: string;
  readonly receiver: Receiver;
};

const key = 'service-service-service-service-service';

/** The caller disposes of `servers`, also when this fails. */
export const startService = async (servers: Servers, environment: Environment = {}): Promise<Service> => {
  const [directory, receiver] = await Promise.all([servers.directory(), servers.receiver()]);
  const server = await servers.start({
    ASSAY_DATA_DIR: directory,
    ASSAY_API_KEY: key,
    ASSAY_CALLBACK_ALLOW: '127.0.0.0/8',
    ...accountEnvironment,
    ...environment,
  });
  const api = apiOf(server, key);
  await api.receiptsForAll();
  return { servers, server, url: server.url, key, api, directory, receiver };
};

/** The shared service of this process. A file that extends `it` further has fixtures of its own, and this one service all the same. */
let shared: Promise<Service> | undefined;

const startShared = async (servers: Servers): Promise<Service> => {
  shared ??= startService(servers, withLanguages);
  return shared;
};

/**
 * `it` with a service that all files of this process share: a server takes longer to start than most tests to run. A test makes the
 * tests, links and candidates that it is about, and leaves the account as it is.
 */
export const it = test
  // A fixture that takes nothing cannot be written: vitest wants its first parameter destructured.
  .extend('ofProcess', { scope: 'worker' }, { servers: new Servers() })
  .extend('service', { scope: 'worker' }, ({ ofProcess: { servers } }, { onCleanup }): Promise<Service> => {
    onCleanup(() => servers.dispose());
    return startShared(servers);
  });

/** `it` with a service for the file, for tests that change the account or need another environment. */
export const serviceIt = (environment: Environment = {}) =>
  test
    .extend('ofFile', { scope: 'file' }, { environment })
    .extend('service', { scope: 'file' }, ({ ofFile }, { onCleanup }): Promise<Service> => {
      const servers = new Servers();
      onCleanup(() => servers.dispose());
      return startService(servers, ofFile.environment);
    });
