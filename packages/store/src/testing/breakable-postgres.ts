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
  /** kill -9 of the server and of all of its processes, also of those that it has left behind. */
  readonly kill: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

// As for the server of the other tests: the shell outlives this process and removes what it made.
const supervisor = `
# Children outlive their server, and the next one does not start beside them; nor beside a zombie of the number that is in its lock file.
fell() {
  pid=$(head -n 1 "$dir/data/postmaster.pid" 2>/dev/null)
  while running=$(find /proc/[0-9]*/cwd -maxdepth 0 -lname "$dir/data" 2>/dev/null | cut -d / -f 3); [ -n "$running" ]; do
    kill -9 $running 2>/dev/null
    sleep 0.05
  done
  while grep -qs '^State:.Z' "/proc/$pid/status"; do sleep 0.05; done
}
rise() { env $environment "$bin/pg_ctl" -D "$dir/data" -l "$dir/log" -o "$options" -t 600 -w -s start >/dev/null 2>>"$dir/log"; }
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
