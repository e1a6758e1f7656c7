import { type ChildProcess, spawn } from 'node:child_process';

export type Environment = Readonly<Record<string, string | undefined>>;
type Options = { readonly cwd: string; readonly env?: Environment; readonly fails?: boolean };
type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

const children = new Set<ChildProcess>();

/** A group of its own: `npx` starts further processes, and all of them are to end. */
const start = (command: string, args: readonly string[], { cwd, env }: Options): ChildProcess => {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  children.add(child);
  child.on('close', () => children.delete(child));
  return child;
};

const stop = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.on('close', () => resolve());
    if (!children.has(child) || child.pid === undefined) return resolve();
    process.kill(-child.pid, 'SIGTERM');
  });

export const stopAll = async (): Promise<void> => {
  await Promise.all([...children].map(stop));
};

/** Runs a command to its end. Throws with its output when it fails, or with `fails` when it does not. */
export const run = async (command: string, args: readonly string[], options: Options): Promise<Ended> => {
  const child = start(command, args, options);
  const text = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (text.stdout += chunk.toString('utf8')));
  child.stderr?.on('data', (chunk: Buffer) => (text.stderr += chunk.toString('utf8')));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if ((code === 0) === (options.fails ?? false))
    throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${text.stdout}${text.stderr}`);
  return { code, ...text };
};

/** Starts a command that goes on, and resolves with what `pattern` found in its output. */
export const serve = async (command: string, args: readonly string[], pattern: RegExp, options: Options): Promise<RegExpExecArray> => {
  const child = start(command, args, options);
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (chunk: Buffer): void => {
      text += chunk.toString('utf8');
      const found = pattern.exec(text);
      if (found !== null) resolve(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('error', reject);
    child.on('close', (code) => reject(new Error(`${command} ${args.join(' ')} ended with ${code}\n${text}`)));
  });
};
