import { largeTexts } from '@assay/store';
import type { Assay } from './context.ts';

const keptMilliseconds = 24 * 60 * 60_000;

/** Texts of a transaction, each with its rows: 64 for 16 MiB. */
const forgottenAtOnce = 4;

/** Drops some large texts that were staged a day ago and that nothing names, and returns how many. */
export const forgetStagedTexts = ({ assay }: { assay: Assay }): Promise<number> =>
  assay.store.write(async (tx) => largeTexts.forget(tx, { before: (await tx.now()) - keptMilliseconds, limit: forgottenAtOnce }));
