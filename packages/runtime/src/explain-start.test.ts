import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreUnavailable } from '@assay/store';
import { freePort } from '@assay/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { explainStart } from './explain-start.ts';
import { openAssay } from './open-assay.ts';
import { withoutOutbound } from './without-outbound.ts';

const secret = 'a secret of thirty-two characters';

describe('a start that fails says in one line why, and what to do:', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'assay-test-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  const reasonOf = async (environment: Record<string, string>, serves = true): Promise<string | undefined> => {
    const config = readConfig({ ASSAY_DATA_DIR: directory, ...environment });
    try {
      await (await openAssay(config, withoutOutbound, { serves })).close();
    } catch (error) {
      return explainStart(error, config);
    }
    return 'it started';
  };
  const failing = (code: string, more: object = {}) => Object.assign(new Error(`${code}: failed`), { code, ...more });
  const explain = (error: unknown, environment: Record<string, string> = {}) =>
    explainStart(error, readConfig({ ASSAY_DATA_DIR: directory, ...environment }));

  it('the data directory is a file, or lies below one', async () => {
    const file = join(directory, 'file');
    await writeFile(file, '');
    for (const path of [file, join(file, 'below')])
      expect(await reasonOf({ ASSAY_DATA_DIR: path })).toMatch(
        /^The data directory .+ \(ASSAY_DATA_DIR\) cannot be used: it, or a folder above it, is a file; choose a directory \((EEXIST|ENOTDIR)\)$/,
      );
  });

  it('the secret is damaged', async () => {
    await writeFile(join(directory, 'secret'), 'short');
    expect(await reasonOf({})).toMatch(/^.+secret is damaged: .+ restore it from a backup$/);
  });

  it('the secret is not the one that the database is used with; a command may have any', async () => {
    const started = 'it started';
    const used = { ASSAY_SECRET: secret };
    expect(await reasonOf({}, false)).toBe(started);
    expect(await reasonOf(used)).toBe(started);
    expect(await reasonOf({ ASSAY_SECRET: `${secret}?` })).toBe(
      'ASSAY_SECRET is not the one that the database is used with: give all processes that one, or change it for good with `assay-server secret accept`',
    );
    expect(await reasonOf({})).toMatch(/^The secret in .+ is not the one that the database is used with: /);
    expect(await reasonOf({}, false)).toBe(started);
    expect(await reasonOf(used)).toBe(started);
  });

  it('the database file is something else', async () => {
    await writeFile(join(directory, 'assay.db'), 'x'.repeat(5000));
    expect(await reasonOf({})).toMatch(/^The data directory .+ cannot be used: its database is damaged; .+ \(SQLITE_NOTADB\)$/);
  });

  it('the database file cannot be opened', async () => {
    await mkdir(join(directory, 'assay.db'));
    expect(await reasonOf({})).toMatch(/^The data directory .+ cannot be used: this user may not .+ \(SQLITE_CANTOPEN(_ISDIR)?\)$/);
  });

  it.each([
    ['EACCES', /this user may not read and write there/],
    ['ENOSPC', /the disk is full; make room/],
    ['SQLITE_FULL', /the disk is full; make room/],
    ['EROFS', /its file system only reads/],
    ['SQLITE_IOERR_WRITE', /the disk fails/],
    ['SQLITE_BUSY_RECOVERY', /another program keeps the database locked/],
  ])('%s in the data directory, also as the cause of another error', (code, says) => {
    const path = join(directory, 'secret');
    expect(explain(failing(code, { path }))).toMatch(says);
    expect(explain(failing(code, { path }))).toContain(`(${code}, ${path})`);
    expect(explain(new StoreUnavailable('the storage refuses writes', { cause: failing(code) }))).toMatch(says);
  });

  it('PostgreSQL cannot be reached, without the password', async () => {
    const port = await freePort();
    const url = `postgres://assay:pa55word@127.0.0.1:${port}/assay`;
    expect(await reasonOf({ ASSAY_DATABASE_URL: url, ASSAY_SECRET: secret }, false)).toBe(
      `PostgreSQL at 127.0.0.1:${port}/assay cannot be reached (ECONNREFUSED): start it, or correct ASSAY_DATABASE_URL`,
    );
  });

  it.each([
    [
      '28P01',
      'password authentication failed for user "assay"',
      /^PostgreSQL at db\/assay refuses: password .+"assay"; correct ASSAY_DATABASE_URL$/,
    ],
    ['3D000', 'database "assay" does not exist', /correct ASSAY_DATABASE_URL$/],
    ['25006', 'cannot execute CREATE TABLE in a read-only transaction', /able to write/],
    ['55P03', 'canceling statement due to lock timeout', /tables locked: start again/],
  ])('PostgreSQL refuses with %s', (code, message, says) => {
    const environment = { ASSAY_DATABASE_URL: 'postgres://assay:pa55word@db/assay', ASSAY_SECRET: secret };
    expect(explain(Object.assign(new Error(message), { code }), environment)).toMatch(says);
  });

  it('the address is none of this machine, or its port is in use or not this user’s', async () => {
    const server = createServer();
    const told = await new Promise((resolve) => server.once('error', resolve).listen(0, '192.0.2.1'));
    expect(explain(told, { ASSAY_HOST: '192.0.2.1' })).toBe('ASSAY_HOST: 192.0.2.1 is no address of this machine');
    expect(explain(failing('EADDRINUSE', { syscall: 'listen' }))).toMatch(/^The port is in use: set ASSAY_PORT/);
    expect(explain(failing('EACCES', { syscall: 'listen' }))).toMatch(/may not listen .+ above 1023/);
  });

  it('nothing of what nobody foresaw: its stack is shown', () => {
    expect(explain(new TypeError('x is not a function'))).toBeUndefined();
    expect(explain(failing('ERR_MODULE_NOT_FOUND'))).toBeUndefined();
    expect(explain('text')).toBeUndefined();
  });
});
