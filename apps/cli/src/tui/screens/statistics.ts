import type { TestStatistics } from '@assay/domain';
import { reliabilityWords, scoreWords } from '../../output/statistics-text.ts';
import { wrap } from '../../output/text.ts';
import type { Scope } from '../core/bindings.ts';
import { linesLeft } from '../core/dialog.ts';
import { type Env, go, type ScreenEvent, type ShownFault, type Step, shown, step, without } from '../core/screen.ts';
import { firstSelected, move, reselect, type Selection } from '../core/selection.ts';
import { call } from '../services/services.ts';

/** How a test and its questions work: figures, the distribution of scores, and a list of the questions. */
export type StatisticsState = {
  readonly screen: 'statistics';
  readonly testId: number;
  readonly statistics: TestStatistics | null;
  readonly selection: Selection;
  readonly fault: ShownFault | null;
};

export const startStatistics = (testId: number): Step<StatisticsState> =>
  step({ screen: 'statistics', testId, statistics: null, selection: firstSelected, fault: null }, call('getStatistics', { testId }));

export const statisticsScopes = (): readonly Scope[] => ['statistics', 'list', 'global'];

export const summaryLines = (statistics: TestStatistics, { columns }: Env): readonly string[] =>
  [scoreWords(statistics), reliabilityWords(statistics)].flatMap((text) => wrap(text, columns - 2));

/** Lines of the columns of the distribution, and whether empty lines stand around it. */
export const plotOf = (state: StatisticsState, env: Env): { readonly height: number; readonly spaced: boolean } => {
  const lines = linesLeft(state, env, 0);
  return { height: lines >= 30 ? 8 : lines >= 18 ? 4 : 1, spaced: lines >= 18 };
};

export const listHeight = (state: StatisticsState, env: Env): number => {
  const { height, spaced } = plotOf(state, env);
  const summary = state.statistics === null ? 0 : summaryLines(state.statistics, env).length;
  // The axis, and the heading of the list.
  return Math.max(2, linesLeft(state, env, summary + height + (spaced ? 4 : 2)));
};

const idsOf = ({ statistics }: StatisticsState): number[] => (statistics?.questions ?? []).map((_, place) => place);

export const reduceStatistics = (state: StatisticsState, event: ScreenEvent, env: Env): Step<StatisticsState> => {
  const { testId } = state;
  switch (event.type) {
    case 'refresh':
      return step(state, call('getStatistics', { testId }));
    case 'succeeded': {
      if (event.op !== 'getStatistics') return step(state);
      const read = { ...state, statistics: event.value, fault: without(state.fault, event.op) };
      return step({ ...read, selection: reselect(state.selection, idsOf(read), listHeight(read, env)) });
    }
    case 'failed':
      return step({ ...state, fault: shown(event) });
    case 'command': {
      const question = state.statistics?.questions[state.selection.index];
      if (event.id === 'open') return question === undefined ? step(state) : step(state, go({ screen: 'question', question }));
      const moved = move(state.selection, event.id, idsOf(state), listHeight(state, env));
      return step(moved === undefined ? state : { ...state, selection: moved });
    }
    case 'typed':
    case 'edit':
    case 'due':
      return step(state);
  }
};
