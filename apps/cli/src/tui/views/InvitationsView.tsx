import type { ManagedInvitation } from '@assay/domain';
import { timeLeft } from '../../time/format-time.ts';
import { hasLoaded, totalOf } from '../core/paged-rows.ts';
import type { Env } from '../core/screen.ts';
import { type InvitationsState, invitationsHeight } from '../screens/invitations.ts';
import type { ColumnSpec } from './columns.ts';
import { ListHead, PagedTable } from './PagedTable.tsx';
import { Body, Empty } from './Parts.tsx';
import type { Cell } from './Table.tsx';
import type { ToneName } from './Tone.tsx';
import { totalText } from './total-text.ts';

const columns: readonly ColumnSpec[] = [
  { title: 'Candidate', share: 1 },
  { title: 'Email', share: 1, from: 72 },
  { title: 'Status', width: 11 },
  { title: 'Left', width: 8, align: 'right' },
  { title: 'Score', width: 11, align: 'right' },
  { title: 'Result', width: 6, from: 84 },
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

const cellsOf = (row: ManagedInvitation, { marked }: InvitationsState, now: number): Cell[] => [
  marked.includes(row.testInvitationId) ? `✓ ${row.fullName}` : row.fullName,
  row.emailId,
  { text: row.status, tone: statusTone[row.status] },
  row.status === 'In progress' && row.deadline !== null ? timeLeft(Date.parse(row.deadline), now) : '–',
  scoreText(row),
  row.testResult === null ? '–' : { text: row.testResult, tone: row.testResult === 'Pass' ? 'good' : 'bad' },
  row.startedAt === null ? '–' : String(row.wv),
];

const summary = (state: InvitationsState): string => {
  const total = totalOf(state.list);
  if (!hasLoaded(state.list)) return 'Reading the invitations…';
  if (total === 0) return 'No invitations';
  const place = (state.list.index + 1).toLocaleString('en-US');
  const marked = state.marked.length === 0 ? '' : ` · ${state.marked.length} marked, b compares`;
  return `${place} of ${totalText(state.list, 'invitation')}${marked}`;
};

export const InvitationsView = ({ state, env }: { readonly state: InvitationsState; readonly env: Env }) => {
  const { list } = state;
  const narrowed = state.status !== null || state.query !== '';
  return (
    <Body env={env} fault={state.fault} dialog={state.dialog}>
      <ListHead
        summary={summary(state)}
        filter={state.status}
        search={state.search}
        searching={state.searching}
        seekingEnd={list.seekingEnd}
      />
      <PagedTable
        list={list}
        height={invitationsHeight(state, env)}
        columns={columns}
        env={env}
        id={(row) => row.testInvitationId}
        cells={(row) => cellsOf(row, state, env.now)}
      />
      {hasLoaded(list) && totalOf(list) === 0 ? (
        <Empty
          env={env}
          text={
            narrowed
              ? 'No invitation fits: f changes the filter, / the search.'
              : 'Nobody is invited yet: a registers one, m many from a CSV file.'
          }
        />
      ) : null}
    </Body>
  );
};
