import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChildSettings, Order, Report } from '../child/messages.ts';

const ancestorsOf = (folder: string): string[] => (dirname(folder) === folder ? [folder] : [folder, ...ancestorsOf(dirname(folder))]);

/**
 * What a restricted process may read: the program that it is (the folder of a bundle, or the sources of this package), the packages
 * installed for it, and its assets.
 */
const readable = (file: string, assets: string, fromSource: boolean): string[] => {
  const folder = dirname(file);
  const ancestors = ancestorsOf(folder);
  const packages = ancestors.map((ancestor) => join(ancestor, 'node_modules')).filter((found) => existsSync(found));
  return [fromSource ? dirname(folder) : folder, ...packages, fileURLToPath(assets), '/proc/self/task', '/proc/thread-self'];
};

/**
 * The process gets no environment and no descriptor but its channel. Nothing that it runs makes code from text or loads a native library. Node's permissions stand behind the sandbox: what got out of WebAssembly could still read no database
 * and no secret, write nothing, and start no process.
 */
export const startProcess = (
  file: URL,
  settings: ChildSettings,
  isRestricted: boolean,
  onReport: (report: Report) => void,
): ChildProcess => {
  const path = fileURLToPath(file);
  const flags = ['--disallow-code-generation-from-strings', '--no-addons', '--disable-sigusr1', '--no-warnings'];
  const fromSource = path.endsWith('.ts');
  const folders = readable(path, settings.assets, fromSource).map((folder) => `--allow-fs-read=${join(folder, '*')}`);
  const permissions = ['--permission', '--allow-worker', ...folders];
  const conditions = fromSource ? ['--conditions=@assay/source'] : [];
  const child = fork(path, [JSON.stringify(settings)], {
    // Not the root: threads of a process that was started there may read everything (Node 24.21).
    cwd: dirname(path),
    env: {},
    execArgv: [...flags, ...(isRestricted ? permissions : []), ...conditions],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  child.on('message', (report) => onReport(report as Report));
  // A process that cannot be started or reached ends, and `exit` tells it.
  child.on('error', () => undefined);
  return child;
};

export const send = (child: ChildProcess, order: Order): void => {
  if (child.connected) child.send(order, () => undefined);
};
