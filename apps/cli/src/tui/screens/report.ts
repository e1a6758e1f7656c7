import type { Scope } from '../core/bindings.ts';
import {
  bodyHeight,
  type Env,
  faultHeight,
  notify,
  type ScreenEvent,
  type ShownFault,
  type Step,
  shown,
  step,
  without,
} from '../core/screen.ts';
import { call, type Report } from '../services/services.ts';

/** The report of an invitation; `top` is the first section on the screen. */
export type ReportState = {
  readonly screen: 'report';
  readonly testInvitationId: number;
  readonly report: Report | null;
  readonly top: number;
  readonly opening: boolean;
  readonly fault: ShownFault | null;
};

export const startReport = (testInvitationId: number): Step<ReportState> =>
  step({ screen: 'report', testInvitationId, report: null, top: 0, opening: false, fault: null }, call('getReport', { testInvitationId }));

export const reportScopes = (): readonly Scope[] => ['report', 'global'];

export const sectionsHeight = (state: ReportState, env: Env): number => Math.max(2, bodyHeight(env) - 9 - faultHeight(state.fault, env));

export const reduceReport = (state: ReportState, event: ScreenEvent, env: Env): Step<ReportState> => {
  const { testInvitationId } = state;
  const last = Math.max(0, (state.report?.sections?.length ?? 0) - sectionsHeight(state, env));
  switch (event.type) {
    case 'refresh':
      return step(state, call('getReport', { testInvitationId }));
    case 'succeeded':
      if (event.op === 'getReport') return step({ ...state, report: event.value, fault: without(state.fault, event.op) });
      return event.op === 'openReport'
        ? step({ ...state, opening: false, fault: null }, notify(`Opened ${event.value.path}`))
        : step(state);
    case 'failed':
      return step({ ...state, opening: event.op === 'openReport' ? false : state.opening, fault: shown(event) });
    case 'command':
      if (event.id === 'up') return step({ ...state, top: Math.max(0, state.top - 1) });
      if (event.id === 'down') return step({ ...state, top: Math.min(last, state.top + 1) });
      if (event.id !== 'pdf' || state.opening) return step(state);
      return state.report?.reportStatus === 'Generated'
        ? step({ ...state, opening: true, fault: null }, call('openReport', { testInvitationId }))
        : step(state, notify('There is no PDF yet: the report is made when the attempt is completed.'));
    case 'typed':
    case 'edit':
    case 'due':
      return step(state);
  }
};
