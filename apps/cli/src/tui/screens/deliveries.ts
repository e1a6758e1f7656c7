import type { ManagedDelivery } from '@assay/domain';
import { count } from '../../output/text.ts';
import type { Scope } from '../core/bindings.ts';
import { type Dialog, dialogScopes, linesLeft, reduceOpenDialog } from '../core/dialog.ts';
import { emptyPages, type PagedRows, type RowKeys, selectedRow, withoutPending } from '../core/paged-rows.ts';
import { pagerOf } from '../core/paged-screen.ts';
import { type Effect, type Env, go, notify, type ScreenEvent, type ShownFault, type Step, shown, step, without } from '../core/screen.ts';
import { deliveryCursors } from '../services/ranked-cursors.ts';
import { call, type Succeeded } from '../services/services.ts';

/** Deliveries of a test, or of all: failed first. */
export type DeliveriesState = {
  readonly screen: 'deliveries';
  readonly testId: number | null;
  readonly list: PagedRows<ManagedDelivery>;
  readonly dialog: Dialog | null;
  readonly fault: ShownFault | null;
};

export const deliveryKeys: RowKeys<ManagedDelivery> = {
  id: (row) => row.deliveryId,
  cursor: (row) => deliveryCursors.of(row.state, row.deliveryId),
  order: deliveryCursors.order,
};

/** Lines under the list for details of the selected delivery. */
export const selectedHeight = 3;

export const deliveriesHeight = (state: DeliveriesState, env: Env): number => Math.max(1, linesLeft(state, env, 3 + selectedHeight));

const load = (state: DeliveriesState, cursor: string | null): Effect => call('listDeliveries', { testId: state.testId, cursor });

const pager = pagerOf<ManagedDelivery, DeliveriesState>({ keys: deliveryKeys, height: deliveriesHeight, load });

export const startDeliveries = (testId: number | null, env: Env): Step<DeliveriesState> =>
  pager.fetch({ screen: 'deliveries', testId, list: emptyPages(), dialog: null, fault: null }, env);

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

const succeeded = (state: DeliveriesState, event: Succeeded, env: Env): Step<DeliveriesState> => {
  switch (event.op) {
    case 'redeliverDelivery':
      return pager.refresh({ ...state, fault: null }, env, notify(`Delivery ${event.value.deliveryId} is on its way.`));
    case 'redeliverFailed': {
      const { results, more } = event.value;
      const sent = results.filter((result) => result.redelivered).length;
      const kept = results.find((result) => result.error !== null);
      const rest = kept === undefined ? '' : ` ${results.length - sent} not: ${kept.error}`;
      return pager.refresh(
        { ...state, fault: null },
        env,
        notify(`${count(sent, 'delivery', 'deliveries')} on the way.${rest}${more ? ' There are more.' : ''}`),
      );
    }
    case 'listDeliveries': {
      const page = { from: event.input.cursor, rows: event.value.deliveries, next: event.value.nextCursor, total: event.value.total };
      return pager.addPage({ ...state, fault: without(state.fault, event.op) }, page, env);
    }
    default:
      return step(state);
  }
};

const command = (state: DeliveriesState, event: ScreenEvent & { type: 'command' }, env: Env): Step<DeliveriesState> => {
  const moved = pager.move(state, event.id, env);
  if (moved !== undefined) return moved;
  if (event.id === 'redeliver-all')
    return state.testId === null
      ? step(state, notify('Open the deliveries of one test for this: all failed ones are sent test by test.'))
      : step({ ...state, dialog: redeliverAll(state.testId) });
  const row = selectedRow(state.list);
  if (row === undefined) return step(state);
  if (event.id === 'open') return step(state, go({ screen: 'delivery', deliveryId: row.deliveryId }));
  return event.id === 'redeliver' ? step({ ...state, dialog: redeliverDialog(row) }) : step(state);
};

export const reduceDeliveries = (state: DeliveriesState, event: ScreenEvent, env: Env): Step<DeliveriesState> => {
  const inDialog = reduceOpenDialog(state, event);
  if (inDialog !== undefined) return inDialog;
  switch (event.type) {
    case 'refresh':
      return pager.refresh(state, env);
    case 'succeeded':
      return succeeded(state, event, env);
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
