import { gradings } from '@assay/store';
import type { Assay } from '../support/context.ts';

/** A grading that this process holds the lease of. */
export type ClaimedGrading = gradings.Grading;

/** Accounts that one claim looks at. Where none of so many has anything due, the next claim looks at those after them. */
const mostAccounts = 200;

type Claim = {
  readonly assay: Assay;
  readonly limit: number;
  /** The account whose turn was last; 0 to begin with the first. */
  readonly after?: number;
};

type Claimed = { readonly claimed: readonly ClaimedGrading[]; readonly after: number };

/**
 * Takes the lease of gradings that are due; other workers skip them until the lease ends. Accounts take turns, so that the ten thousand
 * programs of one, or its regrade, delay another by a few. Returns whose turn was last, for the next claim.
 */
export const claimGradings = ({ assay, limit, after = 0 }: Claim): Promise<Claimed> =>
  assay.store.write(async (tx) => {
    const now = await tx.now();
    const accounts = await gradings.listAccounts(tx, { now, after, most: mostAccounts });
    const isLast = accounts.length < mostAccounts;
    const first = isLast && after > 0 ? await gradings.listAccounts(tx, { now, after: 0, most: mostAccounts }) : [];
    const round = [...accounts, ...first.filter(({ accountId }) => accountId <= after)];
    let due = round.filter(({ isDue }) => isDue).map(({ accountId }) => accountId);
    const claimed: ClaimedGrading[] = [];
    let last = isLast ? 0 : (accounts.at(-1)?.accountId ?? 0);
    while (due.length > 0 && claimed.length < limit) {
      const stillDue: number[] = [];
      for (const accountId of due) {
        if (claimed.length === limit) break;
        const row = await gradings.lockDue(tx, { now, accountId });
        const lease = { lease_until: now + assay.timings.gradingLeaseMs };
        if (row === undefined || !(await gradings.update(tx, row, lease))) continue;
        claimed.push({ ...row, ...lease });
        stillDue.push(accountId);
        last = accountId;
      }
      due = stillDue;
    }
    return { claimed, after: last };
  });
