/** The selected line of a list that is in memory as a whole. When the list changes, `id` wins over `index`; `top` is the first line shown. */
export type Selection = { readonly id: number | null; readonly index: number; readonly top: number };

export const firstSelected: Selection = { id: null, index: 0, top: 0 };

/** The first line to show so that `index` is among `height` lines, as near to `top` as possible. */
export const topFor = (top: number, index: number, height: number): number =>
  Math.max(0, Math.min(index, Math.max(top, index - Math.max(1, height) + 1)));

/** The range of blocks, given by their heights, that fits in `height` lines and includes the block `index`. `to` is exclusive. */
export const fitAround = (lines: readonly number[], index: number, space: number): { from: number; to: number } => {
  const sum = (from: number, to: number): number => lines.slice(from, to).reduce((all, one) => all + one, 0);
  let from = 0;
  while (from < index && sum(from, index + 1) > space) from += 1;
  let to = index + 1;
  while (to < lines.length && sum(from, to + 1) <= space) to += 1;
  return { from, to };
};

export const targetOf = (index: number, command: string, total: number, height: number): number | undefined => {
  const page = Math.max(1, height - 1);
  const targets: Partial<Record<string, number>> = {
    up: index - 1,
    down: index + 1,
    'page-up': index - page,
    'page-down': index + page,
    first: 0,
    last: total - 1,
  };
  const target = targets[command];
  return target === undefined ? undefined : Math.max(0, Math.min(total - 1, target));
};

/** The selection after the list changed: the same id, wherever it is now, or else the same line. */
export const reselect = (selection: Selection, ids: readonly number[], height: number): Selection => {
  const found = selection.id === null ? -1 : ids.indexOf(selection.id);
  const index = found >= 0 ? found : Math.max(0, Math.min(selection.index, ids.length - 1));
  return { id: ids[index] ?? null, index, top: topFor(selection.top, index, height) };
};

/** The selection after a movement; undefined when the command is not one. */
export const move = (selection: Selection, command: string, ids: readonly number[], height: number): Selection | undefined => {
  const index = targetOf(selection.index, command, ids.length, height);
  return index === undefined ? undefined : { id: ids[index] ?? null, index, top: topFor(selection.top, index, height) };
};

/** The value `by` places after `value` in a ring of values. */
export const cycle = <Value extends string | number | null>(values: readonly Value[], value: Value, by: number): Value => {
  const next = values[(values.indexOf(value) + by + values.length) % values.length];
  return next === undefined ? value : next;
};
