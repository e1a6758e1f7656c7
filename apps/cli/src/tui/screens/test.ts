import type { Scope } from '../core/bindings.ts';
import {
  bodyHeight,
  type Env,
  faultHeight,
  go,
  type ScreenEvent,
  type ShownFault,
  type Step,
  shown,
  step,
  without,
} from '../core/screen.ts';
import { firstSelected, move, reselect, type Selection } from '../core/selection.ts';
import { call, type TestOverview } from '../services/services.ts';

/** One test: its funnel, and one pane of either its test links or its sections. */
export type TestState = {
  readonly screen: 'test';
  readonly testId: number;
  readonly overview: TestOverview | null;
  readonly pane: 'links' | 'sections';
  readonly links: Selection;
  readonly sections: Selection;
  readonly fault: ShownFault | null;
};

export const startTest = (testId: number): Step<TestState> =>
  step(
    { screen: 'test', testId, overview: null, pane: 'links', links: firstSelected, sections: firstSelected, fault: null },
    call('getTest', { testId }),
  );

export const testScopes = (): readonly Scope[] => ['test', 'list', 'global'];

export const paneHeight = (state: TestState, env: Env): number => Math.max(3, bodyHeight(env) - 11 - faultHeight(state.fault, env));

const paneIds = (overview: TestOverview | null, pane: TestState['pane']): number[] =>
  pane === 'links' ? (overview?.links ?? []).map((link) => link.testLinkId) : (overview?.sections ?? []).map((_, position) => position);

const moveTo = (state: TestState, event: ScreenEvent & { type: 'command' }): Step<TestState> => {
  const { testId } = state;
  switch (event.id) {
    case 'open': {
      const link = state.pane === 'links' ? state.overview?.links[state.links.index] : undefined;
      return link === undefined ? step(state) : step(state, go({ screen: 'link', testId, testLinkId: link.testLinkId }));
    }
    case 'invitations':
      return step(state, go({ screen: 'invitations', testId }));
    case 'new-link':
      return step(state, go({ screen: 'link-form', testId, link: null }));
    case 'register':
      return step(state, go({ screen: 'register', testId, testLinkId: null }));
    case 'import':
      return step(state, go({ screen: 'import', testId, testLinkId: null }));
    case 'deliveries':
      return step(state, go({ screen: 'deliveries', testId }));
    case 'statistics':
      return step(state, go({ screen: 'statistics', testId }));
    case 'pane':
      return step({ ...state, pane: state.pane === 'links' ? 'sections' : 'links' });
    default:
      return step(state);
  }
};

export const reduceTest = (state: TestState, event: ScreenEvent, env: Env): Step<TestState> => {
  switch (event.type) {
    case 'refresh':
      return step(state, call('getTest', { testId: state.testId }));
    case 'succeeded': {
      if (event.op !== 'getTest') return step(state);
      const overview = event.value;
      const height = paneHeight(state, env);
      return step({
        ...state,
        overview,
        fault: without(state.fault, event.op),
        links: reselect(state.links, paneIds(overview, 'links'), height),
        sections: reselect(state.sections, paneIds(overview, 'sections'), height),
      });
    }
    case 'failed':
      return step(event.op === 'getTest' ? { ...state, fault: shown(event) } : state);
    case 'command': {
      const moved = move(state[state.pane], event.id, paneIds(state.overview, state.pane), paneHeight(state, env));
      return moved === undefined ? moveTo(state, event) : step({ ...state, [state.pane]: moved });
    }
    case 'typed':
    case 'edit':
    case 'due':
      return step(state);
  }
};
