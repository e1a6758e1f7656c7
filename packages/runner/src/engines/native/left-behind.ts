import { existsSync, readdirSync, rmSync } from 'node:fs';
import { textOf } from './processes.ts';

/** The command line of a sandbox names a file in the directory of its program, which names the engine. */
const ofEngine = /(\/[^\0]*\/assay-native-(\d+)-[^/\0]+)\//;

/**
 * Of this process's own namespace, or the first in one of its sandboxes. Ids of processes in a container are told from within it: there its
 * engine may live under one that nobody has here.
 */
const isOurs = (pid: string): boolean => {
  const ids = /^NSpid:\s*(.*)$/m.exec(textOf(`/proc/${pid}/status`))?.[1]?.split(/\s+/) ?? [];
  return ids.length === 1 || (ids.length === 2 && ids[1] === '1');
};

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended, or is somebody else's.
  }
};

/**
 * Ends the sandboxes of engines that are gone, with their directories. What runs inside ends with its engine; bubblewrap that was just
 * starting waits for ever for a process that is no more.
 */
export const endLeftBehind = (): void => {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const command = textOf(`/proc/${pid}/cmdline`);
    const [, directory, engine] = (command.includes('bwrap\0--unshare-all\0') ? ofEngine.exec(command) : null) ?? [];
    if (directory === undefined || existsSync(`/proc/${engine}`) || !isOurs(pid)) continue;
    kill(Number(pid));
    rmSync(directory, { recursive: true, force: true });
  }
};
