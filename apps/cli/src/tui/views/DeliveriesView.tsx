import type { ManagedDelivery } from '@assay/domain';
import { Box } from 'ink';
import { wrap } from '../../output/text.ts';
import { atUtc, timeLeft } from '../../time/format-time.ts';
import { hasLoaded, isComplete, selectedRow, totalOf } from '../core/paged-rows.ts';
import type { Env } from '../core/screen.ts';
import { type DeliveriesState, deliveriesHeight, selectedHeight } from '../screens/deliveries.ts';
import type { ColumnSpec } from './columns.ts';
import { PagedTable } from './PagedTable.tsx';
import { Body, Empty, Lines } from './Parts.tsx';
import type { Cell } from './Table.tsx';
import { Tone, type ToneName } from './Tone.tsx';
import { totalText } from './total-text.ts';

const columns: readonly ColumnSpec[] = [
  { title: 'State', width: 9 },
  { title: 'Kind', width: 17, from: 64 },
  { title: 'To', share: 1 },
  { title: 'Tried', width: 5, align: 'right' },
  { title: 'Next', width: 8, align: 'right' },
];

export const deliveryTone: Readonly<Record<ManagedDelivery['state'], ToneName>> = {
  failed: 'bad',
  pending: 'busy',
  waiting: 'plain',
  delivered: 'good',
};

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

export const DeliveriesView = ({ state, env }: { readonly state: DeliveriesState; readonly env: Env }) => {
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
