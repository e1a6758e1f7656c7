import type { Column } from '../text.ts';

/** A column of fixed width, or one that shares what is left by its `share`; with `from`, only in terminals of so many columns. */
export type ColumnWish = { readonly title: string; readonly align?: 'left' | 'right'; readonly from?: number } & (
  | { readonly width: number }
  | { readonly share: number }
);

export const gap = 2;
export const marker = 2;

/** Widths for a terminal of `total` columns; a column that shares gets at least 8. */
export const fit = (wishes: readonly ColumnWish[], total: number): Column[] => {
  const fixed = wishes.reduce((sum, wish) => sum + ('width' in wish ? wish.width : 0), 0);
  const shares = wishes.reduce((sum, wish) => sum + ('share' in wish ? wish.share : 0), 0);
  const left = Math.max(0, total - marker - fixed - gap * (wishes.length - 1));
  return wishes.map((wish) => ({
    width: 'width' in wish ? wish.width : Math.max(8, Math.floor((left * wish.share) / shares)),
    align: wish.align ?? 'left',
  }));
};
