import type { Timeline } from '@assay/client';
import type { Scope } from '../core/bindings.ts';
import { type Dialog, dialogScopes, linesLeft, overwriteDialog, reduceOpenDialog } from '../core/dialog.ts';
import { type Effect, type Env, notify, type ScreenEvent, type ShownFault, type Step, shown, step, without } from '../core/screen.ts';
import { call, type Succeeded } from '../services/services.ts';
import { doneText, startAction } from './invitation-actions.ts';

/**
 * One invitation and the pages of its timeline that were read so far; the last one is read again to refresh. `top` is the first timeline
 * entry on the screen; null follows the newest, which reads the pages up to it.
 */
export type InvitationState = {
  readonly screen: 'invitation';
  readonly testInvitationId: number;
  readonly detail: Timeline | null;
  /** Where the last page begins: its cursor, and its place among the entries. */
  readonly lastPage: { readonly cursor: string | null; readonly start: number };
  readonly top: number | null;
  readonly dialog: Dialog | null;
  readonly fault: ShownFault | null;
};

const load = ({ testInvitationId }: InvitationState, cursor: string | null): Effect => call('getInvitation', { testInvitationId, cursor });

const refresh = (state: InvitationState): Effect => load(state, state.lastPage.cursor);

export const startInvitation = (testInvitationId: number): Step<InvitationState> => {
  const state: InvitationState = {
    screen: 'invitation',
    testInvitationId,
    detail: null,
    lastPage: { cursor: null, start: 0 },
    top: null,
    dialog: null,
    fault: null,
  };
  return step(state, refresh(state));
};

export const invitationScopes = (state: InvitationState): readonly Scope[] =>
  state.dialog === null ? ['invitation', 'global'] : dialogScopes(state.dialog);

export const timelineHeight = (state: InvitationState, env: Env): number => Math.max(2, linesLeft(state, env, 13));

/** The first entry shown. */
export const timelineTop = (state: InvitationState, env: Env): number => {
  const last = Math.max(0, (state.detail?.timeline.length ?? 0) - timelineHeight(state, env));
  return Math.min(state.top ?? last, last);
};

/** The next page, when the end of what was read is on the screen. */
const loadNext = (state: InvitationState, env: Env): Effect[] => {
  const { timeline = [], nextCursor = null } = state.detail ?? {};
  return nextCursor !== null && timelineTop(state, env) + timelineHeight(state, env) >= timeline.length ? [load(state, nextCursor)] : [];
};

const addPage = (state: InvitationState, { input, value }: Succeeded & { op: 'getInvitation' }, env: Env): Step<InvitationState> => {
  const { detail, lastPage } = state;
  const read = detail?.timeline ?? [];
  const again = input.cursor === lastPage.cursor;
  // A page that was asked for twice comes when a later one is the last.
  if (!again && (input.cursor === null || input.cursor !== detail?.nextCursor)) return step(state);
  const start = again ? lastPage.start : read.length;
  const next: InvitationState = {
    ...state,
    detail: { ...value, timeline: [...read.slice(0, start), ...value.timeline] },
    lastPage: { cursor: input.cursor, start },
    fault: without(state.fault, 'getInvitation'),
  };
  return step(next, ...loadNext(next, env));
};

const succeeded = (state: InvitationState, event: Succeeded, env: Env): Step<InvitationState> => {
  if (event.op === 'getInvitation') return addPage(state, event, env);
  if (event.op === 'saveReport' && !event.value.saved) return step({ ...state, dialog: overwriteDialog(event.input, event.value.path) });
  const done = doneText(event);
  if (done === undefined) return step(state);
  if (event.op === 'openReport' || event.op === 'saveReport') return step({ ...state, fault: null }, notify(done));
  if (event.op !== 'reattemptInvitation') return step({ ...state, fault: null }, notify(done), refresh(state));
  const { testInvitationId } = event.value;
  return step({ ...state, fault: null }, { type: 'replace', to: { screen: 'invitation', testInvitationId } }, notify(done));
};

const command = (state: InvitationState, event: ScreenEvent & { type: 'command' }, env: Env): Step<InvitationState> => {
  const top = timelineTop(state, env);
  if (event.id === 'up') return step({ ...state, top: Math.max(0, top - 1) });
  if (event.id === 'down') {
    const next = timelineTop({ ...state, top: top + 1 }, env);
    const moved = { ...state, top: next === timelineTop({ ...state, top: null }, env) ? null : next };
    return step(moved, ...loadNext(moved, env));
  }
  if (state.detail === null) return step(state);
  const action = startAction(event.id, state.detail.invitation);
  if (action.type === 'ask') return step({ ...state, dialog: action.dialog });
  return action.type === 'none' ? step(state) : step({ ...state, fault: null }, action.effect);
};

export const reduceInvitation = (state: InvitationState, event: ScreenEvent, env: Env): Step<InvitationState> => {
  const inDialog = reduceOpenDialog(state, event);
  if (inDialog !== undefined) return inDialog;
  switch (event.type) {
    case 'refresh':
      return step(state, refresh(state));
    case 'succeeded':
      return succeeded(state, event, env);
    case 'failed':
      return step({ ...state, fault: shown(event) });
    case 'command':
      return command(state, event, env);
    case 'typed':
    case 'edit':
    case 'due':
      return step(state);
  }
};
