import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Priority } from '../../priority.ts';
import { endLeftBehind } from './left-behind.ts';

const mebibyte = 2 ** 20;

/** A control group of one run: it limits and counts all its processes together, and what they keep in tmpfs. */
export type Group = {
  /** A process joins by writing its id to these files. */
  readonly joins: readonly string[];
  readonly seconds: () => number;
  /** MiB; null on kernels that do not keep it. */
  readonly peak: () => number | null;
  readonly ranOutOfMemory: () => boolean;
  /** Gives it processor time beside others as their priority does beside theirs. False where a group has no weight of its own. */
  readonly weigh: (priority: Priority) => boolean;
  readonly remove: () => Promise<void>;
};

export type Groups = { readonly create: (limits: { readonly memory: number; readonly processes: number }) => Group };

const prefix = 'assay-native-';
/** Process ids repeat between containers that share a hierarchy. */
const own = randomBytes(4).toString('hex');
let made = 0;
const nextName = (): string => {
  made += 1;
  return `${prefix}${process.pid}-${own}-${made}`;
};

const textOf = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
};
const numberOf = (path: string): number | null => {
  const text = textOf(path);
  return text === null || Number.isNaN(Number(text)) ? null : Number(text);
};
const entryOf = (path: string, name: string): number => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(textOf(path) ?? '')?.[1] ?? 0);
const inMebibytes = (bytes: number | null): number | null => (bytes === null ? null : bytes / mebibyte);

/** Writes a setting that not every kernel has, or lets change. */
export const tryWrite = (path: string, text: string): boolean => {
  if (!existsSync(path)) return false;
  try {
    writeFileSync(path, text);
    return true;
  } catch {
    return false;
  }
};

/** Of 1,024 that a group has by default, as much as the kernel gives a process of that priority beside one of the usual. */
const shares: Readonly<Record<Priority, number>> = { turn: 110, after: 15 };

/** Makes a group with its settings, or nothing. */
const make = (directories: readonly string[], settings: Readonly<Record<string, number>>): void => {
  try {
    for (const directory of directories) mkdirSync(directory);
    for (const [path, value] of Object.entries(settings)) writeFileSync(path, String(value));
  } catch (error) {
    for (const directory of directories) if (existsSync(directory)) rmdirSync(directory);
    throw error;
  }
};

const removeAll = async (directories: readonly string[]): Promise<void> => {
  for (const directory of directories) {
    // The kernel may still hold the last process for a moment. A group that stays is removed when this process has ended.
    for (let tries = 0; existsSync(directory) && tries < 200; tries += 1) {
      try {
        rmdirSync(directory);
      } catch {
        await delay(10);
      }
    }
  }
};

/** Groups that a killed engine left behind. Those of an engine that lives may be empty for a moment and are left alone. */
const sweep = (base: string): void => {
  for (const name of readdirSync(base)) {
    const pid = name.startsWith(prefix) ? name.slice(prefix.length).split('-')[0] : undefined;
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    try {
      rmdirSync(join(base, name));
    } catch {
      // Somebody else's, or removed by another engine meanwhile.
    }
  }
};

const unified = (base: string): Groups => ({
  create: ({ memory, processes }) => {
    const directory = join(base, nextName());
    make([directory], { [join(directory, 'memory.max')]: memory * mebibyte, [join(directory, 'pids.max')]: processes });
    tryWrite(join(directory, 'memory.swap.max'), '0');
    return {
      joins: [join(directory, 'cgroup.procs')],
      seconds: () => entryOf(join(directory, 'cpu.stat'), 'usage_usec') / 1e6,
      peak: () => inMebibytes(numberOf(join(directory, 'memory.peak'))),
      ranOutOfMemory: () => entryOf(join(directory, 'memory.events'), 'oom_kill') > 0,
      // Of 100 by default.
      weigh: (priority) => tryWrite(join(directory, 'cpu.weight'), String(Math.ceil((shares[priority] * 100) / 1024))),
      remove: () => removeAll([directory]),
    };
  },
});

type Bases = { readonly memory: string; readonly pids: string; readonly cpuacct: string; readonly cpu: string | undefined };

const separate = (bases: Bases): Groups => ({
  create: ({ memory, processes }) => {
    const name = nextName();
    const at = { memory: join(bases.memory, name), pids: join(bases.pids, name), cpuacct: join(bases.cpuacct, name) };
    const cpu = bases.cpu === undefined ? undefined : join(bases.cpu, name);
    const directories = [...new Set([...Object.values(at), ...(cpu === undefined ? [] : [cpu])])];
    const memoryLimit = { [join(at.memory, 'memory.limit_in_bytes')]: memory * mebibyte };
    make(directories, { ...memoryLimit, [join(at.pids, 'pids.max')]: processes });
    tryWrite(join(at.memory, 'memory.memsw.limit_in_bytes'), String(memory * mebibyte));
    return {
      joins: directories.map((directory) => join(directory, 'cgroup.procs')),
      seconds: () => (numberOf(join(at.cpuacct, 'cpuacct.usage')) ?? 0) / 1e9,
      peak: () => inMebibytes(numberOf(join(at.memory, 'memory.max_usage_in_bytes'))),
      ranOutOfMemory: () => entryOf(join(at.memory, 'memory.oom_control'), 'oom_kill') > 0,
      weigh: (priority) => cpu !== undefined && tryWrite(join(cpu, 'cpu.shares'), String(shares[priority])),
      remove: () => removeAll(directories),
    };
  },
});

/** Where this process stands in each hierarchy: the controllers of version 1 by name, version 2 under the empty name. */
const ownGroups = (root: string): Map<string, string> => {
  const mounts = new Map<string, { readonly point: string; readonly top: string }>();
  for (const line of (textOf(join(root, 'proc/self/mountinfo')) ?? '').split('\n')) {
    const [place, kind] = line.split(' - ');
    const [, , , top, point] = (place ?? '').split(' ');
    const [type, , options] = (kind ?? '').split(' ');
    if (top === undefined || point === undefined) continue;
    if (type === 'cgroup2') mounts.set('', { point, top });
    else if (type === 'cgroup') for (const option of (options ?? '').split(',')) mounts.set(option, { point, top });
  }
  const groups = new Map<string, string>();
  for (const line of (textOf(join(root, 'proc/self/cgroup')) ?? '').trim().split('\n')) {
    const [, names = '', ...rest] = line.split(':');
    for (const name of names.split(',')) {
      const mount = mounts.get(name);
      const path = rest.join(':');
      // In a container the mount may begin below the top that the path is told from.
      if (mount) groups.set(name, join(root, mount.point, path.startsWith(mount.top) ? path.slice(mount.top.length) : path));
    }
  }
  return groups;
};

/** On version 2 a group that holds processes gives its children no controllers, so the parent is tried too. */
const unifiedBase = (own: string): string | null => {
  const wanted = ['memory', 'pids'];
  for (const base of [own, join(own, '..')]) {
    const has = (file: string): boolean => {
      const names = (textOf(join(base, file)) ?? '').trim().split(' ');
      return wanted.every((name) => names.includes(name));
    };
    if (!has('cgroup.controllers')) continue;
    if (!has('cgroup.subtree_control')) tryWrite(join(base, 'cgroup.subtree_control'), wanted.map((name) => `+${name}`).join(' '));
    // Without it programs are told apart by the priorities of their processes alone.
    tryWrite(join(base, 'cgroup.subtree_control'), '+cpu');
    if (has('cgroup.subtree_control') && isUsable(unified(base))) return base;
  }
  return null;
};

const isUsable = (groups: Groups): boolean => {
  try {
    const group = groups.create({ memory: 64, processes: 8 });
    // Nothing has joined it, so that it goes at once.
    for (const join of group.joins) rmdirSync(join.slice(0, -'/cgroup.procs'.length));
    return true;
  } catch {
    return false;
  }
};

/** The control groups that this process may create, or null. `root` is another directory than `/` in tests. */
export const findGroups = (root = '/'): Groups | null => {
  if (root === '/') endLeftBehind();
  const own = ownGroups(root);
  const whole = own.get('');
  const base = whole === undefined ? null : unifiedBase(whole);
  if (base !== null) {
    sweep(base);
    return unified(base);
  }
  const [memory, pids, cpuacct] = [own.get('memory'), own.get('pids'), own.get('cpuacct')];
  if (memory === undefined || pids === undefined || cpuacct === undefined) return null;
  for (const cpu of new Set([own.get('cpu'), undefined])) {
    const bases = { memory, pids, cpuacct, cpu };
    const groups = separate(bases);
    if (!isUsable(groups)) continue;
    for (const directory of new Set(Object.values(bases))) if (directory !== undefined) sweep(directory);
    return groups;
  }
  return null;
};
