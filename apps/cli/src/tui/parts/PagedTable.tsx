import { Text } from 'ink';
import type { LineInput } from '../core/line-input.ts';
import { type PagedRows, rowsBetween } from '../core/paged-rows.ts';
import type { Env } from '../core/screen.ts';
import { topFor } from '../core/selection.ts';
import type { ColumnSpec } from './columns.ts';
import { Line } from './Parts.tsx';
import { type Cell, Table } from './Table.tsx';
import { Tone } from './Tone.tsx';

type HeadProps = {
  readonly summary: string;
  readonly filter?: string | null;
  readonly search: LineInput;
  readonly searching: boolean;
  readonly seekingEnd: boolean;
};

/** The line above a long list: how many rows it has, its filter and its search. */
export const ListHead = ({ summary, filter = null, search, searching, seekingEnd }: HeadProps) => (
  <Text wrap="truncate">
    <Tone tone="quiet">{summary}</Tone>
    {filter === null ? null : `   only ${filter}`}
    {searching || search.text !== '' ? (
      <Text>
        {'   / '}
        <Line line={search} active={searching} />
      </Text>
    ) : null}
    {seekingEnd ? '   on the way to the last; any movement stops' : ''}
  </Text>
);

type Props<Row> = {
  readonly list: PagedRows<Row>;
  readonly height: number;
  readonly columns: readonly ColumnSpec[];
  readonly env: Env;
  readonly id: (row: Row) => number;
  readonly cells: (row: Row) => readonly Cell[];
};

/** The part of a long list that fits; rows that are not loaded are `…`. */
export const PagedTable = <Row,>({ list, height, columns, env, id, cells }: Props<Row>) => {
  const top = topFor(list.top, list.index, height);
  const rows = rowsBetween(list, top, top + height).map(({ index, row }) =>
    row === undefined ? { key: -index, cells: null } : { key: id(row), cells: cells(row) },
  );
  return <Table columns={columns} env={env} selected={list.index - top} rows={rows} />;
};
