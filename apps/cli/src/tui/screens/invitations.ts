import { type InvitationStatus, invitationStatuses, type ManagedInvitation, mostComparedCandidates } from '@assay/domain';
import type { Scope } from '../core/bindings.ts';
import { type Dialog, dialogScopes, linesLeft, reduceOpenDialog } from '../core/dialog.ts';
import { editLine, type LineInput, lineOf, typeInto } from '../core/line-input.ts';
import { emptyPages, type PagedRows, type RowKeys, selectedRow, withoutPending } from '../core/paged-rows.ts';
import { pagerOf } from '../core/paged-screen.ts';
import { type Effect, type Env, go, notify, type ScreenEvent, type ShownFault, type Step, shown, step, without } from '../core/screen.ts';
import { cycle } from '../core/selection.ts';
import { call, type Succeeded } from '../services/services.ts';
import { doneText, startAction } from './invitation-actions.ts';

/** The invitations of a test, newest first, a window of pages of them. */
export type InvitationsState = {
  readonly screen: 'invitations';
  readonly testId: number;
  readonly list: PagedRows<ManagedInvitation>;
  readonly status: InvitationStatus | null;
  readonly search: LineInput;
  /** The search that the rows are of; `search` may be ahead of it while the person types. */
  readonly query: string;
  readonly searching: boolean;
  /** Ids of those who are to stand side by side, in the order in which they were marked. */
  readonly marked: readonly number[];
  readonly dialog: Dialog | null;
  readonly fault: ShownFault | null;
};

export const invitationKeys: RowKeys<ManagedInvitation> = {
  id: (row) => row.testInvitationId,
  cursor: (row) => String(row.testInvitationId),
  order: (cursor) => -Number(cursor),
};

const typingPause = 150;
const filters: readonly (InvitationStatus | null)[] = [null, ...invitationStatuses];

export const invitationsHeight = (state: InvitationsState, env: Env): number => Math.max(1, linesLeft(state, env, 2));

const load = (state: InvitationsState, cursor: string | null): Effect =>
  call('listInvitations', { testId: state.testId, cursor, search: state.query, status: state.status });

const pager = pagerOf<ManagedInvitation, InvitationsState>({ keys: invitationKeys, height: invitationsHeight, load });

export const startInvitations = (testId: number, env: Env): Step<InvitationsState> =>
  pager.fetch(
    {
      screen: 'invitations',
      testId,
      list: emptyPages(),
      status: null,
      search: lineOf(''),
      query: '',
      searching: false,
      marked: [],
      dialog: null,
      fault: null,
    },
    env,
  );

export const invitationsScopes = (state: InvitationsState): readonly Scope[] => {
  if (state.dialog !== null) return dialogScopes(state.dialog);
  if (state.searching) return ['search'];
  return [...(state.search.text === '' ? [] : (['searched'] as const)), 'invitations', 'list', 'pages', 'global'];
};

const succeeded = (state: InvitationsState, event: Succeeded, env: Env): Step<InvitationsState> => {
  const done = doneText(event);
  if (done !== undefined) return pager.refresh({ ...state, fault: null }, env, notify(done));
  if (event.op !== 'listInvitations') return step(state);
  const { cursor, search, status } = event.input;
  // The response to an earlier search or filter.
  if (search !== state.query || status !== state.status) return step(state);
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

const command = (state: InvitationsState, event: ScreenEvent & { type: 'command' }, env: Env): Step<InvitationsState> => {
  const moved = pager.move(state, event.id, env);
  if (moved !== undefined) return moved;
  const { testId } = state;
  switch (event.id) {
    case 'search':
      return step({ ...state, searching: true });
    case 'submit':
      return step({ ...state, searching: false });
    case 'leave':
      return step({ ...state, searching: false, search: lineOf('') }, { type: 'after', milliseconds: 0 });
    case 'filter':
      return pager.fetch({ ...state, status: cycle(filters, state.status, 1), list: emptyPages() }, env);
    case 'register':
      return step(state, go({ screen: 'register', testId, testLinkId: null }));
    case 'import':
      return step(state, go({ screen: 'import', testId, testLinkId: null }));
    case 'compare':
      return state.marked.length < 2
        ? step(state, notify('Mark two candidates or more, each with the space bar.'))
        : step(state, go({ screen: 'comparison', testId, invitations: state.marked }));
    default: {
      const row = selectedRow(state.list);
      if (row === undefined) return step(state);
      if (event.id === 'mark') return mark(state, row, env);
      if (event.id === 'open') return step(state, go({ screen: 'invitation', testInvitationId: row.testInvitationId }));
      const action = startAction(event.id, row);
      if (action.type === 'ask') return step({ ...state, dialog: action.dialog });
      return action.type === 'none' ? step(state) : step({ ...state, fault: null }, action.effect);
    }
  }
};

export const reduceInvitations = (state: InvitationsState, event: ScreenEvent, env: Env): Step<InvitationsState> => {
  const inDialog = reduceOpenDialog(state, event);
  if (inDialog !== undefined) return inDialog;
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
      if (event.input.search !== state.query || event.input.status !== state.status) return step(state);
      return step({ ...state, fault: shown(event), list: withoutPending(state.list, event.input.cursor) });
    }
    case 'typed':
    case 'edit': {
      const search = event.type === 'typed' ? typeInto(state.search, event.text) : editLine(state.search, event.edit);
      return step({ ...state, search }, { type: 'after', milliseconds: typingPause });
    }
    case 'command':
      return command(state, event, env);
  }
};
