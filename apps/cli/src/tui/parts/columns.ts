/** A column of fixed width, or one that gets a `share` of the rest; with `from`, only in terminals of at least that many columns. */
export type ColumnSpec = { readonly title: string; readonly align?: 'left' | 'right'; readonly from?: number } & (
  | { readonly width: number }
  | { readonly share: number }
);

export type Column = { readonly width: number; readonly align: 'left' | 'right' };

export const gap = 2;
export const marker = 2;

/** Widths for a terminal of `total` columns; a column with a share gets at least 8. */
export const fit = (specs: readonly ColumnSpec[], total: number): Column[] => {
  const fixed = specs.reduce((sum, spec) => sum + ('width' in spec ? spec.width : 0), 0);
  const shares = specs.reduce((sum, spec) => sum + ('share' in spec ? spec.share : 0), 0);
  const left = Math.max(0, total - marker - fixed - gap * (specs.length - 1));
  return specs.map((spec) => ({
    width: 'width' in spec ? spec.width : Math.max(8, Math.floor((left * spec.share) / shares)),
    align: spec.align ?? 'left',
  }));
};
