import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { eventLimit } from '@assay/testing';
import type { Servers } from '../support/server-process.ts';
import type { Grounds } from './grounds.ts';
import type { Worked } from './honest.ts';
import type { Rested } from './hostile-client.ts';

const request = async <Result>(child: ChildProcess, order: object | string): Promise<Result> => {
  const ended = new AbortController();
  const answered = once(child, 'message', { signal: AbortSignal.any([ended.signal, AbortSignal.timeout(eventLimit)]) });
  const end = () => ended.abort(new Error('the process of a party has ended'));
  child.once('exit', end);
  child.send(order);
  const [result] = await answered.finally(() => child.off('exit', end));
  return result as Result;
};

const start = (servers: Servers, script: string): ChildProcess => {
  const child = fork(new URL(script, import.meta.url), { execArgv: ['--conditions=@assay/source'] });
  servers.onDispose(() => child.kill('SIGKILL'));
  return child;
};

/** Honest ones who work for some seconds, and end what they began after `rest`. */
export const startHonest = (servers: Servers, grounds: Grounds) => {
  const child = start(servers, './honest.ts');
  return async (seconds: number, rest: () => Promise<unknown> = async () => undefined): Promise<Worked> => {
    await request<'over'>(child, { grounds, seconds });
    await rest();
    return request(child, 'finish');
  };
};

export type Attackers = {
  readonly attack: () => void;
  readonly rest: () => Promise<readonly Rested[]>;
  readonly end: () => void;
};

/** Hostile clients, which have prepared their attacks. */
export const startAttackers = async (servers: Servers, grounds: Grounds, names: readonly string[]): Promise<Attackers> => {
  const child = start(servers, './attacker.ts');
  await request(child, { names, grounds });
  return { attack: () => void child.send('attack'), rest: () => request(child, 'rest'), end: () => void child.kill() };
};
