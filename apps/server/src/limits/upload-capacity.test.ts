import { describe, expect, it } from 'vitest';
import { createUploadCapacity, type Level, type Place, type Shares } from './upload-capacity.ts';

const shares: Shares = {
  attempt: { uploads: 2, bytes: 2_000_000 },
  address: { uploads: 4, bytes: 3_000_000 },
  account: { uploads: 6, bytes: 4_000_000 },
  process: { uploads: 8, bytes: 5_000_000 },
};

const openCapacity = () => {
  const clock = { now: 5_000 };
  const { enter, counts } = createUploadCapacity(shares, () => clock.now);
  const ended: string[] = [];
  const place = (attempt: string, address = attempt, account = address): Place | Level =>
    enter({ attempt, address, account }, () => ended.push(attempt));
  const inside = (...who: [string, string?, string?]): Place => {
    const found = place(...who);
    if (typeof found === 'string') throw new Error(`refused at ${found}`);
    return found;
  };
  const come = (one: Place, perSecond: number, seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      clock.now += 1000;
      one.take(perSecond);
    }
  };
  return { clock, counts, ended, place, inside, come };
};

describe('the capacity for uploads', () => {
  it.each<[level: Level, who: (index: number) => [string, string, string], most: number]>([
    ['attempt', () => ['a', 'x', '1'], 2],
    ['address', (index) => [`${index}`, 'x', `${index}`], 4],
    ['account', (index) => [`${index}`, `${index}`, '1'], 6],
    ['process', (index) => [`${index}`, `${index}`, `${index}`], 8],
  ])('has a share of places for each %s, which is taken from nobody else', (level, who, most) => {
    const { place, inside } = openCapacity();
    const first = inside(...who(0));
    for (let index = 1; index < most; index += 1) inside(...who(index));
    expect(place(...who(most))).toBe(level);
    if (level !== 'process') inside('other', 'y', '2');
    first.leave();
    first.leave();
    inside(...who(most));
    expect(place(...who(most + 1))).toBe(level);
  });

  it('counts bytes as they come, for each level, and gives them back', () => {
    const { counts, inside } = openCapacity();
    const [one, two, three] = [inside('a', 'x', '1'), inside('a', 'x', '1'), inside('b', 'x', '1')];
    expect([one.take(1_000_000), two.take(1_000_001), two.take(1_000_000)]).toEqual([undefined, 'attempt', undefined]);
    expect([three.take(1_000_001), three.take(1_000_000)]).toEqual(['address', undefined]);
    expect(counts.bytes).toBe(3_000_000);
    one.leave();
    expect(three.take(1_000_000)).toBeUndefined();
    two.leave();
    three.leave();
    expect(counts).toEqual({ uploads: 0, bytes: 0, gaveWay: 0 });
  });

  it('ends nobody while there is capacity, however slow', () => {
    const { ended, come, inside } = openCapacity();
    const one = inside('a', 'x', '1');
    come(one, 1, 1000);
    inside('b', 'x', '1');
    expect(ended).toEqual([]);
  });

  it('lets the slowest below 8 KB/s give way to the one that comes, and nobody who is faster, younger or complete', () => {
    const { clock, counts, ended, place, inside } = openCapacity();
    const [slow, slower, fast] = [inside('slow', 'x'), inside('slower', 'x'), inside('fast', 'x')];
    const complete = inside('complete', 'x');
    complete.complete();
    for (let second = 0; second < 19; second += 1) {
      clock.now += 1000;
      slow.take(8 * 1024 - 1);
      slower.take(10);
      fast.take(8 * 1024 + 500);
    }
    expect([place('new', 'x'), ended]).toEqual(['address', []]);
    clock.now += 1000;
    inside('new', 'x');
    inside('newer', 'x');
    expect(ended).toEqual(['slower', 'slow']);
    expect(place('newest', 'x')).toBe('address');
    expect(counts).toMatchObject({ uploads: 4, gaveWay: 2 });
  });

  it('judges by the last 20 s: what came fast before and has stopped gives way', () => {
    const { clock, ended, come, inside } = openCapacity();
    const stopped = inside('stopped', 'x');
    come(stopped, 100_000, 10);
    for (const name of ['a', 'b', 'c']) come(inside(name, 'x'), 10_000, 20);
    clock.now += 1;
    inside('new', 'x');
    expect(ended[0]).toBe('stopped');
  });

  it('ends nobody for one that is refused at another level', () => {
    const { ended, place, inside } = openCapacity();
    inside('a', 'x', '2');
    inside('a', 'x', '2');
    for (const name of ['b', 'c', 'd', 'e', 'f', 'g']) inside(name, ['b', 'c'].includes(name) ? 'x' : name, '1');
    expect(place('new', 'x', '1')).toBe('account');
    expect(ended).toEqual([]);
  });

  it('lets an attempt, address or account that has more than its part give way, however fast and young', () => {
    const { ended, place, inside, come } = openCapacity();
    const [fast, faster] = [inside('a', 'x', '1'), inside('a', 'x', '1')];
    come(fast, 10_000, 1);
    come(faster, 50_000, 1);
    for (const name of ['b', 'c']) inside(name, 'x', '1');
    inside('new', 'x', '1');
    expect([ended, place('newer', 'x', '1')]).toEqual([['a'], 'address']);
    for (const name of ['d', 'e']) inside(name, 'y', '1');
    inside('of another address', 'z', '1');
    inside('of another account', 'w', '2');
    inside('of it too', 'v', '2');
    inside('of a third', 'u', '3');
    expect(ended).toHaveLength(3);
  });

  it('ends no slow one for who holds as much as it: an attacker with many does not end the only one of a bad line', () => {
    const { ended, place, inside, come, clock } = openCapacity();
    const honest = inside('honest', 'home', '1');
    for (const name of ['a', 'b', 'c', 'd']) inside(name, 'x', '1').complete();
    come(honest, 5000, 30);
    inside('e', 'y', '1').complete();
    clock.now += 20_000;
    expect([place('f', 'x', '1'), place('f', 'y', '1'), ended]).toEqual(['address', 'account', []]);
  });

  it('knows an attempt that breaks off and comes again within 20 s: it is not young each time', () => {
    const { ended, inside, clock } = openCapacity();
    for (let turn = 0; turn < 3; turn += 1) {
      const places = ['a', 'b', 'c', 'd'].map((name) => inside(name, 'x', '1'));
      clock.now += 9000;
      if (turn < 2) for (const one of places) one.leave();
    }
    inside('honest', 'x', '1');
    expect(ended).toEqual(['a']);
  });

  it('frees bytes by the address that holds most, and by no attempt of it that is further', () => {
    const { ended, inside } = openCapacity();
    const many = [inside('a', 'x', '1'), inside('b', 'x', '1')];
    for (const one of many) one.take(1_400_000);
    const honest = inside('honest', 'home', '1');
    expect([honest.take(1_000_000), honest.take(500_000), ended]).toEqual([undefined, undefined, ['a']]);
    const beside = inside('beside', 'x', '2');
    expect([beside.take(1_400_000), beside.take(500_000)]).toEqual([undefined, 'address']);
  });

  it('frees bytes by those that hold some', () => {
    const { clock, ended, inside } = openCapacity();
    const [empty, holding, other] = [inside('empty', 'x'), inside('holding', 'x'), inside('other', 'x')];
    holding.take(2_000_000);
    clock.now += 30_000;
    expect(other.take(1_500_000)).toBeUndefined();
    expect(ended).toEqual(['holding']);
    expect([empty, holding].map((one) => one.take(1))).toEqual([undefined, undefined]);
  });
});
