import { randomUUID } from 'node:crypto';
import pg from 'pg';

type Database = { readonly name: string; readonly url: string };

const onServer = async (serverUrl: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
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

export const dropDatabase = (serverUrl: string, name: string): Promise<void> =>
  onServer(serverUrl, `drop database if exists ${name} with (force)`);
