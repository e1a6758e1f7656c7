import { JoinResult, JoinState as JoinStateSchema } from '@assay/domain/take';
import { computed, type ReadonlySignal } from '@preact/signals';
import type { Browser } from './browser.ts';
import { decoder, json, request } from './http.ts';
import { type JoinDetails, type JoinEffect, type JoinEvent, type JoinState, joinWakeAt, reduceJoin, startJoin } from './join.ts';
import { createRuntime } from './runtime.ts';

const readDetails = decoder<JoinDetails>(JoinStateSchema);
const readJoined = decoder<{ readonly takeTestURL: string }>(JoinResult);

const viewsOf = (state: ReadonlySignal<JoinState>) => ({
  screen: computed(() => state.value.screen),
  untilOpen: computed(() => state.value.untilOpen),
  online: computed(() => state.value.online),
  fields: computed(() => state.value.fields),
  faults: computed(() => state.value.faults),
});

/** What the screens of a test link show, and `dispatch` for what the visitor does. */
export type JoinController = ReturnType<typeof viewsOf> & { readonly dispatch: (event: JoinEvent) => void };

type Deps = { readonly joinUrl: string; readonly browser: Browser };

/** Performs the effects of the reducer in `join.ts` in this browser. Nothing is requested before `page-rendered`. */
export const createJoinController = ({ joinUrl, browser }: Deps): JoinController => {
  const perform = async (effect: JoinEffect): Promise<void> => {
    switch (effect.type) {
      case 'load-details':
        return dispatch({ type: 'details-response', outcome: (await request(browser, joinUrl, {}, readDetails)).outcome });
      case 'join': {
        const { visitor } = effect;
        const { outcome } = await request(browser, joinUrl, json('POST', visitor), readJoined);
        return dispatch({ type: 'join-response', visitor, outcome });
      }
    }
  };
  const { state, dispatch } = createRuntime<JoinState, JoinEvent, JoinEffect>({
    browser,
    start: startJoin,
    reduce: reduceJoin,
    wakeAt: joinWakeAt,
    perform: (effect) => void perform(effect),
  });
  return { ...viewsOf(state), dispatch };
};
