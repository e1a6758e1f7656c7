import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ChildSettings, Order, Report } from '../child/messages.ts';

/**
 * The process gets no environment, no descriptor but its channel, and no working directory of ours. Nothing that it runs makes code from
 * text, loads a native library or needs the inspector.
 */
export const startProcess = (file: URL, settings: ChildSettings, onReport: (report: Report) => void): ChildProcess => {
  const flags = ['--disallow-code-generation-from-strings', '--no-addons', '--disable-warning=ExperimentalWarning', '--disable-sigusr1'];
  const fromSource = file.pathname.endsWith('.ts') ? ['--conditions=@assay/source'] : [];
  const child = fork(fileURLToPath(file), [JSON.stringify(settings)], {
    cwd: '/',
    env: {},
    execArgv: [...flags, ...fromSource],
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
