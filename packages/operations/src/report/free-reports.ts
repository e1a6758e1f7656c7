import { reports, type Tx, waitingReports } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { resolveReport } from './resolve-report.ts';

/** Reports of a slice; each costs a few look-ups by index. */
const slice = 200;

export type FreedReport = { readonly accountId: number; readonly invitationId: number; readonly attempt: number };

/** Decides again what a report waits for. False if there is nothing to mend: somebody came first, or its attempt was reset. */
const free = async (assay: Assay, tx: Tx, { accountId, invitationId, attempt }: FreedReport): Promise<boolean> => {
  const report = await reports.lock(tx, { accountId, invitationId, attempt });
  const now = await tx.now();
  // A claimed report is due, so no worker that generates one loses its lease.
  if (report?.status !== 'In progress' || report.not_before <= now) return false;
  return (await resolveReport(assay, tx, report, now)) !== 'withdrawn';
};

type Slice = {
  /** Those that waited for nothing, which are due now or wait for what there is. */
  readonly freed: readonly FreedReport[];
  /** Where the next slice begins; undefined after the last one. */
  readonly next: waitingReports.Waiting | undefined;
};

/**
 * Looks at some of the reports of all accounts that wait, and frees those that wait for nothing. There are none unless something is wrong, or
 * a server of an earlier version left them.
 *
 * @param after where the slice before ended; undefined for the first one
 */
export const freeReports = async ({ assay, after }: { assay: Assay; after: waitingReports.Waiting | undefined }): Promise<Slice> => {
  const found = await assay.store.readSlice(0, async (db) => {
    const from = after ?? { not_before: await db.now(), account_id: 0, invitation_id: 0, attempt: 0 };
    return waitingReports.listAfter(db, { after: from, limit: slice });
  });
  const freed: FreedReport[] = [];
  for (const { account_id: accountId, invitation_id: invitationId, attempt, isIdle } of found) {
    const key = { accountId, invitationId, attempt };
    if (isIdle && (await assay.store.write((tx) => free(assay, tx, key)))) freed.push(key);
  }
  return { freed, next: found.length < slice ? undefined : found.at(-1) };
};
