import { describe, expect, it } from 'vitest';
import { currentOwner, FairQueue, type Owner } from './fair-queue.ts';

describe('what waits for the event loop', () => {
  const make = () => {
    let now = 0;
    const queue = new FairQueue<string>(() => now);
    const all = (): string[] => {
      const taken: string[] = [];
      for (let job = queue.take(); job !== undefined; job = queue.take()) taken.push(job);
      return taken;
    };
    const pass = (milliseconds: number) => {
      now += milliseconds;
    };
    const push = (owner: Owner, ...jobs: string[]) => {
      for (const job of jobs) queue.push(owner, job);
    };
    return { queue, all, pass, push };
  };

  it('comes one of each in turn from owners who took little, and keeps the order of each', () => {
    const { all, push } = make();
    push(['b'], 'b1', 'b2');
    push(['a'], 'a1');
    expect(all()).toEqual(['b1', 'a1', 'b2']);
  });

  it('comes later for who took more than a tenth of the time, until that is some time ago', () => {
    const { queue, all, pass, push } = make();
    queue.spend(['busy'], 20);
    push(['busy'], 'of the busy');
    push(['modest'], 'of the modest');
    expect(all()).toEqual(['of the modest', 'of the busy']);
    pass(160);
    push(['busy'], 'of the busy');
    push(['modest'], 'of the modest');
    expect(all()).toEqual(['of the busy', 'of the modest']);
  });

  it('gives those who want more than that as much as each other', () => {
    const { queue, push } = make();
    const cost = { cheap: 1, dear: 4 } as const;
    const took = { cheap: 0, dear: 0 };
    for (const owner of ['cheap', 'dear'] as const) push([owner], ...Array.from({ length: 50 }, () => owner));
    for (let count = 0; count < 25; count += 1) {
      const owner = queue.take() as keyof typeof cost;
      queue.spend([owner], cost[owner]);
      took[owner] += cost[owner];
    }
    expect(Math.abs(took.cheap - took.dear)).toBeLessThanOrEqual(5);
  });

  it('is as fair among those of one group, who have no more than another group', () => {
    const { queue, all, push } = make();
    queue.spend(['account 1', 'attempt 1'], 20);
    push(['account 1', 'attempt 1'], 'of attempt 1');
    push(['account 1', 'attempt 2'], 'of attempt 2');
    push(['account 2', 'attempt 3'], 'of attempt 3');
    expect(all()).toEqual(['of attempt 3', 'of attempt 2', 'of attempt 1']);
  });

  it('owes no more than half a second of rest makes up for', () => {
    const { queue, all, pass, push } = make();
    queue.spend(['busy'], 60_000);
    pass(501);
    push(['busy'], 'of the busy');
    push(['modest'], 'of the modest');
    expect(all()).toEqual(['of the busy', 'of the modest']);
  });

  it('counts no owner twice that is forgotten and comes again', () => {
    const { queue, all, push } = make();
    for (let count = 0; count < 1000; count += 1) {
      push([`owner ${count}`], `job ${count}`);
      if (count % 2 === 0) queue.take();
    }
    expect(queue.size).toBe(500);
    expect(all()).toHaveLength(500);
    expect(queue.size).toBe(0);
  });

  it('has no shorter turns beside what the service does by itself', () => {
    const { queue, push } = make();
    queue.spend(['busy'], 60);
    push(['busy'], 'of the busy');
    const alone = queue.turn;
    push(currentOwner(), 'of the service');
    expect(queue.turn).toBe(alone);
  });

  it('has shorter turns while somebody comes now and then beside those who owe', () => {
    const { queue, pass, push } = make();
    queue.spend(['busy'], 60);
    push(['busy'], 'of the busy');
    const alone = queue.turn;
    push(['modest'], 'of the modest');
    queue.take();
    expect(queue.turn).toBeLessThan(alone);
    pass(150);
    expect(queue.turn).toBe(alone);
  });

  it('says who owes, by themselves or with their group', () => {
    const { queue, pass } = make();
    queue.spend(['account', 'attempt 1'], 20);
    expect([queue.owes(['account', 'attempt 1']), queue.owes(['account', 'attempt 2']), queue.owes(['other'])]).toEqual([
      true,
      true,
      false,
    ]);
    pass(160);
    expect(queue.owes(['account', 'attempt 1'])).toBe(false);
  });
});
