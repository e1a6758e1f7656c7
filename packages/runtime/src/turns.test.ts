import { describe, expect, it } from 'vitest';
import { Turns } from './turns.ts';

describe('turns of accounts', () => {
  it('go round: many tasks of two accounts do not keep a third waiting', async () => {
    const turns = new Turns();
    const done: string[] = [];
    const one = (account: number, name: string) => turns.run(account, async () => void done.push(name));
    const all = [one(1, 'a1'), one(1, 'a2'), one(1, 'a3'), one(2, 'b1'), one(2, 'b2'), one(3, 'c1')];
    expect(turns.waitingOf(1)).toBe(2);
    await Promise.all(all);
    expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
    expect(turns.waitingOf(1)).toBe(0);
  });

  it('run one task at a time, and go on after one that fails', async () => {
    const turns = new Turns();
    let running = 0;
    const alone = async () => {
      running += 1;
      await Promise.resolve();
      expect(running).toBe(1);
      running -= 1;
    };
    const failed = turns.run(1, async () => {
      await alone();
      throw new Error('a task that fails');
    });
    await Promise.all([expect(failed).rejects.toThrow('a task that fails'), turns.run(1, alone), turns.run(2, alone)]);
  });
});
