import type { ManagedInvitation } from '@assay/domain';
import { Box, Text } from 'ink';
import { timeLeft } from '../clock.ts';
import { hasAnswered, isWhole, rowsBetween, totalOf } from '../paged-rows.ts';
import type { Env } from '../screen.ts';
import { type InvitationsState, invitationsHeight } from '../screens/invitations.ts';
import { topFor } from '../selection.ts';
import { count } from '../text.ts';
import type { ColumnWish } from './columns.ts';
import { DialogBox, Empty, FaultBox, Line } from './Parts.tsx';
import { type Cell, Table } from './Table.tsx';
import { Tone, type ToneName } from './Tone.tsx';

const columns: readonly ColumnWish[] = [
  { title: 'Candidate', share: 1 },
  { title: 'Email', share: 1, from: 72 },
  { title: 'Status', width: 11 },
  { title: 'Left', width: 8, align: 'right' },
  { title: 'Score', width: 9, align: 'right' },
  { title: 'wv', width: 3, align: 'right', from: 60 },
];

export const statusTone: Readonly<Record<ManagedInvitation['status'], ToneName>> = {
  Pending: 'plain',
  'In progress': 'busy',
  Completed: 'good',
  Reset: 'plain',
  Cancelled: 'quiet',
};

export const scoreText = ({ score, totalScore }: { readonly score: string | null; readonly totalScore: string | null }): string =>
  score === null ? '–' : `${score}/${totalScore ?? '?'}`;

const cellsOf = (row: ManagedInvitation, now: number): Cell[] => [
  row.fullName,
  row.emailId,
  { text: row.status, tone: statusTone[row.status] },
  row.status === 'In progress' && row.deadline !== null ? timeLeft(Date.parse(row.deadline), now) : '–',
  scoreText(row),
  row.startedAt === null ? '–' : String(row.wv),
];

const summary = (state: InvitationsState): string => {
  const total = totalOf(state.list);
  if (!hasAnswered(state.list)) return 'Reading the invitations…';
  if (total === 0) return 'No invitations';
  const place = (state.list.index + 1).toLocaleString('en-US');
  return `${place} of ${isWhole(state.list) ? count(total, 'invitation') : `${count(total, 'invitation')} read so far`}`;
};

export const InvitationsView = ({ state, env }: { readonly state: InvitationsState; readonly env: Env }) => {
  const { list } = state;
  const height = invitationsHeight(state, env);
  const top = topFor(list.top, list.index, height);
  const narrowed = state.status !== null || state.asked !== '';
  return (
    <Box flexDirection="column">
      <Text wrap="truncate">
        <Tone tone="quiet">{summary(state)}</Tone>
        {state.status === null ? null : <Text>{`   only ${state.status}`}</Text>}
        {state.searching || state.search.text !== '' ? (
          <Text>
            {'   / '}
            <Line line={state.search} active={state.searching} />
          </Text>
        ) : null}
        {list.chasing ? '   on the way to the last; any movement stops' : ''}
      </Text>
      <Table
        columns={columns}
        env={env}
        selected={list.index - top}
        rows={rowsBetween(list, top, top + height).map(({ index, row }) => ({
          key: row?.testInvitationId ?? -index,
          cells: row === undefined ? null : cellsOf(row, env.now),
        }))}
      />
      {hasAnswered(list) && totalOf(list) === 0 ? (
        <Empty
          text={
            narrowed
              ? 'No invitation fits: f changes the filter, / the search.'
              : 'Nobody is invited yet: a registers one, m many from a CSV file.'
          }
        />
      ) : null}
      <FaultBox fault={state.fault} />
      <DialogBox dialog={state.dialog} />
    </Box>
  );
};
