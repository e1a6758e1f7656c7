import type { TestProject } from 'vitest/node';
import { openStore } from '../open-store.ts';
import { createDatabase, dropDatabase } from './databases.ts';
import { cachedImage } from './pglite.ts';
import { findPostgres, startPostgres } from './start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A real server and a database on it that is migrated and empty; null when there is no server. */
    testPostgres: { url: string; template: string } | null;
    /** File of a PGlite data directory that is migrated and empty. */
    testPgliteImage: string;
  }
}

const missing =
  'PostgreSQL was not found. Install it (Debian: `apt-get install postgresql`, macOS: `brew install postgresql`) ' +
  'or set ASSAY_TEST_POSTGRES_URL to a server whose user may create databases.';

const serverOfThisRun = async (): Promise<{ url: string; stop(): Promise<void> } | undefined> => {
  const url = process.env.ASSAY_TEST_POSTGRES_URL;
  if (url !== undefined && url !== '') return { url, stop: async () => undefined };
  const bin = findPostgres();
  if (bin !== undefined) return startPostgres(bin);
  if (process.env.CI) throw new Error(missing);
  process.stderr.write(`Tests on a real Postgres server are left out. ${missing}\n`);
  return undefined;
};

const migratedDatabase = async (serverUrl: string): Promise<string> => {
  const { url, name } = await createDatabase(serverUrl);
  const store = await openStore({ engine: 'postgres', url });
  await store.close();
  return name;
};

/** vitest's `globalSetup`: what `openTestStore` copies its databases from, once per run. */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const [server, image] = await Promise.all([serverOfThisRun(), cachedImage()]);
  const template = server && (await migratedDatabase(server.url));
  provide('testPgliteImage', image);
  provide('testPostgres', server !== undefined && template !== undefined ? { url: server.url, template } : null);
  return async () => {
    if (server !== undefined && template !== undefined) await dropDatabase(server.url, template);
    await server?.stop();
  };
};
