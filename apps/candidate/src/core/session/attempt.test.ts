import { describe, expect, it } from 'vitest';
import type { AnswerRecord } from '../answers/answer-store.ts';
import { overallSaveState, recordsOf, viewsOf } from '../answers/answers.ts';
import type { Request, Response } from '../server/protocol.ts';
import type { Env } from '../step.ts';
import { attemptOfStatus } from '../testing/arrange-attempt.ts';
import { attemptWakeAt, reduceAttempt } from './attempt.ts';
import { type AttemptEvent, type AttemptState, type Effect, startAttempt } from './attempt-state.ts';

const start = Date.parse('2026-05-04T09:00:00.000Z');

const envAt = (now: number, change: Partial<Env> = {}): Env => ({
  now,
  wallClock: start + now,
  random: 0.5,
  newId: `id-${now}`,
  online: true,
  focused: true,
  ...change,
});

type Happening = readonly [now: number, event: AttemptEvent, change?: Partial<Env>];

/** given a state, when these events happen at these times, then the state and all effects */
const given = (state: AttemptState) => ({
  when: (...happenings: Happening[]) =>
    happenings.reduce<{ state: AttemptState; effects: readonly Effect[] }>(
      (before, [now, event, change]) => {
        const after = reduceAttempt(before.state, event, envAt(now, change));
        return { state: after.state, effects: [...before.effects, ...after.effects] };
      },
      { state, effects: [] },
    ),
});

const tick: AttemptEvent = { type: 'tick' };
const edit = (answer: string): AttemptEvent => ({ type: 'answer-edited', questionId: 1, answer });
const record = (change: Partial<AnswerRecord>): AnswerRecord => ({
  questionId: 1,
  answer: 'typed',
  revision: 1,
  sentRevision: 0,
  flagged: false,
  ...change,
});
const savedAt = '2026-05-04T09:00:30.000Z';
const deviceRead = (records: readonly AnswerRecord[] = []): AttemptEvent => ({
  type: 'device-read',
  attempt: attemptOfStatus('In progress'),
  records,
  away: null,
  cameraConsent: false,
  place: null,
  typing: null,
  late: null,
});
const saved = (
  request: Request<'saveAnswer'>,
  outcome: Response<'saveAnswer'>['outcome'] = { type: 'ok', value: { ...request, accepted: true, savedAt } },
  run = 1,
): AttemptEvent => ({
  type: 'response',
  run,
  response: { call: 'saveAnswer', request, outcome, span: { start: 0, end: 0, steady: true } },
});
const requests = (effects: readonly Effect[]): readonly Request[] =>
  effects.flatMap((effect) => (effect.type === 'request' ? [effect.request] : []));
const ofAnswers = (effects: readonly Effect[]) =>
  effects.filter((effect) => effect.type === 'put-record' || (effect.type === 'request' && effect.request.call === 'saveAnswer'));
const viewOf = (state: AttemptState) => viewsOf(state.answers, state.online).get(1);

const running = given(startAttempt(envAt(0))).when([0, deviceRead()]).state;
const trying = { answer: 'typed', revision: 1 };
const typed = { call: 'saveAnswer', questionId: 1, answer: 'typed', revision: 1, base: 0 } as const;

describe('a typed answer', () => {
  it('goes to the device at once, to the server after the debounce, and is saved by the response', () => {
    const edited = given(running).when([100, edit('typed')]);
    expect(edited.effects).toContainEqual({ type: 'put-record', record: record({}) });
    expect(viewOf(edited.state)).toEqual({ answer: 'typed', flagged: false, save: 'saving' });

    const early = given(edited.state).when([699, tick]);
    expect(ofAnswers(early.effects)).toEqual([]);
    expect(attemptWakeAt(early.state)).toBe(700);
    const sent = given(early.state).when([700, tick]);
    expect(ofAnswers(sent.effects)).toEqual([
      { type: 'put-record', record: record({ trying }) },
      { type: 'request', request: typed },
    ]);

    const done = given(sent.state).when([720, saved(typed)]);
    expect(ofAnswers(done.effects)).toEqual([{ type: 'put-record', record: record({ sentRevision: 1 }) }]);
    expect(viewOf(done.state)?.save).toBe('saved');
  });

  it('that finds no server is offline, and sent again after the pause', () => {
    const failed = given(running).when([0, edit('typed')], [600, tick], [610, saved(typed, { type: 'unreachable', retryAfterMs: 5_000 })]);
    expect(viewOf(failed.state)?.save).toBe('offline');
    const early = given(failed.state).when([5_609, tick]);
    expect(ofAnswers(early.effects)).toEqual([]);
    expect(ofAnswers(given(early.state).when([5_610, tick]).effects)).toEqual([{ type: 'request', request: typed }]);
  });

  it('is neither stored nor sent without a running test', () => {
    const { effects, state } = given(startAttempt(envAt(0))).when([0, edit('typed')], [10_000, tick]);
    expect([effects, recordsOf(state.answers)]).toEqual([[], []]);
  });
});

describe('a refusal', () => {
  it.each([
    ['take.cancelled', { screen: 'ended', reason: 'cancelled' }, []],
    ['take.completed', { screen: 'running' }, [{ call: 'attempt' }]],
    ['take.superseded', { screen: 'ended', reason: 'superseded' }, []],
    ['take.taken-over', { screen: 'takenOver' }, []],
  ] as const)('%s stops all saving and leaves the answer on the device', (code, screen, follows) => {
    const sent = given(running).when([0, edit('typed')], [600, tick]);
    const refused = given(sent.state).when([610, saved(typed, { type: 'refused', code, message: 'no' })]);
    expect(refused.state.screen).toMatchObject(screen);
    expect(requests(refused.effects)).toEqual(follows);
    expect(overallSaveState(refused.state.answers, true)).toBe('stopped');
    const later = given(refused.state).when([700, edit('more')], [20_000, tick], [60_000, tick]);
    expect(requests(later.effects).filter(({ call }) => call === 'saveAnswer')).toEqual([]);
    expect(recordsOf(later.state.answers)).toEqual([record({ trying })]);
  });

  it('take.deadline-passed submits, and the answers that are left are sent first: the server keeps them', () => {
    const other = { type: 'answer-edited', questionId: 2, answer: 'also' } as const;
    const sent = given(running).when([0, edit('typed')], [600, tick], [605, other]);
    const refused = given(sent.state).when([610, saved(typed, { type: 'refused', code: 'take.deadline-passed', message: 'no' })]);
    expect(refused.state.screen).toMatchObject({ screen: 'submitting', cause: 'deadline' });
    expect(requests(refused.effects)).toMatchObject([{ call: 'saveAnswer', questionId: 2 }]);
    expect(recordsOf(refused.state.answers)).toMatchObject([{ sentRevision: 0, delivered: 1 }, { sentRevision: 0 }]);
  });
});

describe('what the device stores', () => {
  it('is sent where the server lacks it, and gives way to nothing older', () => {
    const attempt = attemptOfStatus('In progress', { answers: [{ questionId: 2, answer: 'b', revision: 4, savedAt }] });
    const unsent = record({ answer: 'unsent', revision: 3, sentRevision: 1, flagged: true });
    const read = { ...deviceRead([unsent]), attempt };
    const entered = given(startAttempt(envAt(0))).when([0, read]);
    expect(requests(ofAnswers(entered.effects))).toEqual([{ call: 'saveAnswer', questionId: 1, answer: 'unsent', revision: 3, base: 0 }]);
    const older = record({ questionId: 2, answer: 'older', revision: 3, sentRevision: 3 });
    const { state } = given(entered.state).when([
      10,
      { type: 'tab-message', message: { type: 'yielded', sessionId: 'other', records: [older] } },
    ]);
    expect(viewsOf(state.answers, true).get(2)?.answer).toBe('b');
    expect(viewOf(state)).toEqual({ answer: 'unsent', flagged: true, save: 'saving' });
  });
});

describe('no response', () => {
  it.each([
    [
      { screen: 'before', starting: false, problem: 'unreachable' },
      { type: 'start-pressed', camera: false },
      { starting: true, problem: null },
    ],
    [{ screen: 'takenOver', busy: false, problem: 'unreachable' }, { type: 'takeover-pressed' }, { busy: true, problem: null }],
  ] as const)('%o is forgotten when it is tried again, which is requested once', (screen, pressed, shown) => {
    const attempt = attemptOfStatus('In progress');
    const { state, effects } = given({ ...startAttempt(envAt(0)), screen: { ...screen, attempt } }).when([0, pressed], [10, pressed]);
    expect(state.screen).toMatchObject(shown);
    expect(requests(effects)).toEqual([{ call: 'start' }]);
  });
});

it('a response to a request of an earlier run changes nothing', () => {
  const sent = given(running).when([0, edit('typed')], [600, tick], [700, deviceRead()], [800, edit('again')], [1_400, tick]);
  const refused = saved(typed, { type: 'refused', code: 'take.taken-over', message: 'no' });
  expect(given(sent.state).when([1_410, refused]).state.screen.screen).toBe('running');
  const ofThisRun = saved(typed, { type: 'refused', code: 'take.taken-over', message: 'no' }, 2);
  expect(given(sent.state).when([1_410, ofThisRun]).state.screen.screen).toBe('takenOver');
});

it('a step leaves the state it began with as it was', () => {
  const freeze = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
    Object.freeze(value);
    if (value instanceof Map) for (const entry of value.values()) freeze(entry);
    for (const part of Object.values(value)) freeze(part);
  };
  freeze(running);
  const before = structuredClone(running);
  const { state } = given(running).when([0, edit('typed')], [600, tick], [610, saved(typed)], [700, { type: 'submit-pressed' }]);
  expect(state.screen.screen).toBe('submitting');
  expect(running).toEqual(before);
});

it('a state has no time in the past to wake at, so that the runtime never spins', () => {
  const away = { online: false, focused: false };
  const events: AttemptEvent[] = [edit('typed'), { type: 'window', event: 'blur' }, { type: 'submit-pressed' }, tick, tick];
  let state = running;
  for (const [index, event] of events.entries()) {
    const now = 5_000 * index;
    state = given(state).when([now, event, away], [now, tick, away]).state;
    expect(attemptWakeAt(state)).toBeGreaterThan(now);
  }
});
