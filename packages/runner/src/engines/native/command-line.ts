import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import type { Groups } from './cgroups.ts';
import { linkOf } from './processes.ts';
import type { Machine } from './seccomp.ts';

const mebibyte = 2 ** 20;

/** How sandboxes are made on this machine. */
export type Sandbox = {
  readonly groups: Groups | null;
  /** As root, programs run as this user, whom nobody else is. Null: as the user that this process is. */
  readonly uid: number | null;
  readonly machine: Machine;
};

export type Job = {
  /** A command inside the sandbox. Only `/tmp` and `/dev/shm` can be written. */
  readonly command: readonly string[];
  /** Files that it sees, read-only: the path inside and the one outside. */
  readonly files: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  readonly input: string;
  /** When its program began, by `performance.now()`: its turn may be over before this command starts. By default now. */
  readonly since?: number;
  readonly limits: {
    /** Of processor time, for all processes together. */
    readonly seconds: number;
    /** MiB for all processes together and what they keep in `/tmp`. */
    readonly memory: number;
    /** MiB of private memory of one process, where no control group counts them together. */
    readonly dataOfOne: number;
    /** MiB. */
    readonly stack: number;
    /** Bytes. */
    readonly output: number;
    readonly processes: number;
    /** MiB of `/tmp`, and of one file. */
    readonly disk: number;
  };
};

/** Of bubblewrap and its like: nothing of the service's own. */
export const launchEnvironment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

const toolPath = '/usr/local/bin:/usr/bin:/bin:/usr/local/go/bin:/usr/lib/go/bin';

/** On most systems `/bin` and its like lead into `/usr`; on others they are directories. */
const outsideUsr = (): string[] =>
  ['bin', 'sbin', 'lib', 'lib32', 'lib64'].flatMap((name) => {
    const path = `/${name}`;
    if (!existsSync(path)) return [];
    return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
  });

/** What toolchains need of `/etc`: no file that tells of the machine or its users. */
const settings = (): string[] =>
  ['alternatives', 'ld.so.cache', ...readdirSync('/etc').filter((name) => /^java-\d+-openjdk$/.test(name))].flatMap((name) => [
    '--ro-bind-try',
    `/etc/${name}`,
    `/etc/${name}`,
  ]);

/**
 * Where this process and its parent were started, unless that is a place of the system: the settings and data of services often lie there.
 * The parent is the service; this process may stand elsewhere.
 */
export const serviceDirectories = (): string[] => {
  const directories = new Set([process.cwd(), linkOf(`/proc/${process.ppid}/cwd`)]);
  const isOfSystem = (path: string): boolean => /^(\/usr(\/[^/]+)?)?\/?$/.test(path) || toolPath.split(':').includes(path);
  return [...directories].filter((path) => !isOfSystem(path));
};

/** What is visible with `/usr` and belongs to services. */
const hidden = (): string[] => {
  const own = serviceDirectories().filter((path) => path.startsWith('/usr/') && !path.startsWith('/usr/src/'));
  return ['/usr/src', ...own].filter((path) => existsSync(path)).flatMap((path) => ['--tmpfs', path, '--remount-ro', path]);
};

/**
 * The first process inside: a shell, because a program that is process 1 ignores the signals of its own faults. When it ends, the kernel
 * ends all that are left. The program is the first to go when memory runs out, or bubblewrap might. The shell writes what processor time
 * it waited for, to descriptor 5.
 */
const first = '( exec 5>&-; echo 1000 > /proc/self/oom_score_adj; exec "$@" ); code=$?; times >&5; exit $code';
/** Before anything else: joins the control group, so that every process below is in it. */
const enter = 'for file in $JOINS; do echo $$ > "$file" || exit 125; done; exec "$@"';

/** Its first descriptors are those of the program; 3 takes the status of bubblewrap, 4 is the filter, 5 takes the times. */
export const commandLine = (sandbox: Sandbox, job: Job): string[] => {
  const { limits } = job;
  const seconds = Math.ceil(limits.seconds) + 1;
  const disk = String(limits.disk * mebibyte);
  const processes = String(limits.processes);
  const prlimit = [
    'prlimit',
    '--core=0',
    '--memlock=0',
    '--nofile=256',
    `--fsize=${Math.max(limits.output, limits.disk * mebibyte) + 1}`,
    `--cpu=${seconds}:${seconds + 1}`,
    `--stack=${limits.stack * mebibyte}`,
    ...(sandbox.groups ? [] : [`--data=${limits.dataOfOne * mebibyte}`]),
    // A user's processes are counted where they belong: those of a user of their own from outside, others inside only.
    ...(sandbox.uid === null ? [] : [`--nproc=${limits.processes + 8}`]),
    '--',
  ];
  return [
    ...(sandbox.groups ? ['sh', '-c', enter, 'sh'] : []),
    ...prlimit,
    ...(sandbox.uid === null ? [] : ['setpriv', `--reuid=${sandbox.uid}`, `--regid=${sandbox.uid}`, '--clear-groups', '--']),
    'bwrap',
    ...['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--new-session', '--as-pid-1'],
    ...['--cap-drop', 'ALL', '--clearenv', '--uid', '1000', '--gid', '1000', '--hostname', 'sandbox'],
    ...['--ro-bind', '/usr', '/usr', ...outsideUsr(), ...settings(), ...hidden(), '--proc', '/proc', '--dev', '/dev'],
    ...['--size', disk, '--tmpfs', '/tmp', '--size', disk, '--tmpfs', '/dev/shm'],
    ...Object.entries(job.files).flatMap(([inside, outside]) => ['--ro-bind', outside, inside]),
    // Both are tmpfs without a size.
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', '/tmp'],
    ...Object.entries({ PATH: toolPath, HOME: '/tmp', LANG: 'C.UTF-8', TZ: 'UTC', ...job.environment }).flatMap(([name, value]) => [
      '--setenv',
      name,
      value,
    ]),
    ...['--json-status-fd', '3', '--seccomp', '4', '--', '/bin/sh', '-c', first, 'sh'],
    ...(sandbox.uid === null ? ['prlimit', `--nproc=${processes}`, '--'] : []),
    ...job.command,
  ];
};
