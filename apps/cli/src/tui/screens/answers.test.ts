import type { Signal } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { someAnswers } from '../../testing/answers.ts';
import { call, failed, opened, press, succeeded } from '../testing/given.ts';
import { env } from '../testing/samples.ts';
import { answerHeight, answersScreen, listHeight, questionLines, selectedOf } from './answers.tsx';

const id = { testInvitationId: 501 };
const one = opened(answersScreen, { testInvitationId: 501 });
const long = Array.from({ length: 100 }, (_, line) => `Line ${line}`).join('\n');
const two = someAnswers([{ prompt: long }, {}]);
const read = succeeded('readAnswers', id, two);

describe('the answers of an attempt', () => {
  it('are read at once, and again', () => {
    expect(one.effects).toEqual([call('readAnswers', id)]);
    expect(one.when({ type: 'refresh' }).effects).toEqual([call('readAnswers', id)]);
  });

  it('are shown one at a time, from the first line of each', () => {
    const next = one.when(read, press('page-down'), press('down'));
    expect(next.state).toMatchObject({ selection: { index: 1 }, top: 0 });
    expect(selectedOf(next.when(press('down')).state)?.questionId).toBe(2);
    expect(selectedOf(next.when(press('up'), press('up')).state)?.questionId).toBe(1);
  });

  it('a long one scrolls to its last line and no further', () => {
    const { state } = one.when(read, ...Array.from({ length: 50 }, () => press('page-down')));
    const lines = questionLines(two.questions[0] ?? expect.fail(), two, env.columns).length;
    expect(lines).toBeGreaterThan(100);
    expect(state.top).toBe(lines - answerHeight(state, env));
    expect(listHeight(state, env)).toBe(2);
  });

  it('have what stands out at each question that it is about, with whom', () => {
    const figures = { sameWrong: 5 };
    const other = { testInvitationId: 34, attempt: 1 };
    const signal: Signal = { kind: 'same-wrong-answers', text: '5 of 5 are the same', figures, questionIds: [2], other };
    const { questions, ...answers } = someAnswers([{}, {}]);
    const [first, second] = questions.map((question) => questionLines(question, { ...answers, signals: [signal] }, 100).join('\n'));
    expect(first).not.toContain('To look at');
    expect(second).toContain('To look at, no verdict: With invitation 34: 5 of 5 are the same');
  });

  it('a refusal is shown, and gone after the next response', () => {
    const refused = one.when(failed('readAnswers', id));
    expect(refused.state.fault).not.toBeNull();
    expect(refused.when(read).state.fault).toBeNull();
  });
});
