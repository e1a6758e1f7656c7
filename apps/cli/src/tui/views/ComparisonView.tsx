import { Text } from 'ink';
import { comparisonRows } from '../../output/comparison-text.ts';
import { oneLine } from '../../output/text.ts';
import type { Env } from '../core/screen.ts';
import { type ComparisonState, candidatesShown, comparisonHeight, labelWidth, rankedIn } from '../screens/comparison.ts';
import type { ColumnSpec } from './columns.ts';
import { Body } from './Parts.tsx';
import { type Cell, Table } from './Table.tsx';
import { Tone } from './Tone.tsx';

const tones = { right: 'good', partial: 'busy', wrong: 'bad', blank: 'quiet' } as const;

export const ComparisonView = ({ state, env }: { readonly state: ComparisonState; readonly env: Env }) => {
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
