import type { ManagedDelivery } from '@assay/domain';
import { Box } from 'ink';
import { count, wrap } from '../../output/text.ts';
import { atUtc, timeLeft } from '../../time/format-time.ts';
import { type Dialog, linesLeft, reduceOpenDialog, unlessAsking } from '../core/dialog.ts';
import { globalKeys, type IdOf, keySet, listKeys } from '../core/key-sets.ts';
import {
  emptyPages,
  hasLoaded,
  isComplete,
  type PagedRows,
  type RowKeys,
  selectedRow,
  totalOf,
  withoutPending,
} from '../core/paged-rows.ts';
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
import type { ColumnSpec } from '../parts/columns.ts';
import { PagedTable } from '../parts/PagedTable.tsx';
import { Body, Empty, Lines } from '../parts/Parts.tsx';
import type { Cell } from '../parts/Table.tsx';
import { Tone } from '../parts/Tone.tsx';
import { totalText } from '../parts/total-text.ts';
import { deliveryCursors } from '../services/ranked-cursors.ts';
import { call, type Succeeded } from '../services/services.ts';
import { deliveryScreen, deliveryTone, redeliverDialog } from './delivery.tsx';

const keys = keySet({
  open: { keys: ['enter', 'right', 'l'], hint: 'attempts', help: 'Attempts of the delivery' },
  redeliver: { keys: ['s'], hint: 'send again', help: 'Send the delivery once more', needs: 'manage' },
  'redeliver-all': { keys: ['a'], hint: 'all failed', help: 'Send all failed deliveries of the test once more', needs: 'manage' },
});
type Id = IdOf<typeof keys>;

/** Deliveries of a test, or of all: failed first. */
type DeliveriesState = {
  readonly testId: number | null;
  readonly list: PagedRows<ManagedDelivery>;
  readonly dialog: Dialog | null;
  readonly fault: ShownFault | null;
};

const deliveryKeys: RowKeys<ManagedDelivery> = {
  id: (row) => row.deliveryId,
  cursor: (row) => deliveryCursors.of(row.state, row.deliveryId),
  order: deliveryCursors.order,
};

/** Lines under the list for details of the selected delivery. */
const selectedHeight = 3;

const deliveriesHeight = (state: DeliveriesState, env: Env): number => Math.max(1, linesLeft(state, env, 3 + selectedHeight));

const load = (state: DeliveriesState, cursor: string | null): Effect => call('readDeliveries', { testId: state.testId, cursor });

const pager = pagerOf<ManagedDelivery, DeliveriesState>({ keys: deliveryKeys, height: deliveriesHeight, load });

const start = ({ testId }: { readonly testId: number | null }, env: Env): Step<DeliveriesState> =>
  pager.fetch({ testId, list: emptyPages(), dialog: null, fault: null }, env);

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
    case 'readDeliveries': {
      const page = { from: event.input.cursor, rows: event.value.deliveries, next: event.value.nextCursor, total: event.value.total };
      return pager.addPage({ ...state, fault: without(state.fault, event.op) }, page, env);
    }
    default:
      return step(state);
  }
};

const command = (state: DeliveriesState, event: Command<Id>, env: Env): Step<DeliveriesState> => {
  const moved = pager.move(state, event.id, env);
  if (moved !== undefined) return moved;
  if (event.id === 'redeliver-all')
    return state.testId === null
      ? step(state, notify('Open the deliveries of one test for this: all failed ones are sent test by test.'))
      : step({ ...state, dialog: redeliverAll(state.testId) });
  const row = selectedRow(state.list);
  if (row === undefined) return step(state);
  if (event.id === 'open') return step(state, go(deliveryScreen, { deliveryId: row.deliveryId }));
  return event.id === 'redeliver' ? step({ ...state, dialog: redeliverDialog(row) }) : step(state);
};

const reduce = (state: DeliveriesState, event: ScreenEvent<Id>, env: Env): Step<DeliveriesState> => {
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
        list: event.op === 'readDeliveries' ? withoutPending(state.list, event.input.cursor) : state.list,
      });
    case 'command':
      return command(state, event, env);
    case 'typed':
    case 'edit':
    case 'due':
      return step(state);
  }
};

const columns: readonly ColumnSpec[] = [
  { title: 'State', width: 9 },
  { title: 'Kind', width: 17, from: 64 },
  { title: 'To', share: 1 },
  { title: 'Tried', width: 5, align: 'right' },
  { title: 'Next', width: 8, align: 'right' },
];

const cellsOf = (row: ManagedDelivery, now: number): Cell[] => [
  { text: row.state, tone: deliveryTone[row.state] },
  row.kind,
  row.destination,
  String(row.attemptsMade),
  row.nextAttemptAt === null ? '–' : timeLeft(Date.parse(row.nextAttemptAt), now).replace('over', 'now'),
];

/** When the selected delivery was created and why it failed, in the lines that `deliveriesHeight` leaves free. */
const selectedLines = ({ createdAt, lastError }: ManagedDelivery, { columns }: Env): string[] =>
  wrap(`${atUtc(createdAt)} UTC  ${lastError ?? ''}`, columns - 2).slice(0, selectedHeight);

const View = ({ state, env }: { readonly state: DeliveriesState; readonly env: Env }) => {
  const { list } = state;
  const total = totalOf(list);
  const selected = selectedRow(list);
  return (
    <Body env={env} fault={state.fault} dialog={state.dialog}>
      <Tone tone="quiet">{hasLoaded(list) ? `${totalText(list, 'delivery', 'deliveries')}, failed first` : 'Reading the deliveries…'}</Tone>
      <PagedTable
        list={list}
        height={deliveriesHeight(state, env)}
        columns={columns}
        env={env}
        id={(row) => row.deliveryId}
        cells={(row) => cellsOf(row, env.now)}
      />
      {isComplete(list) && total === 0 ? <Empty env={env} text="Nothing has been sent yet." /> : null}
      {selected === undefined ? null : (
        <Box flexDirection="column" marginTop={1}>
          <Lines texts={selectedLines(selected, env)} tone="quiet" />
        </Box>
      )}
    </Body>
  );
};

export const deliveriesScreen = defineScreen({
  title: (state) => (state.testId === null ? 'Deliveries of all tests' : 'Deliveries'),
  keys,
  place: 'in the list of deliveries',
  active: unlessAsking(keys, listKeys, globalKeys),
  start,
  reduce,
  View,
});
