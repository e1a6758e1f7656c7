import { ConfirmationState, Joined, JoinResult, JoinState as JoinStateSchema } from '@assay/domain/take';
import { computed, type ReadonlySignal } from '@preact/signals';
import type { Browser } from '../browser.ts';
import { createRuntime } from '../runtime.ts';
import { decoder, json, request } from '../server/http.ts';
import {
  type Confirmation,
  type JoinDetails,
  type JoinEffect,
  type JoinEvent,
  type JoinState,
  joinWakeAt,
  type Registered,
  reduceJoin,
  startJoin,
} from './join.ts';

const readDetails = decoder<JoinDetails>(JoinStateSchema);
const readConfirmation = decoder<Confirmation>(ConfirmationState);
const readRegistered = decoder<Registered>(JoinResult);
const readJoined = decoder<Registered>(Joined);

const viewsOf = (state: ReadonlySignal<JoinState>) => ({
  screen: computed(() => state.value.screen),
  untilOpen: computed(() => state.value.untilOpen),
  online: computed(() => state.value.online),
  fields: computed(() => state.value.fields),
  faults: computed(() => state.value.faults),
});

/** What the screens of a test link show, and `dispatch` for what the visitor does. */
export type JoinController = ReturnType<typeof viewsOf> & { readonly dispatch: (event: JoinEvent) => void };

/** `confirms`: the page of a mailed address, which confirms what was typed on the page of the link. */
export type JoinDeps = { readonly joinUrl: string; readonly confirms: boolean; readonly browser: Browser };

/** Performs the effects of the reducer in `join.ts` in this browser. Nothing is requested before `page-rendered`. */
export const createJoinController = ({ joinUrl, confirms, browser }: JoinDeps): JoinController => {
  const perform = async (effect: JoinEffect): Promise<void> => {
    switch (effect.type) {
      case 'load-details': {
        const { outcome } = await request<JoinDetails | Confirmation>(browser, joinUrl, {}, confirms ? readConfirmation : readDetails);
        return dispatch({ type: 'details-response', outcome });
      }
      case 'join': {
        const { visitor } = effect;
        const { outcome } = await request(browser, joinUrl, json('POST', confirms ? {} : visitor), confirms ? readJoined : readRegistered);
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
