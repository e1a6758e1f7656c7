import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { faultOf } from '../services/fault.ts';
import { fakeServices } from '../testing/fake-services.ts';
import * as sample from '../testing/samples.ts';
import { createRunner, type Runner } from './runner.ts';

const never = () => new Promise<never>(() => {});
const frame = 33;

describe('what is drawn', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const open = () => {
    const { services } = fakeServices({ readTests: never });
    const runner = createRunner({ services, host: { copy: () => {}, quit: () => {}, redraw: () => {} }, env: sample.env, faultOf });
    let drawn = 0;
    runner.subscribe(() => {
      drawn += 1;
    });
    return { runner, drawn: () => drawn };
  };
  const respond = (runner: Runner, testId: number): void => {
    const [screen] = runner.get().stack;
    const value = { tests: [sample.test({ testId })], nextCursor: null };
    const event = { type: 'succeeded', op: 'readTests', input: { search: '', cursor: null }, value } as const;
    runner.dispatch({ type: 'screen', key: screen?.key ?? Number.NaN, event });
  };

  it('responses within one frame are drawn together, including the last one', () => {
    const { runner, drawn } = open();
    for (let testId = 1; testId <= 100; testId += 1) respond(runner, testId);
    expect(drawn()).toBe(1);
    vi.advanceTimersByTime(frame);
    expect(drawn()).toBe(2);
    vi.advanceTimersByTime(10 * frame);
    expect(drawn()).toBe(2);
  });

  it('a key press is drawn at once, whatever was drawn before it', () => {
    const { runner, drawn } = open();
    respond(runner, 1);
    respond(runner, 2);
    runner.dispatch({ type: 'press', key: '?', input: '?' });
    expect(drawn()).toBe(2);
    vi.advanceTimersByTime(10 * frame);
    expect(drawn()).toBe(2);
  });
});
