import { spawn } from 'node:child_process';
import { existsSync, fstatSync, lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { chmod, chown, type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Groups } from './cgroups.ts';
import { linkOf, stateOf, textOf, treeOf } from './processes.ts';
import { type Machine, seccompFilter } from './seccomp.ts';

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

/** `gave-up`: it was not done in a time that even a busy machine keeps. `failed`: there was no sandbox. */
export type Stop = 'time' | 'memory' | 'output' | 'aborted' | 'gave-up' | 'failed';

export type Outcome = {
  /** What stopped it; null when it ended by itself within its limits, with `code`. */
  readonly stop: Stop | null;
  /** As of a shell: 128 and the signal that ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
  readonly memory: number | null;
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

const command = (sandbox: Sandbox, job: Job): string[] => {
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

const closedByExec = 0o2_000_000;

/**
 * Descriptors that this process inherited and would pass on, such as the pipe of a supervisor: Node marks only the first few. They cannot
 * be closed from here, so each becomes `empty`.
 */
const covering = (stdio: readonly (number | 'pipe')[], empty: number): (number | 'pipe' | 'ignore')[] => {
  const covered: (number | 'pipe' | 'ignore')[] = [...stdio];
  for (const fd of readdirSync('/proc/self/fd').map(Number)) {
    if (fd < stdio.length) continue;
    const flags = /^flags:\s*(\d+)/m.exec(textOf(`/proc/self/fdinfo/${fd}`))?.[1];
    if (flags === undefined || (Number.parseInt(flags, 8) & closedByExec) !== 0) continue;
    while (covered.length < fd) covered.push('ignore');
    covered[fd] = empty;
  }
  return covered;
};

/** A directory for one program: only this process writes in it, and only paths that nobody guesses are read by sandboxes. */
export const makeWorkspace = async (sandbox: Sandbox): Promise<{ readonly path: string; readonly remove: () => Promise<void> }> => {
  if (!swept) sweep();
  swept = true;
  const path = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  // The user that programs run as may pass through, and list nothing.
  await chmod(path, sandbox.uid === null ? 0o700 : 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
};

const prefix = 'assay-native-';
const hour = 3_600_000;
let swept = false;

/** What an engine that was killed left behind: directories of ours in which nothing has happened for an hour. */
const sweep = (): void => {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const path = join(tmpdir(), name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && found.uid === process.getuid?.() && Date.now() - found.mtimeMs > hour) rmSync(path, { recursive: true, force: true });
  }
};

/** The file that takes what a program gives: the program may write it, whoever it runs as, and open it again by `/dev/stdout`. */
const openFor = async (sandbox: Sandbox, path: string, content: string | Buffer, flags: 'r' | 'a+'): Promise<FileHandle> => {
  const made = await open(path, 'wx', 0o600);
  await made.writeFile(content);
  await made.close();
  const handle = await open(path, flags);
  if (sandbox.uid !== null) await chown(path, sandbox.uid, sandbox.uid);
  return handle;
};

/** As UTF-8, and of a cut output only whole characters. */
const read = async (handle: FileHandle, most: number): Promise<{ readonly text: string; readonly bytes: number }> => {
  const buffer = Buffer.alloc(Math.min((await handle.stat()).size, Math.max(most, 0)));
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(buffer.subarray(0, bytesRead), { stream: true });
  return { text, bytes: bytesRead };
};

/** What the shell inside counted; a program that finds the file can only add to it. */
const countedIn = (text: string): number => {
  const times = [...text.matchAll(/(\d+)m([\d.]+)s/g)].map(([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds));
  return times.reduce((sum, time) => sum + time, 0);
};

/** Bubblewrap ends after what is inside, unless it was killed itself: then the kernel ends the rest, and takes a moment. */
const hasEnded = async (pid: number): Promise<void> => {
  while (!['', 'Z', 'X'].includes(stateOf(pid))) await delay(5);
};

const lookEvery = 25;
/** A look that comes late says nothing of the time since the last one: this process had to wait as well. */
const countAtMost = 100;

/**
 * Runs a command in a sandbox of its own. Its processor time is judged. Real time counts only while none of its threads runs or wants to,
 * so that a busy machine does not change the result, and a program that sleeps ends all the same.
 */
export const runInSandbox = async (
  sandbox: Sandbox,
  workspace: string,
  job: Job,
  signal: AbortSignal,
  artefact?: FileHandle,
): Promise<Outcome> => {
  const { limits } = job;
  const nothing = { code: -1, stdout: '', seconds: 0, memory: null };
  if (signal.aborted) return { ...nothing, stop: 'aborted', stderr: '' };
  const handles: FileHandle[] = [];
  const file = async (name: string, content: string | Buffer, flags: 'r' | 'a+'): Promise<FileHandle> => {
    const handle = await openFor(sandbox, join(workspace, name), content, flags);
    handles.push(handle);
    return handle;
  };
  let group: ReturnType<Groups['create']> | undefined;
  try {
    const input = await file('stdin', job.input, 'r');
    const output = await file('stdout', '', 'a+');
    const errors = await file('stderr', '', 'a+');
    const filter = await file('filter', seccompFilter(sandbox.machine), 'r');
    const times = await file('times', '', 'a+');
    const empty = await open('/dev/null');
    handles.push(empty);
    group = sandbox.groups?.create({ memory: limits.memory, processes: limits.processes + 8 });

    const [program = '', ...args] = command(sandbox, job);
    const child = spawn(program, args, {
      cwd: '/',
      env: { ...launchEnvironment, ...(group ? { JOINS: group.joins.join(' ') } : {}) },
      stdio: covering([input.fd, output.fd, errors.fd, 'pipe', filter.fd, times.fd, ...(artefact ? [artefact.fd] : [])], empty.fd),
    });
    let status = '';
    (child.stdio[3] as Readable).setEncoding('utf8').on('data', (text: string) => {
      status += text;
    });
    const ofStatus = (name: string): number | null => {
      const found = new RegExp(`"${name}": (-?\\d+)`).exec(status)?.[1];
      return found === undefined ? null : Number(found);
    };

    let stop: Stop | null = null;
    const end = (why: Stop): void => {
      stop ??= why;
      // With the first process inside all of them end; bubblewrap itself ends when they have.
      const inside = ofStatus('child-pid');
      try {
        if (inside === null) child.kill('SIGKILL');
        else process.kill(inside, 'SIGKILL');
      } catch {
        // It has ended.
      }
    };
    let seconds = 0;
    let idle = 0;
    let last = performance.now();
    const giveUpAt = last + 60_000 + limits.seconds * 60_000;
    const look = (): void => {
      const now = performance.now();
      const passed = Math.min(now - last, countAtMost);
      last = now;
      const inside = ofStatus('child-pid');
      if (inside === null || ofStatus('exit-code') !== null) return;
      const tree = treeOf(inside);
      seconds = group?.seconds() ?? Math.max(seconds, tree.seconds);
      if (!tree.awake) idle += passed;
      if (fstatSync(output.fd).size + fstatSync(errors.fd).size > limits.output) end('output');
      else if (group ? group.ranOutOfMemory() : tree.memory > limits.memory * mebibyte) end('memory');
      else if (seconds > limits.seconds || idle > limits.seconds * 1000 + 3000) end('time');
      else if (now > giveUpAt) end('gave-up');
    };
    const timer = setInterval(look, lookEvery);
    const abort = (): void => end('aborted');
    signal.addEventListener('abort', abort);
    const failure = await new Promise<Error | null>((resolve) => {
      child.once('error', resolve);
      child.once('close', () => resolve(null));
    });
    clearInterval(timer);
    signal.removeEventListener('abort', abort);
    if (failure) return { ...nothing, stop: 'failed', stderr: failure.message };
    const inside = ofStatus('child-pid');
    if (inside !== null && ofStatus('exit-code') === null) await hasEnded(inside);

    const stdout = await read(output, limits.output);
    const stderr = await read(errors, limits.output - stdout.bytes);
    const code = ofStatus('exit-code');
    const counted = countedIn((await read(times, 4096)).text);
    seconds = group?.seconds() ?? Math.max(seconds, counted);
    const why = (): Stop | null => {
      if (stop === 'aborted' || stop === 'gave-up') return stop;
      if (fstatSync(output.fd).size + fstatSync(errors.fd).size > limits.output) return 'output';
      if (group?.ranOutOfMemory()) return 'memory';
      if (seconds > limits.seconds) return 'time';
      return stop ?? (code === null ? 'failed' : null);
    };
    return { stop: why(), code: code ?? -1, stdout: stdout.text, stderr: stderr.text, seconds, memory: group?.peak() ?? null };
  } finally {
    for (const handle of handles) await handle.close();
    for (const name of ['stdin', 'stdout', 'stderr', 'filter', 'times']) await rm(join(workspace, name), { force: true });
    await group?.remove();
  }
};
