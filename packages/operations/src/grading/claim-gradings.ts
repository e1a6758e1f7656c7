import { gradings, type Tx } from '@assay/store';
import type { Assay } from '../support/context.ts';

/** A grading that this process holds the lease of. */
export type ClaimedGrading = gradings.Grading;

/** Of a regrade: its report is complete, and is shown as it was until then. */
export const isRegrade = ({ round }: ClaimedGrading): boolean => round > 1;

/** Accounts that one claim looks at. Where none of so many has anything due, the next claim looks at those after them. */
const mostAccounts = 200;
/** First gradings in a row that regrades may wait behind: these must not wait for ever. */
const mostInARow = 4;

/** Whose turn was last, each 0 to begin with the first account, and how many first gradings were claimed since a regrade. */
export type ClaimTurns = { readonly first: number; readonly regrade: number; readonly inARow: number };
const noTurns: ClaimTurns = { first: 0, regrade: 0, inARow: 0 };

type Claim = {
  readonly assay: Assay;
  readonly limit: number;
  /** Claims no regrade beyond so many gradings. */
  readonly limitOfRegrades?: number;
  readonly turns?: ClaimTurns;
};

type Claimed = { readonly claimed: readonly ClaimedGrading[]; readonly turns: ClaimTurns };

type Round = { readonly now: number; readonly turn: gradings.GradingTurn; readonly after: number };

/** Takes the lease of what is due, of one account after the other. Returns the account whose turn was last. */
async function* claimByTurn(assay: Assay, tx: Tx, { now, turn, after }: Round): AsyncGenerator<ClaimedGrading, number> {
  const accounts = await gradings.listAccounts(tx, { now, turn, after, most: mostAccounts });
  const isLast = accounts.length < mostAccounts;
  const first = isLast && after > 0 ? await gradings.listAccounts(tx, { now, turn, after: 0, most: mostAccounts }) : [];
  const round = [...accounts, ...first.filter(({ accountId }) => accountId <= after)];
  let due = round.filter(({ isDue }) => isDue).map(({ accountId }) => accountId);
  let last = isLast ? 0 : (accounts.at(-1)?.accountId ?? 0);
  while (due.length > 0) {
    const stillDue: number[] = [];
    for (const accountId of due) {
      const row = await gradings.lockDue(tx, { now, turn, accountId });
      const lease = { lease_until: now + assay.timings.gradingLeaseMs };
      if (row === undefined || !(await gradings.update(tx, row, lease))) continue;
      stillDue.push(accountId);
      last = accountId;
      yield { ...row, ...lease };
    }
    due = stillDue;
  }
  return last;
}

/**
 * Takes the lease of gradings that are due; other workers skip them until the lease ends. First gradings come before regrades, but for one
 * after each four. In both, accounts take turns, so that the ten thousand programs of one delay another by a few. Returns whose turn was
 * last, for the next claim.
 */
export const claimGradings = ({ assay, limit, limitOfRegrades = limit, turns = noTurns }: Claim): Promise<Claimed> =>
  assay.store.write(async (tx) => {
    const now = await tx.now();
    const first = claimByTurn(assay, tx, { now, turn: 1, after: turns.first });
    const regrades = claimByTurn(assay, tx, { now, turn: 2, after: turns.regrade });
    const claimed: ClaimedGrading[] = [];
    let next = turns;
    const take = async (from: typeof first): Promise<boolean> => {
      const isFirst = from === first;
      if (claimed.length >= (isFirst ? limit : limitOfRegrades)) return false;
      const { done, value } = await from.next();
      if (value === undefined) return false;
      const last = done ? value : value.account_id;
      next = { ...next, ...(isFirst ? { first: last } : { regrade: last }) };
      if (done) return false;
      claimed.push(value);
      next = { ...next, inARow: isFirst ? next.inARow + 1 : 0 };
      return true;
    };
    for (let isGoingOn = true; isGoingOn; )
      isGoingOn = next.inARow >= mostInARow ? (await take(regrades)) || (await take(first)) : (await take(first)) || (await take(regrades));
    return { claimed, turns: next };
  });
