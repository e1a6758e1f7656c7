import { type ComparedCandidate, type Comparison, comparedSections, rankCandidates } from '@assay/domain';
import { comparisonRows } from '../../output/comparison-text.ts';
import type { Scope } from '../core/bindings.ts';
import { type Dialog, dialogScopes, linesLeft, saveDialog } from '../core/dialog.ts';
import { type Env, notify, type ScreenEvent, type ShownFault, type Step, shown, step, without } from '../core/screen.ts';
import { cycle, targetOf } from '../core/selection.ts';
import { call } from '../services/services.ts';
import { reducePdf } from './pdf.ts';

/** Candidates side by side. `by`: the section that ranks, or null; `top` and `left`: the first line and the first candidate on the screen. */
export type ComparisonState = {
  readonly screen: 'comparison';
  readonly testId: number;
  readonly invitations: readonly number[];
  readonly comparison: Comparison | null;
  readonly by: string | null;
  readonly top: number;
  readonly left: number;
  /** The PDF is on its way. */
  readonly busy: boolean;
  readonly dialog: Dialog | null;
  readonly fault: ShownFault | null;
};

export const startComparison = (testId: number, invitations: readonly number[]): Step<ComparisonState> =>
  step(
    { screen: 'comparison', testId, invitations, comparison: null, by: null, top: 0, left: 0, busy: false, dialog: null, fault: null },
    call('compareCandidates', { testId, invitations }),
  );

export const comparisonScopes = ({ dialog }: ComparisonState): readonly Scope[] =>
  dialog === null ? ['comparison', 'global'] : dialogScopes(dialog);

export const labelWidth = ({ columns }: Env): number => (columns < 80 ? 16 : 24);
const candidateWidth = 13;

/** How many candidates fit beside each other, at least one. */
export const candidatesShown = (env: Env): number => Math.max(1, Math.floor((env.columns - 2 - labelWidth(env)) / (candidateWidth + 2)));

export const comparisonHeight = (state: ComparisonState, env: Env): number => Math.max(1, linesLeft(state, env, 2));

/** The best first, by the whole test or by the chosen section. */
export const rankedIn = ({ comparison, by }: ComparisonState): readonly ComparedCandidate[] =>
  comparison === null ? [] : rankCandidates(comparison.candidates, by ?? undefined);

const command = (state: ComparisonState, event: ScreenEvent & { type: 'command' }, env: Env): Step<ComparisonState> => {
  const candidates = rankedIn(state);
  const width = candidatesShown(env);
  const last = Math.max(0, candidates.length - width);
  switch (event.id) {
    case 'order': {
      const by = cycle([null, ...comparedSections(state.comparison?.candidates ?? [])], state.by, 1);
      return step({ ...state, by, left: 0 }, notify(by === null ? 'Ranked by the whole test.' : `Ranked by ${by}.`));
    }
    case 'pdf': {
      const { testId, invitations, by } = state;
      const pdf = { document: 'comparison', testId, invitations, by } as const;
      return step(state.busy ? state : { ...state, dialog: saveDialog(pdf, 'Save the comparison as') });
    }
    case 'next-candidates':
      return step({ ...state, left: Math.min(last, state.left + width) });
    case 'previous-candidates':
      return step({ ...state, left: Math.max(0, state.left - width) });
    default: {
      const height = comparisonHeight(state, env);
      const lines = Math.max(1, comparisonRows(candidates).length - height + 1);
      return step({ ...state, top: targetOf(state.top, event.id, lines, height) ?? state.top });
    }
  }
};

export const reduceComparison = (state: ComparisonState, event: ScreenEvent, env: Env): Step<ComparisonState> => {
  const { testId, invitations } = state;
  const ofPdf = reducePdf(state, event);
  if (ofPdf !== undefined) return ofPdf;
  switch (event.type) {
    case 'refresh':
      return step(state, call('compareCandidates', { testId, invitations }));
    case 'succeeded':
      return event.op === 'compareCandidates'
        ? step({ ...state, comparison: event.value, fault: without(state.fault, event.op) })
        : step(state);
    case 'failed':
      return step({ ...state, fault: shown(event) });
    case 'command':
      return state.comparison === null ? step(state) : command(state, event, env);
    case 'typed':
    case 'edit':
    case 'due':
      return step(state);
  }
};
