import { quotaDay } from '@assay/domain';
import { quotaUses, type Store } from '@assay/store';
import type { CodeRunner } from './context.ts';

/**
 * A runner that counts the seconds of programs against the quota of their account. Whole seconds are written: a program takes a part of
 * one. What is left of a second, or could not be written, is written with the next program; a process that is killed loses it.
 */
export const meteredRunner = (runner: CodeRunner, store: Store): CodeRunner => {
  const left = new Map<number, number>();
  const add = (accountId: number, seconds: number): number => {
    const sum = (left.get(accountId) ?? 0) + seconds;
    left.set(accountId, sum % 1);
    return Math.floor(sum);
  };
  const charge = async (accountId: number, seconds: number): Promise<void> => {
    // Of another process, which counts by itself: here its owner is no account.
    if (!Number.isInteger(accountId)) return;
    const amount = add(accountId, seconds);
    if (amount === 0) return;
    const write = store.write(async (tx) =>
      quotaUses.charge(tx, { accountId, quota: 'processorSeconds', windowStart: quotaDay(await tx.now()).start, amount }),
    );
    await write.catch(() => left.set(accountId, (left.get(accountId) ?? 0) + amount));
  };
  const run: CodeRunner['run'] = async (program, owner, signal, ran) => {
    // Of a program that is left in the middle there is no outcome: what was done until then is counted all the same.
    let reported = 0;
    const outcome = await runner.run(program, owner, signal, (index, one) => {
      reported += one.seconds;
      ran?.(index, one);
    });
    const seconds = 'runs' in outcome ? outcome.runs.reduce((sum, one) => sum + one.seconds, 0) : reported;
    await charge(Number(owner.account), seconds);
    return outcome;
  };
  return { offers: (which) => runner.offers(which), size: () => runner.size(), run, ahead: (owner) => runner.ahead?.(owner) };
};
