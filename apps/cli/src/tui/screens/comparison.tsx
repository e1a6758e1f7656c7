import { type ComparedCandidate, type Comparison, comparedSections, rankCandidates } from '@assay/domain';
import { Text } from 'ink';
import { comparisonRows } from '../../output/comparison-text.ts';
import { oneLine } from '../../output/text.ts';
import { type Dialog, linesLeft, saveDialog, unlessAsking } from '../core/dialog.ts';
import { globalKeys, type IdOf, keySet } from '../core/key-sets.ts';
import {
  type Command,
  defineScreen,
  type Env,
  notify,
  orFault,
  type ScreenEvent,
  type ShownFault,
  type Step,
  step,
  without,
} from '../core/screen.ts';
import { cycle, targetOf } from '../core/selection.ts';
import type { ColumnSpec } from '../parts/columns.ts';
import { Body } from '../parts/Parts.tsx';
import { type Cell, Table } from '../parts/Table.tsx';
import { Tone } from '../parts/Tone.tsx';
import { call } from '../services/services.ts';
import { reducePdf } from './pdf.ts';

const keys = keySet({
  order: { keys: ['o'], hint: 'order', help: 'Rank by the whole test, or by the next section' },
  pdf: { keys: ['p'], hint: 'save PDF', help: 'Save the comparison as PDF, ranked as it is here' },
  'next-candidates': { keys: ['tab', 'right', 'l'], hint: 'next candidates', help: 'Candidates to the right' },
  'previous-candidates': { keys: ['shift-tab'], help: 'Candidates to the left' },
  up: { keys: ['up', 'k'], help: 'Line above' },
  down: { keys: ['down', 'j'], hint: 'more lines', help: 'Line below' },
  'page-up': { keys: ['pgup', 'ctrl-u'], help: 'Page above' },
  'page-down': { keys: ['pgdn', 'ctrl-d', 'space'], help: 'Page below' },
});
type Id = IdOf<typeof keys>;

/** Candidates side by side. `by`: the section that ranks, or null; `top` and `left`: the first line and the first candidate on the screen. */
type ComparisonState = {
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

const start = ({ testId, invitations }: Pick<ComparisonState, 'testId' | 'invitations'>): Step<ComparisonState> =>
  step(
    { testId, invitations, comparison: null, by: null, top: 0, left: 0, busy: false, dialog: null, fault: null },
    call('compareCandidates', { testId, invitations: invitations.join(',') }),
  );

export const labelWidth = ({ columns }: Env): number => (columns < 80 ? 16 : 24);
const candidateWidth = 13;

/** How many candidates fit beside each other, at least one. */
export const candidatesShown = (env: Env): number => Math.max(1, Math.floor((env.columns - 2 - labelWidth(env)) / (candidateWidth + 2)));

const comparisonHeight = (state: ComparisonState, env: Env): number => Math.max(1, linesLeft(state, env, 2));

/** The best first, by the whole test or by the chosen section. */
export const rankedIn = ({ comparison, by }: ComparisonState): readonly ComparedCandidate[] =>
  comparison === null ? [] : rankCandidates(comparison.candidates, by ?? undefined);

const command = (state: ComparisonState, event: Command<Id>, env: Env): Step<ComparisonState> => {
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

const reduce = (state: ComparisonState, event: ScreenEvent<Id>, env: Env): Step<ComparisonState> => {
  const { testId, invitations } = state;
  const ofPdf = reducePdf(state, event);
  if (ofPdf !== undefined) return ofPdf;
  switch (event.type) {
    case 'refresh':
      return step(state, call('compareCandidates', { testId, invitations: invitations.join(',') }));
    case 'succeeded':
      return event.op === 'compareCandidates'
        ? step({ ...state, comparison: event.value, fault: without(state.fault, event.op) })
        : step(state);
    case 'command':
      return state.comparison === null ? step(state) : command(state, event, env);
    default:
      return orFault(state, event);
  }
};

const tones = { right: 'good', partial: 'busy', wrong: 'bad', blank: 'quiet' } as const;

const View = ({ state, env }: { readonly state: ComparisonState; readonly env: Env }) => {
  if (state.comparison === null) return <Body env={env} fault={state.fault} reading="Reading the candidates…" />;
  const candidates = rankedIn(state);
  const all = comparisonRows(candidates);
  const height = comparisonHeight(state, env);
  const top = Math.min(state.top, Math.max(0, all.length - height));
  const left = Math.min(state.left, Math.max(0, candidates.length - candidatesShown(env)));
  const right = Math.min(candidates.length, left + candidatesShown(env));
  const columns: readonly ColumnSpec[] = [
    { title: '', width: labelWidth(env) },
    ...candidates.slice(left, right).map(({ fullName }) => ({ title: oneLine(fullName), share: 1 })),
  ];
  const rows = all.slice(top, top + height).map(({ label, cells, short }, place) => ({
    key: top + place,
    cells: [
      oneLine(label),
      ...cells.slice(left, right).map((text, index): Cell => {
        const one = short?.[left + index];
        if (one == null) return text;
        return one.outcome === undefined ? one.text : { text: one.text, tone: tones[one.outcome] };
      }),
    ],
  }));
  const remarks = candidates.flatMap(({ fullName, remarks }) => remarks.map((text) => `${oneLine(fullName)}: ${text}`));
  const status = [
    `Candidates ${left + 1}–${right} of ${candidates.length}`,
    ...(all.length > height ? [`lines ${top + 1}–${top + rows.length} of ${all.length}`] : []),
    `ranked by ${state.by === null ? 'the whole test' : oneLine(state.by)}`,
    ...(remarks.length === 0 ? [] : [`To look at, no verdict: ${remarks.join(' · ')}`]),
  ];
  return (
    <Body env={env} fault={state.fault} dialog={state.dialog}>
      <Table columns={columns} rows={rows} selected={-1} env={env} />
      <Text wrap="truncate">
        <Tone tone="quiet">{status.join(' · ')}</Tone>
      </Text>
    </Body>
  );
};

export const comparisonScreen = defineScreen({
  title: () => 'Comparison',
  keys,
  place: 'on candidates side by side',
  active: unlessAsking(keys, globalKeys),
  start,
  reduce,
  View,
});
