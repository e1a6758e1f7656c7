import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Linux tells times of processes to programs in hundredths of a second, on every machine. */
const ticks = 100;

/** Of a file in `/proc`. */
export const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // It has ended.
  }
};

/** Where a link in `/proc` leads; empty when it may not be read. */
export const linkOf = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
};

/** The fields of `/proc/…/stat` behind the name, which may hold spaces and parentheses: the state is the first. */
const statOf = (path: string): string[] => {
  const text = textOf(path);
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
};

/** A letter; empty when there is no such process. */
export const stateOf = (pid: number): string => statOf(`/proc/${pid}/stat`)[0] ?? '';

/** The session of a process; empty when there is no such process. */
export const sessionOf = (pid: number | 'self'): string => statOf(`/proc/${pid}/stat`)[3] ?? '';

export type Tree = {
  /** Processor time of the processes that live, and of those that they have waited for. */
  readonly seconds: number;
  /** Bytes in memory. What processes share is counted for each. */
  readonly memory: number;
  /** Whether some thread runs, or would if there were a processor for it. Uninterruptible sleep is sleep: a program enters it at will. */
  readonly awake: boolean;
  /** Identifiers of all threads, those of the processes among them. */
  readonly threads: readonly number[];
};

/** A process and all below it, as `/proc` shows them now. */
export const treeOf = (root: number): Tree => {
  let seconds = 0;
  let memory = 0;
  let awake = false;
  const threads: number[] = [];
  const waiting = [root];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    const [user, system, reapedUser, reapedSystem] = statOf(`/proc/${pid}/stat`).slice(11, 15).map(Number);
    seconds += ((user ?? 0) + (system ?? 0) + (reapedUser ?? 0) + (reapedSystem ?? 0)) / ticks;
    memory += Number(/^VmRSS:\s*(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
    for (const thread of threadsOf(pid)) {
      threads.push(Number(thread));
      awake ||= statOf(`/proc/${pid}/task/${thread}/stat`)[0] === 'R';
      waiting.push(
        ...textOf(`/proc/${pid}/task/${thread}/children`)
          .split(' ')
          .filter((text) => text !== '')
          .map(Number),
      );
    }
  }
  return { seconds, memory, awake, threads };
};

const threadsOf = (pid: number): string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
};
