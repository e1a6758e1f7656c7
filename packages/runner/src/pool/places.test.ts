import { expect, it, onTestFinished, vi } from 'vitest';
import { turnMs } from '../priority.ts';
import { FairQueue, type Owner, type Waiter } from './fair-queue.ts';
import { Places } from './places.ts';

type Job = { readonly owner: Owner };

const places = () => new Places<Job>(1, 8, new FairQueue<Job>({ waiting: 9, perAccount: 9, perAttempt: 9 }), () => undefined);
const of = (account: string): Job => ({ owner: { account, attempt: '1', waits: 'candidate' } });

it('programs of one account share a turn, and take nothing of the turn of another account', () => {
  const all = places();
  const first = all.enter(of('a'));
  const second = all.enter(of('a'));
  expect([first.usedMs, second.usedMs, all.enter(of('b')).usedMs]).toEqual([0, turnMs / 2, 0]);
  first.leave();
  second.leave();
  expect(all.enter(of('a')).usedMs).toBe(0);
});

it('gives the place of a regrade that has had its turn to a grading, and not the other way round', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const begin = (waits: Waiter, next: Waiter): boolean => {
    const queue = new FairQueue<Job>({ waiting: 9, perAccount: 9, perAttempt: 9 });
    const all = new Places<Job>(1, 1, queue, () => undefined);
    queue.enter({ owner: { account: 'a', attempt: '1', waits } });
    const first = queue.take(() => true);
    if (first === undefined) throw new Error('nothing waits');
    const { signal } = all.enter(first);
    vi.advanceTimersByTime(turnMs);
    queue.enter({ owner: { account: 'b', attempt: '2', waits: next } });
    all.makeWay();
    return signal.aborted;
  };
  expect([begin('regrade', 'grading'), begin('grading', 'regrade'), begin('regrade', 'regrade')]).toEqual([true, false, false]);
});
