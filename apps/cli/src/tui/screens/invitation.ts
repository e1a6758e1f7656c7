import type { Timeline } from '@assay/client';
import type { Scope } from '../core/bindings.ts';
import { type Dialog, dialogScopes, linesLeft, reduceOpenDialog } from '../core/dialog.ts';
import { type Effect, type Env, notify, type ScreenEvent, type ShownFault, type Step, shown, step, without } from '../core/screen.ts';
import { call, type Succeeded } from '../services/services.ts';
import { doneText, startAction } from './invitation-actions.ts';

/** One invitation and its timeline. `top` is the first timeline entry on the screen; null follows the newest. */
export type InvitationState = {
  readonly screen: 'invitation';
  readonly testInvitationId: number;
  readonly detail: Timeline | null;
  readonly top: number | null;
  readonly dialog: Dialog | null;
  readonly fault: ShownFault | null;
};

const load = (state: InvitationState): Effect => call('getInvitation', { testInvitationId: state.testInvitationId });

export const startInvitation = (testInvitationId: number): Step<InvitationState> => {
  const state: InvitationState = { screen: 'invitation', testInvitationId, detail: null, top: null, dialog: null, fault: null };
  return step(state, load(state));
};

export const invitationScopes = (state: InvitationState): readonly Scope[] =>
  state.dialog === null ? ['invitation', 'global'] : dialogScopes(state.dialog);

export const timelineHeight = (state: InvitationState, env: Env): number => Math.max(2, linesLeft(state, env, 12));

/** The first entry shown. */
export const timelineTop = (state: InvitationState, env: Env): number => {
  const last = Math.max(0, (state.detail?.timeline.length ?? 0) - timelineHeight(state, env));
  return Math.min(state.top ?? last, last);
};

const succeeded = (state: InvitationState, event: Succeeded): Step<InvitationState> => {
  if (event.op === 'getInvitation') return step({ ...state, detail: event.value, fault: without(state.fault, event.op) });
  const done = doneText(event);
  if (done === undefined) return step(state);
  if (event.op === 'openReport') return step({ ...state, fault: null }, notify(done));
  if (event.op !== 'reattemptInvitation') return step({ ...state, fault: null }, notify(done), load(state));
  const { testInvitationId } = event.value;
  return step({ ...state, fault: null }, { type: 'replace', to: { screen: 'invitation', testInvitationId } }, notify(done));
};

const command = (state: InvitationState, event: ScreenEvent & { type: 'command' }, env: Env): Step<InvitationState> => {
  const top = timelineTop(state, env);
  if (event.id === 'up') return step({ ...state, top: Math.max(0, top - 1) });
  if (event.id === 'down') {
    const next = timelineTop({ ...state, top: top + 1 }, env);
    return step({ ...state, top: next === timelineTop({ ...state, top: null }, env) ? null : next });
  }
  if (state.detail === null) return step(state);
  const action = startAction(event.id, state.detail.invitation);
  if (action.type === 'ask') return step({ ...state, dialog: action.dialog });
  return action.type === 'do' ? step({ ...state, fault: null }, action.effect) : step(state);
};

export const reduceInvitation = (state: InvitationState, event: ScreenEvent, env: Env): Step<InvitationState> => {
  const inDialog = reduceOpenDialog(state, event);
  if (inDialog !== undefined) return inDialog;
  switch (event.type) {
    case 'refresh':
      return step(state, load(state));
    case 'succeeded':
      return succeeded(state, event);
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
