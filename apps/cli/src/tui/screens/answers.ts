import { type AnsweredQuestion, type AttemptAnswers, picturesInWords } from '@assay/domain';
import { answerFacts, answerLines, questionTitle, signalText } from '../../output/answer-text.ts';
import { oneLine, paragraph, widthOf, wrap } from '../../output/text.ts';
import type { Scope } from '../core/bindings.ts';
import { linesLeft } from '../core/dialog.ts';
import { type Env, type ScreenEvent, type ShownFault, type Step, shown, step, without } from '../core/screen.ts';
import { firstSelected, move, type Selection } from '../core/selection.ts';
import { call } from '../services/services.ts';

/** The answers of an attempt: a list of its questions, and all of the selected one below; `top` is its first line on the screen. */
export type AnswersState = {
  readonly screen: 'answers';
  readonly testInvitationId: number;
  readonly answers: AttemptAnswers | null;
  readonly selection: Selection;
  readonly top: number;
  readonly fault: ShownFault | null;
};

export const startAnswers = (testInvitationId: number): Step<AnswersState> =>
  step(
    { screen: 'answers', testInvitationId, answers: null, selection: firstSelected, top: 0, fault: null },
    call('listAnswers', { testInvitationId }),
  );

export const answersScopes = (): readonly Scope[] => ['answers', 'global'];

const linesOfBoth = (state: AnswersState, env: Env): number => Math.max(4, linesLeft(state, env, 3));

/** A third of the screen lists the questions. */
export const listHeight = (state: AnswersState, env: Env): number =>
  Math.min(state.answers?.questions.length ?? 0, Math.max(2, Math.floor(linesOfBoth(state, env) / 3)));

export const answerHeight = (state: AnswersState, env: Env): number => linesOfBoth(state, env) - listHeight(state, env);

export const selectedOf = ({ answers, selection }: AnswersState): AnsweredQuestion | undefined => answers?.questions[selection.index];

/** A line that fits keeps its spaces: programs have them. */
const wrapped = (text: string, width: number): string[] =>
  paragraph(text)
    .split('\n')
    .flatMap((line) => (widthOf(line) <= width ? [oneLine(line)] : wrap(line, width)));

type Laid = { readonly width: number; readonly lines: readonly string[] };
const laid = new WeakMap<AnsweredQuestion, Laid>();

/** All of a question in lines that fit, with what stands out at it. Kept, as a long text takes a while. */
export const questionLines = (one: AnsweredQuestion, { signals }: Pick<AttemptAnswers, 'signals'>, width: number): readonly string[] => {
  const known = laid.get(one);
  if (known?.width === width) return known.lines;
  const facts = answerFacts(one).flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`]));
  const noticed = signals
    .filter(({ questionIds }) => questionIds.includes(one.questionId))
    .map((signal) => `To look at, no verdict: ${signalText(signal)}`);
  const texts = [questionTitle(one), picturesInWords(one.prompt), '', ...facts, ...noticed, '', ...answerLines(one)];
  const lines = texts.flatMap((text) => wrapped(text, width));
  laid.set(one, { width, lines });
  return lines;
};

export const reduceAnswers = (state: AnswersState, event: ScreenEvent, env: Env): Step<AnswersState> => {
  const { testInvitationId, answers, selection } = state;
  switch (event.type) {
    case 'refresh':
      return step(state, call('listAnswers', { testInvitationId }));
    case 'succeeded':
      return event.op === 'listAnswers' ? step({ ...state, answers: event.value, fault: without(state.fault, event.op) }) : step(state);
    case 'failed':
      return step({ ...state, fault: shown(event) });
    case 'command': {
      const one = selectedOf(state);
      if (answers === null || one === undefined) return step(state);
      const height = answerHeight(state, env);
      const last = Math.max(0, questionLines(one, answers, env.columns).length - height);
      if (event.id === 'page-down') return step({ ...state, top: Math.min(last, state.top + height) });
      if (event.id === 'page-up') return step({ ...state, top: Math.max(0, state.top - height) });
      const ids = answers.questions.map(({ questionId }) => questionId);
      const moved = move(selection, event.id, ids, listHeight(state, env));
      return step(moved === undefined ? state : { ...state, selection: moved, top: 0 });
    }
    case 'typed':
    case 'edit':
    case 'due':
      return step(state);
  }
};
