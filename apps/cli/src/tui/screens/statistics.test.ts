import { describe, expect, it } from 'vitest';
import { someStatistics } from '../../testing/statistics.ts';
import { go } from '../core/screen.ts';
import { call, failed, opened, press, succeeded } from '../testing/given.ts';
import { env } from '../testing/samples.ts';
import { linesHeight, linesOf, questionScreen } from './question.tsx';
import { listHeight, plotLines, statisticsScreen } from './statistics.tsx';

const id = { testId: 7 };
const one = opened(statisticsScreen, { testId: 7 });
const many = someStatistics(Array.from({ length: 60 }, () => ({})));
const read = succeeded('readStatistics', id, many);
const small = { ...env, rows: 15, columns: 60 };

describe('the statistics of a test', () => {
  it('are read at once, and again', () => {
    expect(one.effects).toEqual([call('readStatistics', id)]);
    expect(one.when({ type: 'refresh' }).effects).toEqual([call('readStatistics', id)]);
  });

  it('enter opens the selected question', () => {
    const { effects } = one.when(read, press('down'), press('down'), press('open'));
    expect(effects).toEqual([go(questionScreen, { question: many.questions[2] ?? expect.fail() })]);
    expect(one.when(press('open')).effects).toEqual([]);
  });

  it('list questions in the smallest terminal too', () => {
    const { state } = one.when(read, press('last'));
    expect(state.selection).toMatchObject({ index: 59 });
    expect([listHeight(state, env), listHeight(state, small)]).toEqual([9, 4]);
  });

  it('a refusal is shown, and gone after the next response', () => {
    const refused = one.when(failed('readStatistics', id));
    expect(refused.state.fault).not.toBeNull();
    expect(refused.when(read).state.fault).toBeNull();
  });

  it('are drawn with a column for each tenth, in which a single candidate shows', () => {
    const distribution = [1, 100, 0, 50, 0, 0, 0, 0, 0, 0].map((candidates, index) => ({
      from: index * 10,
      to: index * 10 + 10,
      candidates,
    }));
    expect(plotLines({ distribution }, 2).map((line) => line.trimEnd())).toEqual(['     ████', '▁▁▁▁ ████      ████']);
  });
});

describe('the statistics of a question', () => {
  const advice = 'Check the key first, and then what else the best candidates chose. '.repeat(20);
  const question = someStatistics([{ flags: [{ flag: 'check-key', advice }] }]).questions[0] ?? expect.fail();
  const whole = opened(questionScreen, { question });

  it('scroll to the last line and no further', () => {
    const last = whole.when(...Array.from({ length: 90 }, () => press('down')));
    expect(last.state.top).toBe(linesOf(last.state, env).length - linesHeight(env));
    expect(last.when(...Array.from({ length: 90 }, () => press('up'))).state.top).toBe(0);
  });

  it('of a void one say so', () => {
    const { state } = opened(questionScreen, { question: { ...question, void: 'not-counted', flags: [] } });
    expect(linesOf(state, env)).toContain('Void: it counts for nobody.');
  });
});
