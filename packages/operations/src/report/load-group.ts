import { type Group, groupOf } from '@assay/domain';
import { countAttempts } from '../statistics/count-attempts.ts';
import type { Assay } from '../support/context.ts';

/** Attempts that one report counts if nobody counted them before, so that the first one after an upgrade does not wait for all. */
const mostPerReport = 500;

type Compared = Parameters<typeof groupOf>[1];

/** Where reports stand among all of their test; null while these are too few, or not all counted. */
export const loadGroups = async (
  assay: Assay,
  key: { accountId: number; testId: number },
  reports: readonly Compared[],
): Promise<(Group | null)[]> => {
  const { tally, isComplete } = await countAttempts(assay, key, mostPerReport);
  return reports.map((one) => (isComplete ? groupOf(tally, one) : null));
};

export const loadGroup = async (assay: Assay, key: { accountId: number; testId: number }, report: Compared): Promise<Group | null> =>
  (await loadGroups(assay, key, [report]))[0] ?? null;
