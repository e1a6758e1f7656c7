import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findPostgres, freePort, ownerForRoot } from '@assay/testing';

/** A PostgreSQL server with a disk of its own, which syncs as in production. */
export type BreakablePostgres = {
  readonly url: string;
  /** Below it are `data`, the disk, and `journal`, as `environment` was told. */
  readonly directory: string;
  /** Waits until it takes connections. */
  readonly start: () => Promise<void>;
  /** kill -9 of the server and all of its processes; does nothing when it has ended by itself. */
  readonly kill: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

// As for the server of the other tests: the shell outlives this process and removes what it made.
const supervisor = `
fell() {
  pid=$(head -n 1 "$dir/data/postmaster.pid" 2>/dev/null) || return 0
  # Not another process that has got the number since.
  [ "$(readlink "/proc/$pid/cwd")" = "$dir/data" ] || return 0
  kill -9 "$pid" $(cat "/proc/$pid/task/$pid/children" 2>/dev/null) 2>/dev/null
  while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
}
rise() {
  for try in 1 2 3 4 5 6 7 8 9 10; do
    env $environment "$bin/pg_ctl" -D "$dir/data" -l "$dir/log" -o "$options" -w -s start >/dev/null 2>>"$dir/log" && return
    sleep 0.3
  done
  return 1
}
"$bin/initdb" -D "$dir/data" -U assay -A trust -E UTF8 --locale=C.UTF-8 --no-sync --wal-segsize=1 >"$dir/log" 2>&1 && echo done || cat "$dir/log" >&2
while read -r command; do "$command" && echo done || { tail -n 20 "$dir/log" >&2; echo failed; }; done
fell
cd /
rm -rf "$dir"`;

/** False where PostgreSQL's programs are not: a server that somebody else runs cannot be broken. */
export const canBreakPostgres = (): boolean => findPostgres() !== undefined;

/** `environmentOf`: what the server is started with, given its directory. */
export const makeBreakablePostgres = async (
  environmentOf: (directory: string) => Readonly<Record<string, string>>,
): Promise<BreakablePostgres> => {
  const bin = findPostgres();
  if (bin === undefined) throw new Error("PostgreSQL's programs were not found (Debian: `apt-get install postgresql`)");
  const port = await freePort();
  const directory = mkdtempSync(join(tmpdir(), 'assay-breakable-'));
  const owner = ownerForRoot();
  mkdirSync(join(directory, 'journal'));
  chmodSync(join(directory, 'journal'), 0o777);
  if (owner !== undefined) chownSync(directory, owner.uid, owner.gid);
  const settings = [
    "listen_addresses='127.0.0.1'",
    `port=${port}`,
    `unix_socket_directories='${directory}'`,
    'max_connections=200',
    'shared_buffers=16MB',
    'max_wal_size=8MB',
    'min_wal_size=2MB',
  ];
  const environment = Object.entries(environmentOf(directory)).map(([name, value]) => `${name}=${value}`);
  const shell = spawn('/bin/sh', ['-c', supervisor], {
    cwd: directory,
    env: {
      PATH: process.env.PATH,
      bin,
      dir: directory,
      options: settings.map((setting) => `-c ${setting}`).join(' '),
      environment: environment.join(' '),
    },
    detached: true,
    ...owner,
  });
  const ended = once(shell, 'close');
  let complaint = '';
  shell.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const lines = createInterface(shell.stdout);
  const answer = async (): Promise<void> => {
    const [line] = await Promise.race([once(lines, 'line'), ended.then(() => ['ended'])]);
    if (line !== 'done') throw new Error(`PostgreSQL of ${bin}: ${complaint}`);
  };
  await answer();
  const tell = (command: 'rise' | 'fell'): Promise<void> => {
    const answered = answer();
    shell.stdin.write(`${command}\n`);
    return answered;
  };
  return {
    url: `postgres://assay@127.0.0.1:${port}/postgres`,
    directory,
    start: () => tell('rise'),
    kill: () => tell('fell'),
    remove: async () => {
      shell.stdin.end();
      await ended;
    },
  };
};
