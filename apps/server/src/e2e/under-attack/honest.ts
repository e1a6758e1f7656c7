// An honest candidate and an honest recruiter, in a process of their own so that no attack of the trial holds them up. Each order has
// them work for some seconds; the answer says how long each operation took and what was acknowledged.
import { setTimeout as pause } from 'node:timers/promises';
import { deferred } from '@assay/testing';
import type { Desk } from './desk.ts';
import type { Grounds } from './grounds.ts';
import { workAsCandidate } from './honest-candidate.ts';
import { workAsRecruiter } from './honest-recruiter.ts';

export type Order = { readonly grounds: Grounds; readonly seconds: number };

export type Worked = Pick<Desk, 'acknowledged'> & {
  readonly times: Readonly<Record<string, readonly number[]>>;
  readonly failures: readonly string[];
  readonly retries: number;
};

/** Between two operations, so that the two parties alone do not fill the server. */
const pauseMs = 10;
const parties = [workAsCandidate, workAsRecruiter];

let finish = deferred();

/** Says `over` when the time is over and no operation is in flight; what was begun goes on when the hostile clients rest, without a clock. */
const work = async ({ grounds, seconds }: Order): Promise<Worked> => {
  const end = performance.now() + seconds * 1000;
  const times: Record<string, number[]> = {};
  const failures: string[] = [];
  let retries = 0;
  let interrupted = 0;
  const isOver = () => performance.now() > end;
  finish = deferred();
  const acknowledged: Desk['acknowledged'] = { attempts: [], invited: [], versions: {} };
  const join = async (party: (typeof parties)[number]): Promise<void> => {
    let isTimed = true;
    const interrupt = async () => {
      if (!isTimed) return;
      isTimed = false;
      interrupted += 1;
      if (interrupted === parties.length) process.send?.('over');
      await finish.promise;
    };
    const timed: Desk['timed'] = async (operation, run) => {
      if (isOver()) await interrupt();
      const from = performance.now();
      const value = await run();
      if (isTimed) times[operation] = [...(times[operation] ?? []), performance.now() - from];
      await pause(pauseMs);
      return value;
    };
    const retried = () => {
      retries += 1;
    };
    await party({ grounds, acknowledged, isOver, timed, retried }).catch((error) => failures.push(String(error)));
    await interrupt();
  };
  await Promise.all(parties.map(join));
  return { acknowledged, times, failures, retries };
};

process.on('message', async (order: Order | 'finish') => {
  if (order === 'finish') finish.resolve();
  else process.send?.(await work(order));
});
process.on('disconnect', () => process.exit());
