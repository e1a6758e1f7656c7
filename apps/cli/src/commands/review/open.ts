import { requireConnection } from '../../config/connection.ts';
import type { Context } from '../../support/context.ts';
import { UsageError } from '../../support/failures.ts';

export type ScreenOptions = { readonly test?: number; readonly profile?: string };

/** Opens the screen where answers are graded one after another. */
export const openReviews = async (context: Context, { test, profile }: ScreenOptions): Promise<void> => {
  if (context.stdin.isTTY !== true || context.stdout.isTTY !== true)
    throw new UsageError('The screen needs a terminal, and here is none.', 'Scripts grade by assay review list, show and grade.');
  await context.openScreens(await requireConnection(context, profile), { screen: 'review', testId: test ?? null });
};
