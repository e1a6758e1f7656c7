import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChildSettings, Order, Report } from '../child/messages.ts';

const ancestorsOf = (folder: string): string[] => (dirname(folder) === folder ? [folder] : [folder, ...ancestorsOf(dirname(folder))]);

/**
 * What a restricted process may read: the program that it is (a bundle, or the sources of this package), the packages installed for it, and
 * this package's own assets, which a workspace links to another place.
 */
const readable = (file: string): string[] => {
  const ancestors = ancestorsOf(dirname(file));
  const own = ancestors.find((folder) => existsSync(join(folder, 'package.json'))) ?? dirname(file);
  const packages = ancestors.map((folder) => join(folder, 'node_modules')).filter((folder) => existsSync(folder));
  const linked = packages.map((folder) => join(folder, '@assay/runner')).filter((folder) => existsSync(folder));
  return [own, ...packages, ...linked.map((folder) => realpathSync(folder)), '/proc/self/task'];
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
  const permissions = ['--permission', '--allow-worker', ...readable(path).map((folder) => `--allow-fs-read=${folder}/*`)];
  const fromSource = path.endsWith('.ts') ? ['--conditions=@assay/source'] : [];
  const child = fork(path, [JSON.stringify(settings)], {
    // Not the root: threads of a process that was started there may read everything (Node 24.21).
    cwd: dirname(path),
    env: {},
    execArgv: [...flags, ...(isRestricted ? permissions : []), ...fromSource],
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
