import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

export type Started = { readonly url: string; readonly pid: number; readonly stop: () => Promise<void> };

const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const urlPattern = /https?:\/\/127\.0\.0\.1:\d+/;

/** Starts a Node process and resolves with the first address it prints. */
export const start = (script: string, environment: Record<string, string> = {}, reads: 'stdout' | 'stderr' = 'stdout'): Promise<Started> =>
  new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(process.execPath, [script], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', reads === 'stdout' ? 'pipe' : 'ignore', reads === 'stderr' ? 'pipe' : 'inherit'],
    });
    children.add(child);
    child.on('exit', () => children.delete(child));
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`${script} ended with ${code} before it listened`)));
    const output = child[reads];
    if (output === null) throw new Error('no output to read');
    createInterface({ input: output }).on('line', (line) => {
      const url = urlPattern.exec(line)?.[0];
      if (url === undefined || child.pid === undefined) return;
      resolve({
        url,
        pid: child.pid,
        stop: () =>
          new Promise((stopped) => {
            child.removeAllListeners('exit');
            child.on('exit', () => stopped());
            child.kill('SIGTERM');
          }),
      });
    });
  });

/** Microseconds of processor time that a process has used, by Linux, which counts in hundredths of a second; NaN elsewhere. */
export const cpuTime = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program may hold blanks; it ends with the last parenthesis.
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10_000;
};
