import type { ManagedDelivery } from '@assay/domain';
import { Box, Text } from 'ink';
import { atUtc, timeLeft } from '../clock.ts';
import { hasAnswered, isWhole, rowsBetween, selectedRow, totalOf } from '../paged-rows.ts';
import type { Env } from '../screen.ts';
import { type DeliveriesState, deliveriesHeight } from '../screens/deliveries.ts';
import { topFor } from '../selection.ts';
import { clean, count } from '../text.ts';
import type { ColumnWish } from './columns.ts';
import { DialogBox, Empty, FaultBox } from './Parts.tsx';
import { Table } from './Table.tsx';
import { Tone, type ToneName } from './Tone.tsx';

const columns: readonly ColumnWish[] = [
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

export const DeliveriesView = ({ state, env }: { readonly state: DeliveriesState; readonly env: Env }) => {
  const { list } = state;
  const height = deliveriesHeight(state, env);
  const top = topFor(list.top, list.index, height);
  const total = totalOf(list);
  const selected = selectedRow(list);
  return (
    <Box flexDirection="column">
      <Tone tone="quiet">
        {hasAnswered(list)
          ? `${count(total, 'delivery', 'deliveries')}${isWhole(list) ? '' : ' read so far'}, failed first`
          : 'Reading the deliveries…'}
      </Tone>
      <Table
        columns={columns}
        env={env}
        selected={list.index - top}
        rows={rowsBetween(list, top, top + height).map(({ index, row }) => ({
          key: row?.deliveryId ?? -index,
          cells:
            row === undefined
              ? null
              : [
                  { text: row.state, tone: deliveryTone[row.state] },
                  row.kind,
                  row.destination,
                  String(row.attemptsMade),
                  row.nextAttemptAt === null ? '–' : timeLeft(Date.parse(row.nextAttemptAt), env.now).replace('over', 'now'),
                ],
        }))}
      />
      {isWhole(list) && total === 0 ? <Empty text="Nothing has been sent yet." /> : null}
      {selected === undefined ? null : (
        <Text wrap="truncate">
          <Tone tone="quiet">{`  ${atUtc(selected.createdAt)} UTC  ${clean(selected.lastError ?? '')}`}</Tone>
        </Text>
      )}
      <FaultBox fault={state.fault} />
      <DialogBox dialog={state.dialog} />
    </Box>
  );
};
