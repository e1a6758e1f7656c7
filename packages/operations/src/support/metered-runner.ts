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
    const amount = add(accountId, seconds);
    if (amount === 0) return;
    const write = store.write(async (tx) =>
      quotaUses.charge(tx, { accountId, quota: 'processorSeconds', windowStart: quotaDay(await tx.now()).start, amount }),
    );
    await write.catch(() => left.set(accountId, (left.get(accountId) ?? 0) + amount));
  };
  const run: CodeRunner['run'] = async (program, owner, signal) => {
    const outcome = await runner.run(program, owner, signal);
    if ('runs' in outcome)
      await charge(
        Number(owner.account),
        outcome.runs.reduce((sum, { seconds }) => sum + seconds, 0),
      );
    return outcome;
  };
  return { offers: (which) => runner.offers(which), size: () => runner.size(), run };
};
