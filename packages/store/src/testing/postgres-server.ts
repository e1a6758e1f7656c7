import { findPostgres, startPostgres } from '@assay/testing';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { openStore } from '../open-store.ts';
import { createDatabase, dropDatabase } from './databases.ts';
import { cachedImage } from './pglite.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A real server and a database on it that is migrated and empty; null when there is no server. */
    testPostgres: { url: string; template: string } | null;
    /** File of a PGlite data directory that is migrated and empty, for a run without a server. */
    testPgliteImage: string | null;
  }
}

const missing =
  'PostgreSQL was not found. Install it (Debian: `apt-get install postgresql`, macOS: `brew install postgresql`) ' +
  'or set ASSAY_TEST_POSTGRES_URL to a server whose user may create databases.';

const findServer = async (): Promise<{ url: string; stop(): Promise<void> } | undefined> => {
  const url = process.env.ASSAY_TEST_POSTGRES_URL;
  if (url !== undefined && url !== '') return { url, stop: async () => undefined };
  const bin = findPostgres();
  if (bin !== undefined) return startPostgres(bin);
  if (process.env.CI) throw new Error(missing);
  process.stderr.write(`Tests of the PostgreSQL dialect run on PGlite. ${missing}\n`);
  return undefined;
};

const migratedDatabase = async (serverUrl: string): Promise<string> => {
  const { url, name } = await createDatabase(serverUrl);
  const store = await openStore({ engine: 'postgres', url });
  await store.close();
  return name;
};

type Databases = Pick<ProvidedContext, 'testPostgres' | 'testPgliteImage'> & { stop(): Promise<void> };

const startDatabases = async (): Promise<Databases> => {
  // `pnpm verify`: no server to start, and the embedded dialect finds most of what a change breaks.
  if (process.env.ASSAY_TEST_POSTGRES_URL === 'none') return { testPostgres: null, testPgliteImage: null, stop: async () => undefined };
  const server = await findServer();
  if (server === undefined) return { testPostgres: null, testPgliteImage: await cachedImage(), stop: async () => undefined };
  const template = await migratedDatabase(server.url);
  let stopped: Promise<void> | undefined;
  return {
    testPostgres: { url: server.url, template },
    testPgliteImage: null,
    stop: () => {
      stopped ??= dropDatabase(server.url, template).then(server.stop);
      return stopped;
    },
  };
};

declare global {
  /** vitest loads this file once for each package, and the run has one server: it stands outside of the module. */
  var assayTestDatabases: Promise<Databases> | undefined;
}

/** vitest's `globalSetup`: what `openTestStore` copies its databases from. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  globalThis.assayTestDatabases ??= startDatabases();
  const { testPostgres, testPgliteImage, stop } = await globalThis.assayTestDatabases;
  provide('testPostgres', testPostgres);
  provide('testPgliteImage', testPgliteImage);
  return stop;
};
