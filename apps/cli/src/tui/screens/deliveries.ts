import type { ManagedDelivery } from '@assay/domain';
import type { Scope } from '../bindings.ts';
import { deliveryOrder, deliveryRank } from '../delivery-order.ts';
import { type Dialog, dialogHeight, dialogScopes, reduceDialog } from '../dialog.ts';
import { again, emptyPages, type Keys, movePages, type PagedRows, receive, selectedRow, want, withoutPending } from '../paged-rows.ts';
import {
  bodyHeight,
  type Effect,
  type Env,
  faultHeight,
  go,
  type ScreenEvent,
  type ShownFault,
  type Step,
  say,
  shown,
  step,
  without,
} from '../screen.ts';
import { type Answered, call } from '../services.ts';
import { count } from '../text.ts';

/** Deliveries of a test, or of all: failed first. */
export type DeliveriesState = {
  readonly screen: 'deliveries';
  readonly testId: number | null;
  readonly list: PagedRows<ManagedDelivery>;
  readonly dialog: Dialog | null;
  readonly fault: ShownFault | null;
};

export const deliveryKeys: Keys<ManagedDelivery> = {
  id: (row) => row.deliveryId,
  cursor: (row) => `${deliveryRank(row.state)}:${row.deliveryId}`,
  order: deliveryOrder,
};

export const deliveriesHeight = (state: DeliveriesState, env: Env): number =>
  Math.max(1, bodyHeight(env) - 4 - dialogHeight(state.dialog) - faultHeight(state.fault));

const ask = (state: DeliveriesState, cursor: string | null): Effect => call('listDeliveries', { testId: state.testId, cursor });

const fetchWanted = (state: DeliveriesState, env: Env, ...effects: readonly Effect[]): Step<DeliveriesState> => {
  const { list, cursors } = want(state.list, deliveriesHeight(state, env));
  return step({ ...state, list }, ...effects, ...cursors.map((cursor) => ask(state, cursor)));
};

const fetchAgain = (state: DeliveriesState, env: Env, ...effects: readonly Effect[]): Step<DeliveriesState> => {
  const { list, cursors } = again(state.list, deliveriesHeight(state, env));
  return fetchWanted({ ...state, list }, env, ...effects, ...cursors.map((cursor) => ask(state, cursor)));
};

export const startDeliveries = (testId: number | null, env: Env): Step<DeliveriesState> =>
  fetchWanted({ screen: 'deliveries', testId, list: emptyPages(), dialog: null, fault: null }, env);

export const deliveriesScopes = (state: DeliveriesState): readonly Scope[] =>
  state.dialog === null ? ['deliveries', 'list', 'global'] : dialogScopes(state.dialog);

export const redeliverDialog = (row: ManagedDelivery): Dialog => ({
  kind: 'confirm',
  title: `Send delivery ${row.deliveryId} once more?`,
  lines: ['It keeps its id: the receiver can tell that it had it before.', `To ${row.destination}`],
  yes: call('redeliverDelivery', { deliveryId: row.deliveryId }),
});

const redeliverAll = (testId: number): Dialog => ({
  kind: 'confirm',
  title: 'Send all failed deliveries of this test once more?',
  lines: ['Up to 500 go at once; each keeps its id.'],
  yes: call('redeliverFailed', { testId }),
});

const answered = (state: DeliveriesState, event: Answered, env: Env): Step<DeliveriesState> => {
  switch (event.op) {
    case 'redeliverDelivery':
      return fetchAgain({ ...state, fault: null }, env, say(`Delivery ${event.value.deliveryId} is on its way.`));
    case 'redeliverFailed': {
      const { results, more } = event.value;
      const sent = results.filter((result) => result.redelivered).length;
      const kept = results.find((result) => result.error !== null);
      const rest = kept === undefined ? '' : ` ${results.length - sent} not: ${kept.error}`;
      return fetchAgain(
        { ...state, fault: null },
        env,
        say(`${count(sent, 'delivery', 'deliveries')} on the way.${rest}${more ? ' There are more.' : ''}`),
      );
    }
    case 'listDeliveries': {
      const page = { from: event.input.cursor, rows: event.value.deliveries, next: event.value.nextCursor };
      const list = receive(state.list, page, deliveryKeys, deliveriesHeight(state, env));
      return fetchWanted({ ...state, list, fault: without(state.fault, event.op) }, env);
    }
    default:
      return step(state);
  }
};

const command = (state: DeliveriesState, event: ScreenEvent & { type: 'command' }, env: Env): Step<DeliveriesState> => {
  const moved = movePages(state.list, event.id, deliveryKeys, deliveriesHeight(state, env));
  if (moved !== undefined) return fetchWanted({ ...state, list: moved }, env);
  if (event.id === 'redeliver-all')
    return state.testId === null
      ? step(state, say('Open the deliveries of one test for this: all failed ones are sent test by test.'))
      : step({ ...state, dialog: redeliverAll(state.testId) });
  const row = selectedRow(state.list);
  if (row === undefined) return step(state);
  if (event.id === 'open') return step(state, go({ screen: 'delivery', deliveryId: row.deliveryId }));
  return event.id === 'redeliver' ? step({ ...state, dialog: redeliverDialog(row) }) : step(state);
};

export const reduceDeliveries = (state: DeliveriesState, event: ScreenEvent, env: Env): Step<DeliveriesState> => {
  if (state.dialog !== null && event.type === 'command') {
    const next = reduceDialog(state.dialog, event);
    if (next.type === 'open') return step(state);
    return next.type === 'left' ? step({ ...state, dialog: null }) : step({ ...state, dialog: null, fault: null }, next.call);
  }
  switch (event.type) {
    case 'refresh':
      return fetchAgain(state, env);
    case 'answered':
      return answered(state, event, env);
    case 'failed':
      return step({
        ...state,
        fault: shown(event),
        list: event.op === 'listDeliveries' ? withoutPending(state.list, event.input.cursor) : state.list,
      });
    case 'command':
      return command(state, event, env);
    case 'typed':
    case 'edit':
    case 'due':
      return step(state);
  }
};
