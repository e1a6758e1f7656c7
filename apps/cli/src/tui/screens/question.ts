import type { QuestionStatistics } from '@assay/domain';
import { questionFacts, questionLines, questionTitle } from '../../output/statistics-text.ts';
import { oneLine, widthOf, wrap } from '../../output/text.ts';
import type { Scope } from '../core/bindings.ts';
import { bodyHeight, type Env, type ScreenEvent, type Step, step } from '../core/screen.ts';

/** How a question works: who chose what, and what to do about it; `top` is the first line on the screen. */
export type QuestionState = { readonly screen: 'question'; readonly question: QuestionStatistics; readonly top: number };

export const startQuestion = (question: QuestionStatistics): Step<QuestionState> => step({ screen: 'question', question, top: 0 });

export const questionScopes = (): readonly Scope[] => ['question', 'global'];

/** A line that fits keeps its spaces: bars stand under each other. */
const fitted = (text: string, width: number): string[] => (widthOf(text) <= width ? [oneLine(text)] : wrap(text, width));

export const linesOf = ({ question }: QuestionState, { columns }: Env): readonly string[] =>
  [questionTitle(question), '', ...questionFacts(question), '', ...questionLines(question)].flatMap((text) =>
    text === '' ? [''] : fitted(text, columns - 2),
  );

/** The last line says which lines are shown. */
export const linesHeight = (env: Env): number => bodyHeight(env) - 1;

export const reduceQuestion = (state: QuestionState, event: ScreenEvent, env: Env): Step<QuestionState> => {
  if (event.type !== 'command') return step(state);
  const height = linesHeight(env);
  const by = { up: -1, down: 1, 'page-up': -height, 'page-down': height }[event.id as string];
  if (by === undefined) return step(state);
  const last = Math.max(0, linesOf(state, env).length - height);
  return step({ ...state, top: Math.max(0, Math.min(last, state.top + by)) });
};
