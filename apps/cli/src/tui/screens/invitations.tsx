import { type InvitationStatus, invitationStatuses, type ManagedInvitation, mostComparedCandidates } from '@assay/domain';
import { timeLeft } from '../../time/format-time.ts';
import { type Dialog, linesLeft, reduceOpenDialog, unlessAsking } from '../core/dialog.ts';
import { type IdOf, keySet } from '../core/key-sets.ts';
import { emptyPages, hasLoaded, type PagedRows, type RowKeys, selectedRow, totalOf, withoutPending } from '../core/paged-rows.ts';
import { pagerOf } from '../core/paged-screen.ts';
import {
  type Command,
  defineScreen,
  type Effect,
  type Env,
  go,
  notify,
  type ScreenEvent,
  type ShownFault,
  type Step,
  shown,
  step,
  without,
} from '../core/screen.ts';
import { notSearched, reduceSearch, type Searched, searchedActive } from '../core/search.ts';
import { cycle } from '../core/selection.ts';
import type { ColumnSpec } from '../parts/columns.ts';
import { ListHead, PagedTable } from '../parts/PagedTable.tsx';
import { Body, Empty } from '../parts/Parts.tsx';
import type { Cell } from '../parts/Table.tsx';
import { totalText } from '../parts/total-text.ts';
import { pageSize } from '../services/ranked-cursors.ts';
import { call, type InputOf, type Succeeded } from '../services/services.ts';
import { comparisonScreen } from './comparison.tsx';
import { importScreen } from './import.tsx';
import { invitationScreen, scoreText, statusTone } from './invitation.tsx';
import { doneText, startAction } from './invitation-actions.ts';
import { registerScreen } from './register.tsx';

const keys = keySet({
  open: { keys: ['enter', 'right', 'l'], hint: 'open', help: 'Open the invitation' },
  filter: { keys: ['f'], hint: 'filter', help: `Only one status: ${invitationStatuses.join(', ')}, all` },
  register: { keys: ['a'], hint: 'register', help: 'Register a candidate', needs: 'invite' },
  import: { keys: ['m'], help: 'Register many candidates from a CSV file', needs: 'invite' },
  report: { keys: ['v'], hint: 'report', help: 'Report of the candidate' },
  copy: { keys: ['c'], help: 'Copy the take URL' },
  cancel: { keys: ['x'], hint: 'cancel', help: 'Cancel the invitation', needs: 'invite' },
  mark: { keys: ['space'], hint: 'mark', help: 'Mark the candidate for a comparison, or not' },
  compare: { keys: ['b'], hint: 'compare', help: 'The marked candidates side by side' },
});
type Id = IdOf<typeof keys>;

/** The invitations of a test, newest first, a window of pages of them. */
type InvitationsState = Searched & {
  readonly testId: number;
  readonly list: PagedRows<ManagedInvitation>;
  readonly status: InvitationStatus | null;
  /** Ids of those who are to stand side by side, in the order in which they were marked. */
  readonly marked: readonly number[];
  readonly dialog: Dialog | null;
  readonly fault: ShownFault | null;
};

const invitationKeys: RowKeys<ManagedInvitation> = {
  id: (row) => row.testInvitationId,
  cursor: (row) => String(row.testInvitationId),
  order: (cursor) => -Number(cursor),
};

const filters: readonly (InvitationStatus | null)[] = [null, ...invitationStatuses];

const invitationsHeight = (state: InvitationsState, env: Env): number => Math.max(1, linesLeft(state, env, 2));

type Input = InputOf<'listInvitations'>;

const inputOf = ({ testId, query, status }: InvitationsState, cursor: string | null): Input => ({
  testId,
  limit: pageSize,
  cursor: cursor ?? undefined,
  search: query === '' ? undefined : query,
  status: status ?? undefined,
});

const load = (state: InvitationsState, cursor: string | null): Effect => call('listInvitations', inputOf(state, cursor));

/** The cursor of the page that a response is, unless that is one to an earlier search or filter. */
const cursorIn = (state: InvitationsState, input: Input): string | null | undefined => {
  const { search, status } = inputOf(state, null);
  if (input.search !== search || input.status !== status) return undefined;
  return input.cursor === undefined ? null : String(input.cursor);
};

const pager = pagerOf<ManagedInvitation, InvitationsState>({ keys: invitationKeys, height: invitationsHeight, load });

const start = ({ testId }: { readonly testId: number }, env: Env): Step<InvitationsState> =>
  pager.fetch(
    {
      testId,
      list: emptyPages(),
      status: null,
      ...notSearched,
      marked: [],
      dialog: null,
      fault: null,
    },
    env,
  );

const succeeded = (state: InvitationsState, event: Succeeded, env: Env): Step<InvitationsState> => {
  const done = doneText(event);
  if (done !== undefined) return pager.refresh({ ...state, fault: null }, env, notify(done));
  if (event.op !== 'listInvitations') return step(state);
  const cursor = cursorIn(state, event.input);
  if (cursor === undefined) return step(state);
  const page = { from: cursor, rows: event.value.invitations, next: event.value.nextCursor, total: event.value.total };
  return pager.addPage({ ...state, fault: without(state.fault, event.op) }, page, env);
};

/** Marks the selected candidate, or takes the mark away, and goes to the next one. */
const mark = (state: InvitationsState, { testInvitationId, fullName, score }: ManagedInvitation, env: Env): Step<InvitationsState> => {
  const { marked } = state;
  const others = marked.filter((one) => one !== testInvitationId);
  if (others.length === marked.length) {
    if (score === null) return step(state, notify(`${fullName} has no report yet: only candidates with a report can be compared.`));
    if (marked.length === mostComparedCandidates)
      return step(state, notify(`${mostComparedCandidates} candidates are marked; more do not fit side by side.`));
    others.push(testInvitationId);
  }
  const next = { ...state, marked: others };
  return pager.move(next, 'down', env) ?? step(next);
};

const command = (state: InvitationsState, event: Command<Id>, env: Env): Step<InvitationsState> => {
  const moved = pager.move(state, event.id, env);
  if (moved !== undefined) return moved;
  const { testId } = state;
  switch (event.id) {
    case 'filter':
      return pager.fetch({ ...state, status: cycle(filters, state.status, 1), list: emptyPages() }, env);
    case 'register':
      return step(state, go(registerScreen, { testId, testLinkId: null }));
    case 'import':
      return step(state, go(importScreen, { testId, testLinkId: null }));
    case 'compare':
      return state.marked.length < 2
        ? step(state, notify('Mark two candidates or more, each with the space bar.'))
        : step(state, go(comparisonScreen, { testId, invitations: state.marked }));
    default: {
      const row = selectedRow(state.list);
      if (row === undefined) return step(state);
      if (event.id === 'mark') return mark(state, row, env);
      if (event.id === 'open') return step(state, go(invitationScreen, { testInvitationId: row.testInvitationId }));
      const action = startAction(event.id, row);
      if (action.type === 'ask') return step({ ...state, dialog: action.dialog });
      return action.type === 'none' ? step(state) : step({ ...state, fault: null }, action.effect);
    }
  }
};

const reduce = (state: InvitationsState, event: ScreenEvent<Id>, env: Env): Step<InvitationsState> => {
  const before = reduceOpenDialog(state, event) ?? reduceSearch(state, event);
  if (before !== undefined) return before;
  switch (event.type) {
    case 'refresh':
      return pager.refresh(state, env);
    case 'due': {
      const query = state.search.text.trim();
      return query === state.query ? step(state) : pager.fetch({ ...state, query, list: emptyPages() }, env);
    }
    case 'succeeded':
      return succeeded(state, event, env);
    case 'failed': {
      if (event.op !== 'listInvitations') return step({ ...state, fault: shown(event) });
      const cursor = cursorIn(state, event.input);
      return cursor === undefined ? step(state) : step({ ...state, fault: shown(event), list: withoutPending(state.list, cursor) });
    }
    case 'command':
      return command(state, event, env);
    default:
      return step(state);
  }
};

const columns: readonly ColumnSpec[] = [
  { title: 'Candidate', share: 1 },
  { title: 'Email', share: 1, from: 72 },
  { title: 'Status', width: 11 },
  { title: 'Left', width: 8, align: 'right' },
  { title: 'Score', width: 11, align: 'right' },
  { title: 'Result', width: 6, from: 84 },
  { title: 'wv', width: 3, align: 'right', from: 60 },
];

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

const View = ({ state, env }: { readonly state: InvitationsState; readonly env: Env }) => {
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

export const invitationsScreen = defineScreen({
  title: () => 'Invitations',
  keys,
  place: 'in the list of invitations',
  active: (state) => unlessAsking(...searchedActive(keys)(state))(state),
  offers: ({ list }, id) => {
    const row = selectedRow(list);
    return row === undefined || startAction(id, row).type !== 'refused';
  },
  start,
  reduce,
  View,
});
