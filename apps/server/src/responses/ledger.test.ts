import { describe, expect, it } from 'vitest';
import { stallTimes } from './bounds.ts';
import { createLedger } from './ledger.ts';
import type { Full } from './under-way.ts';

const setUp = () => {
  const ledger = createLedger({ bounds: { ofProcess: 100, mayWait: 1 }, times: stallTimes });
  const closed: string[] = [];
  const response = (key: string, bytes = 30, taken: () => number | undefined = () => 0, held = bytes) => ({
    owners: [{ key, most: 40 }],
    bytes,
    held,
    taken,
    close: () => closed.push(key),
  });
  /** A look each second. */
  const look = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) ledger.closeStalled();
  };
  return { ledger, closed, response, look };
};

describe('the ledger of responses', () => {
  it('lets one response of an owner through, however large it is', () => {
    const { ledger, response } = setUp();
    expect(ledger.enter(response('ana', 90))).toBeTypeOf('function');
    expect(ledger.enter(response('ana', 1))).toBe('own');
    expect(ledger.enter(response('ben', 90))).toBe('process');
  });

  it('counts nothing twice: a release that is called again does nothing', () => {
    const { ledger, response } = setUp();
    const release = ledger.hold(response('ana'));
    ledger.hold(response('ben'));
    release();
    release();
    expect(ledger.size()).toEqual({ responses: 1, bytes: 30 });
  });

  it('gives turns in order, takes those back that are given up, and refuses when too many wait', () => {
    const { ledger, response } = setUp();
    const begun: unknown[] = [];
    const begin = (name: string) => (release: (() => void) | Full) => begun.push([name, typeof release === 'string' ? release : 'begins']);
    const release = ledger.hold(response('ana'));
    const giveUp = ledger.enterInTurn(response('ana'), begin('first'));
    ledger.enterInTurn(response('ana'), begin('second'));
    giveUp();
    ledger.enterInTurn(response('ana'), begin('third'));
    expect(begun).toEqual([['second', 'own']]);
    release();
    expect(begun).toEqual([
      ['second', 'own'],
      ['third', 'begins'],
    ]);
  });

  it('closes what takes nothing for 30 s, and not what takes a byte of 5 KB/s, a slice each 13 s', () => {
    const { ledger, closed, response, look } = setUp();
    let taken = 0;
    ledger.hold(response('stalled'));
    ledger.hold(response('slow', 30, () => taken));
    ledger.hold(response('silent', 30, () => undefined));
    for (let slices = 0; slices < 10; slices += 1) {
      look(13);
      taken += 65_536;
      if (slices === 1) expect(closed).toEqual([]);
    }
    expect(new Set(closed)).toEqual(new Set(['stalled']));
  });

  it('closes it after 15 s where others are refused because of it, and leaves those of other owners', () => {
    const { ledger, closed, response, look } = setUp();
    ledger.hold(response('ana'));
    ledger.hold(response('ben'));
    look(14);
    expect(ledger.enter(response('ana'))).toBe('own');
    look(1);
    expect(closed).toEqual([]);
    expect(ledger.enter(response('ana'))).toBe('own');
    look(1);
    expect(closed).toEqual(['ana']);
  });

  it('closes one of who holds more and has taken nothing for 5 s where the process is full, the longest stalled first', () => {
    const { ledger, closed, response, look } = setUp();
    let taken = 0;
    const own = { owners: [{ key: 'many', most: 90 }], bytes: 30, held: 30 };
    const read = (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        taken += 1;
        look(1);
      }
    };
    ledger.hold({ ...own, taken: () => taken, close: () => closed.push('reads') });
    ledger.hold({ ...own, taken: () => 0, close: () => closed.push('first') });
    read(1);
    ledger.hold({ ...own, taken: () => 0, close: () => closed.push('second') });
    read(4);
    expect(ledger.enter(response('ana'))).toBe('process');
    read(2);
    expect(ledger.enter(response('many'))).toBe('own');
    expect(ledger.enter(response('ana'))).toBeTypeOf('function');
    expect(closed).toEqual(['first']);
    // Now Ana holds as much as each of the others would give.
    expect(ledger.enter(response('ben', 70))).toBe('process');
    expect(closed).toEqual(['first']);
    expect(ledger.closeStalled()).toBe(1);
  });

  it('lets those wait longest whose connections were stalled lately', () => {
    const ledger = createLedger({ bounds: { ofProcess: 100, mayWait: 9 }, times: stallTimes });
    const one = (key: string) => ({
      owners: [
        { key, most: 40 },
        { key: 'all', most: 40 },
      ],
      ...{ bytes: 30, held: 30, taken: () => 0, close: () => undefined },
    });
    const begun: string[] = [];
    ledger.hold(one('stalls'));
    for (let second = 0; second < 31; second += 1) ledger.closeStalled();
    const release = ledger.hold(one('reads'));
    for (const key of ['stalls', 'waits']) ledger.enterInTurn(one(key), () => begun.push(key));
    release();
    expect(begun).toEqual(['waits']);
  });

  it('counts what all share for its address alone', () => {
    const { ledger, response } = setUp();
    for (const key of ['a', 'b', 'c', 'd']) expect(ledger.enter(response(key, 40, () => 0, 0))).toBeTypeOf('function');
    expect(ledger.enter(response('a', 40, () => 0, 0))).toBe('own');
    expect(ledger.size()).toEqual({ responses: 4, bytes: 0 });
  });
});
