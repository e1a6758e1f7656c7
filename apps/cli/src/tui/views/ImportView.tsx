import type { InviteOutcome } from '@assay/domain';
import { Box, Text } from 'ink';
import { foreseenWords, rowWords, tallyText } from '../../output/import-text.ts';
import { bar, count, oneLine } from '../../output/text.ts';
import type { Env } from '../core/screen.ts';
import { faultsShown, hasBegun, type ImportState, importHeight, importTally, outcomeAt } from '../screens/import.ts';
import type { ColumnSpec } from './columns.ts';
import { Body, Line } from './Parts.tsx';
import { type Cell, Table, windowOf } from './Table.tsx';
import { Tone, type ToneName } from './Tone.tsx';

const columns: readonly ColumnSpec[] = [
  { title: 'Line', width: 6, align: 'right' },
  { title: 'Candidate', share: 1 },
  { title: 'Email', share: 1 },
  { title: 'Result', share: 1 },
];

const tones = {
  invited: 'good',
  'already-invited': 'quiet',
  cancelled: 'busy',
  revived: 'good',
  invalid: 'bad',
} as const satisfies Record<InviteOutcome, ToneName>;

const resultOf = (state: ImportState, place: number): Cell => {
  const result = state.results[place];
  const outcome = outcomeAt(state, place);
  const tone = result === undefined && outcome === 'invited' ? 'plain' : tones[outcome];
  if (outcome === 'invalid') return { text: `✗ ${result?.error ?? state.file.foreseen[place]?.error ?? ''}`, tone };
  if (result === undefined) return { text: foreseenWords[outcome], tone };
  return { text: outcome === 'invited' ? `invitation ${result.testInvitationId ?? ''}` : rowWords[outcome], tone };
};

const Progress = ({ state, env }: { readonly state: ImportState; readonly env: Env }) => {
  const total = state.file.candidates.length;
  const sent = state.results.length;
  return (
    <Text wrap="truncate">
      <Tone tone="good">{bar(total === 0 ? 0 : sent / total, Math.max(10, env.columns - 45))}</Tone>
      {`  ${sent} of ${total} sent${sent < total ? `, ${total - sent} not sent` : ''}${state.stage === 'done' ? '. Done.' : ''}`}
    </Text>
  );
};

/** What will be done, with the keys that change it. */
const choicesOf = (state: ImportState): string =>
  [
    `${state.sendEmail ? 'Mailed' : 'Not mailed'} (m changes)`,
    ...(state.file.foreseen.some(({ outcome }) => outcome === 'cancelled')
      ? [`cancelled ones ${state.revive ? 'are invited again' : 'stay so'} (v changes)`]
      : []),
    ...(state.testLinkId === null ? [] : [`by test link ${state.testLinkId}`]),
  ].join(' · ');

const Faults = ({ state }: { readonly state: ImportState }) => {
  const { faults, unknown } = state.file;
  return (
    <Box flexDirection="column" flexShrink={0}>
      {unknown.length === 0 ? null : <Text wrap="truncate">{`  Columns not read: ${oneLine(unknown.join(', '))}`}</Text>}
      {faults.slice(0, faultsShown).map((fault, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two faults can be the same words on one line.
        <Text key={`${place}`} wrap="truncate">
          <Tone tone="bad">{`✗ line ${fault.line}: ${oneLine(fault.rule)}`}</Tone>
        </Text>
      ))}
      {faults.length > faultsShown ? <Text>{`  and ${count(faults.length - faultsShown, 'line')} more`}</Text> : null}
    </Box>
  );
};

export const ImportView = ({ state, env }: { readonly state: ImportState; readonly env: Env }) => {
  if (state.stage === 'path' || state.stage === 'reading')
    return (
      <Body env={env} fault={state.fault} dialog={state.dialog}>
        <Text wrap="truncate-start">
          {'CSV file  '}
          <Line line={state.path} active={state.stage === 'path'} />
        </Text>
        {state.names.length === 0 ? null : (
          <Text wrap="truncate">
            <Tone tone="quiet">{`          ${oneLine(state.names.join('  '))}`}</Tone>
          </Text>
        )}
        <Tone tone="quiet">The first line names the columns: emailId, fullName, and if need be testLinkId, callbackURL, redirectURL.</Tone>
        {state.stage === 'reading' ? <Text>Reading, and looking up who is invited already…</Text> : null}
      </Body>
    );
  const all = state.file.candidates.map((row, place) => ({ row, place }));
  const { rows, selected } = windowOf(all, state.selection, importHeight(state, env));
  return (
    <Body env={env} fault={state.fault} dialog={state.dialog}>
      {hasBegun(state) ? <Progress state={state} env={env} /> : <Text wrap="truncate">{choicesOf(state)}</Text>}
      <Text wrap="truncate">{tallyText(importTally(state), { preview: !hasBegun(state) })}</Text>
      <Faults state={state} />
      <Table
        columns={columns}
        env={env}
        selected={selected}
        rows={rows.map(({ row, place }) => ({
          key: place,
          cells: [String(row.line), row.fullName, row.emailId, resultOf(state, place)],
        }))}
      />
    </Body>
  );
};
