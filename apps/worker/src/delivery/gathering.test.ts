import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Gathering } from './gathering.ts';

describe('those that gather', () => {
  const went: string[] = [];
  const onEnd = () => went.push('end');
  const join = (gathering: Gathering, name: string) => gathering.join().then(() => went.push(name));
  beforeEach(() => {
    went.length = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => void vi.useRealTimers());

  it('go on together when the time of the first is over', async () => {
    const gathering = new Gathering(5, onEnd);
    const all = [join(gathering, 'first')];
    vi.advanceTimersByTime(4);
    all.push(join(gathering, 'second'));
    await turn();
    expect(went).toEqual([]);
    vi.advanceTimersByTime(1);
    await Promise.all(all);
    expect(went).toEqual(['end', 'first', 'second']);
  });

  it('go on at once when it is ended, and the next ones have their own time', async () => {
    const gathering = new Gathering(5, onEnd);
    const first = join(gathering, 'first');
    vi.advanceTimersByTime(4);
    gathering.end();
    await first;
    const second = join(gathering, 'second');
    vi.advanceTimersByTime(4);
    await turn();
    expect(went).toEqual(['end', 'first']);
    vi.advanceTimersByTime(1);
    await second;
    expect(went).toEqual(['end', 'first', 'end', 'second']);
  });
});
