import { gradings } from '@assay/store';
import type { Assay } from '../support/context.ts';

/** A grading that this process holds the lease of. */
export type ClaimedGrading = gradings.Grading;

/** Takes the lease of gradings that are due; other workers skip them until the lease ends. */
export const claimGradings = ({ assay, limit }: { assay: Assay; limit: number }): Promise<ClaimedGrading[]> =>
  assay.store.write(async (tx) => {
    const now = await tx.now();
    const claimed: ClaimedGrading[] = [];
    for (const row of await gradings.lockDue(tx, now, limit)) {
      const lease = { lease_until: now + assay.timings.gradingLeaseMs };
      if (await gradings.update(tx, row, lease)) claimed.push({ ...row, ...lease });
    }
    return claimed;
  });
