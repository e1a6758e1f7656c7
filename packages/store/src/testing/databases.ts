import { randomUUID } from 'node:crypto';
import { until } from '@assay/testing';
import pg from 'pg';

type Database = { readonly name: string; readonly url: string };

const onServer = async <Row extends pg.QueryResultRow>(serverUrl: string, statement: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
};

const newName = (): string => `assay_test_${randomUUID().replaceAll('-', '')}`;

/** A database, by default under a name that no other run uses: a copy of `template`, else an empty one. */
export const createDatabase = async (serverUrl: string, template = 'template1', name = newName()): Promise<Database> => {
  await onServer(serverUrl, `create database ${name} template ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { name, url: url.href };
};

export const dropDatabase = async (serverUrl: string, name: string): Promise<void> => {
  await onServer(serverUrl, `drop database if exists ${name} with (force)`);
};

/** How long a waiting transaction of this database waits until the server looks for a deadlock: as servers are set by default. */
export const useDefaultDeadlockTimeout = async (serverUrl: string, name: string): Promise<void> => {
  await onServer(serverUrl, `alter database ${name} set deadlock_timeout = '1s'`);
};

/**
 * How many deadlocks there were in a database, those too that a store tried again. A server process counts its own in shared memory now
 * and then, and for certain when it ends: so this waits until nobody is connected any more.
 */
export const countDeadlocks = async (serverUrl: string, name: string): Promise<number> => {
  const connected = () => onServer(serverUrl, `select 1 from pg_stat_activity where datname = '${name}'`);
  await until('the end of all connections', async () => (await connected()).length === 0 || undefined);
  const [row] = await onServer<{ deadlocks: string }>(serverUrl, `select deadlocks from pg_stat_database where datname = '${name}'`);
  if (row === undefined) throw new Error(`the server knows nothing of ${name}`);
  return Number(row.deadlocks);
};
