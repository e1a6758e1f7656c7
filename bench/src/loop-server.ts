import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { environmentOf, serverOf } from './workload.ts';

/** Milliseconds for which the event loop was held without a break: processor time of its thread, and by the clock. */
export type Held = { readonly cpu: number; readonly wall: number };

export type MeasuredServer = {
  readonly url: string;
  /** The longest since the last call. */
  readonly longest: () => Promise<Held>;
  /** The fixed loop that everything is compared with, in the server's own thread. */
  readonly calibrate: () => Promise<Held>;
  readonly stop: () => Promise<void>;
};

const isHeld = (message: unknown): message is Held => typeof message === 'object' && message !== null && 'cpu' in message;

const listening = async (child: ChildProcess): Promise<string> => {
  if (child.stdout === null) throw new Error('no output to read');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /https?:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error('the server ended before it listened');
};

/** The built server, with the hook that measures its event loop. */
export const startMeasured = async (directory: string): Promise<MeasuredServer> => {
  const hook = new URL('loop-hook.js', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', hook, serverOf()], {
    env: { ...process.env, ...environmentOf(directory), ASSAY_LOG_LEVEL: 'error', BENCH_LOOP: '1' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  const url = await listening(child);
  child.stdout?.resume();
  const ask = async (what: string): Promise<Held> => {
    const reply = once(child, 'message');
    child.send(what);
    const [held]: unknown[] = await reply;
    if (!isHeld(held)) throw new Error('the hook sent something else');
    return held;
  };
  return {
    url,
    longest: () => ask('longest'),
    calibrate: async () => {
      await ask('longest');
      return ask('calibrate');
    },
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
};
