import { Box, Text } from 'ink';
import { cell } from '../../output/text.ts';
import type { Env } from '../core/screen.ts';
import { topFor } from '../core/selection.ts';
import { type ColumnSpec, fit, gap } from './columns.ts';
import { Tone, type ToneName } from './Tone.tsx';

export type Cell = string | { readonly text: string; readonly tone: ToneName };

/** One line of a list; `cells` is null while the row is not loaded. */
export type TableRow = { readonly key: number; readonly cells: readonly Cell[] | null };

type Props = {
  readonly columns: readonly ColumnSpec[];
  readonly rows: readonly TableRow[];
  /** Index of the selected row in `rows`; -1 for none. */
  readonly selected: number;
  readonly env: Env;
};

/** A heading and one line per row; the selected row has a `›` and is inverse where the terminal can do that. */
export const Table = ({ columns: specs, rows, selected, env }: Props) => {
  const places = specs.flatMap((column, place) => ((column.from ?? 0) <= env.columns ? [place] : []));
  const columns = specs.filter((_, place) => places.includes(place));
  const widths = fit(columns, env.columns);
  const space = ' '.repeat(gap);
  return (
    <Box flexDirection="column" flexShrink={0}>
      <Text bold wrap="truncate">
        {`  ${columns.map(({ title }, position) => cell(title, widths[position]?.width ?? 0, widths[position]?.align)).join(space)}`}
      </Text>
      {rows.map((row, place) => (
        <Text key={row.key} inverse={place === selected} wrap="truncate">
          {place === selected ? '› ' : '  '}
          {row.cells === null
            ? '…'
            : row.cells
                .filter((_, place) => places.includes(place))
                .map((value, position) => {
                  const { text, tone } = typeof value === 'string' ? { text: value, tone: 'plain' as const } : value;
                  const shown = (position === 0 ? '' : space) + cell(text, widths[position]?.width ?? 0, widths[position]?.align);
                  return (
                    <Tone key={columns[position]?.title ?? position} tone={place === selected ? 'plain' : tone}>
                      {shown}
                    </Tone>
                  );
                })}
        </Text>
      ))}
    </Box>
  );
};

/** The part of a list that fits, and the index of the selected row in it. */
export const windowOf = <Row,>(all: readonly Row[], selection: { readonly index: number; readonly top: number }, height: number) => {
  const top = topFor(selection.top, selection.index, height);
  return { rows: all.slice(top, top + height), selected: selection.index - top, top };
};
