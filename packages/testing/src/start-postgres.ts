import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

type PostgresServer = { readonly url: string; stop(): Promise<void> };
type Owner = { readonly uid: number; readonly gid: number };

const debianRoot = '/usr/lib/postgresql';
const mostTries = 5;

/** The directory that holds `initdb` and `pg_ctl`: on PATH, else Debian's, newest first. */
export const findPostgres = (): string | undefined => {
  const versions = existsSync(debianRoot) ? readdirSync(debianRoot).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [...(process.env.PATH ?? '').split(delimiter), ...versions.map((version) => join(debianRoot, version, 'bin'))];
  return places.find((place) => place !== '' && ['initdb', 'pg_ctl', 'postgres'].every((name) => existsSync(join(place, name))));
};

const idOf = (user: string): Owner | undefined => {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
};

/** Postgres refuses to run as root, so for root another user owns and runs it. */
export const ownerForRoot = (): Owner | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const owner = idOf('postgres') ?? idOf('nobody');
  if (owner === undefined) throw new Error('PostgreSQL does not run as root, and there is neither a user `postgres` nor `nobody`.');
  return owner;
};

export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no TCP port');
  return address.port;
};

// The shell outlives this process: when its stdin closes, for whatever reason (teardown, Ctrl-C, kill -9), it stops the server and
// removes the directory. Handlers in this process would miss the last of these.
const supervisor = `
clean() { "$bin/pg_ctl" -D "$dir/data" -m immediate -s stop; cd /; rm -rf "$dir"; }
"$bin/initdb" -D "$dir/data" -U assay -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$dir/log" 2>&1 &&
"$bin/pg_ctl" -D "$dir/data" -l "$dir/log" -o "$options" -w -s start >>"$dir/log" 2>&1 ||
{ cat "$dir/log" >&2; clean 2>/dev/null; exit 1; }
echo ready
cat >/dev/null
clean`;

const startOn = async (bin: string, port: number): Promise<PostgresServer> => {
  const dir = mkdtempSync(join(tmpdir(), 'assay-postgres-'));
  const owner = ownerForRoot();
  if (owner !== undefined) chownSync(dir, owner.uid, owner.gid);
  const settings = [
    "listen_addresses='127.0.0.1'",
    `port=${port}`,
    `unix_socket_directories='${dir}'`,
    'max_connections=200',
    'shared_buffers=64MB',
    'fsync=off',
    'full_page_writes=off',
    // A worker of autovacuum on the template database would hold up its copies.
    'autovacuum=off',
    'deadlock_timeout=50ms',
  ];
  const shell = spawn('/bin/sh', ['-c', supervisor], {
    cwd: dir,
    env: { PATH: process.env.PATH, bin, dir, options: settings.map((setting) => `-c ${setting}`).join(' ') },
    // A group of its own, so that Ctrl-C in the terminal does not stop the server under the tests that are being closed.
    detached: true,
    ...owner,
  });
  const ended = once(shell, 'close');
  let complaint = '';
  shell.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const ready = await Promise.race([once(shell.stdout, 'data').then(() => true), ended.then(() => false)]);
  if (!ready) {
    rmSync(dir, { recursive: true, force: true });
    throw new Error(`PostgreSQL of ${bin} did not start:\n${complaint}`);
  }
  return {
    url: `postgres://assay@127.0.0.1:${port}/postgres`,
    stop: async () => {
      shell.stdin.end();
      await ended;
    },
  };
};

/** A server of this run's own in a temporary directory. If its port is taken between choice and start, it tries another one. */
export const startPostgres = async (bin: string): Promise<PostgresServer> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startOn(bin, await freePort());
    } catch (error) {
      const portTaken = error instanceof Error && error.message.includes('could not bind');
      if (!portTaken || tries === mostTries) throw error;
    }
  }
};
