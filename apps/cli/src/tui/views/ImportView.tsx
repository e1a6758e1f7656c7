import { Box, Text } from 'ink';
import { bar, count, oneLine } from '../../output/text.ts';
import type { Env } from '../core/screen.ts';
import { faultsShown, type ImportState, importHeight } from '../screens/import.ts';
import type { ColumnSpec } from './columns.ts';
import { Body, Line } from './Parts.tsx';
import { type Cell, Table, windowOf } from './Table.tsx';
import { Tone } from './Tone.tsx';

const columns: readonly ColumnSpec[] = [
  { title: 'Line', width: 6, align: 'right' },
  { title: 'Candidate', share: 1 },
  { title: 'Email', share: 1 },
  { title: 'Result', share: 1 },
];

const resultOf = (state: ImportState, place: number): Cell => {
  const result = state.results[place];
  if (result === undefined) return { text: 'to register', tone: 'quiet' };
  return result.error === null
    ? { text: `invitation ${result.testInvitationId ?? ''}`, tone: 'good' }
    : { text: `✗ ${result.error}`, tone: 'bad' };
};

const Progress = ({ state, env }: { readonly state: ImportState; readonly env: Env }) => {
  const total = state.file.candidates.length;
  const refused = state.results.filter((result) => result.error !== null).length;
  const words = `${state.results.length} of ${total} sent${refused === 0 ? '' : `, ${refused} refused`}`;
  return (
    <Text wrap="truncate">
      <Tone tone="good">{bar(total === 0 ? 0 : state.results.length / total, Math.max(10, env.columns - 45))}</Tone>
      {`  ${words}${state.stage === 'done' ? '. Done.' : ''}`}
    </Text>
  );
};

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
        <Text wrap="truncate">
          {'CSV file  '}
          <Line line={state.path} active={state.stage === 'path'} />
        </Text>
        <Tone tone="quiet">The first line names the columns: emailId, fullName, and if need be testLinkId, callbackURL, redirectURL.</Tone>
        {state.stage === 'reading' ? <Text>Reading…</Text> : null}
      </Body>
    );
  const all = state.file.candidates.map((row, place) => ({ row, place }));
  const { rows, selected } = windowOf(all, state.selection, importHeight(state, env));
  return (
    <Body env={env} fault={state.fault} dialog={state.dialog}>
      {state.stage === 'preview' && state.results.length === 0 ? (
        <Text wrap="truncate">
          {`${count(all.length, 'candidate')} to register · the invitation is ${state.sendEmail ? 'mailed' : 'not mailed'} (m changes)`}
          {state.testLinkId === null ? '' : ` · by test link ${state.testLinkId}`}
        </Text>
      ) : (
        <Progress state={state} env={env} />
      )}
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
