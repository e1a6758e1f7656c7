import { mostCounted, ok, operations } from '@assay/domain';
import { gradings, invitations, regrades, reports } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import { applyRegrade } from '../report/regrade-report.ts';
import type { Assay } from '../support/context.ts';
import { writeOperation } from '../support/operation.ts';

/** Has the completed attempts of a test graded again by the keys of its present version. A loop walks its reports. */
export const regradeTest = writeOperation(
  operations.regradeTest,
  async ({ assay, accountId, tx }, { testId, body: { dryRun = false, reason = null, notify = false } }) => {
    const found = await findTest(tx, accountId, testId);
    if (!found.ok) return found;
    const { version } = found.value;
    const programs = await gradings.countBefore(tx, { accountId, testId, version, most: mostCounted });
    if (!dryRun) {
      await regrades.request(tx, { accountId, testId, version, now: await tx.now(), reason, notify: notify ? 1 : 0 });
      tx.afterCommit(() => assay.wake('gradings'));
    }
    return ok({ testId, version, programs, dryRun });
  },
);

/** Reports that are walked before other loops have a turn. */
const step = 25;

/**
 * Regrades the next report of the walk that was requested first, and writes how far it is in the same transaction; false when there is
 * nothing to do. One report for each: with two, the second would be locked after the sums of the test that the first one changed.
 */
const walkOne = (assay: Assay): Promise<boolean> =>
  assay.store.write(async (tx) => {
    const walk = await regrades.lockDue(tx);
    if (walk === undefined) return false;
    const { account_id: accountId, test_id: testId, version } = walk;
    const from = { accountId, testId, version, invitationId: walk.invitation_id, attempt: walk.attempt };
    const [next] = await reports.listAfter(tx, { ...from, limit: 1 });
    const key = next && { accountId, invitationId: next.invitation_id, attempt: next.attempt };
    if (key !== undefined) await invitations.lock(tx, key);
    const report = key && (await reports.lock(tx, key));
    if (report !== undefined) await applyRegrade(assay, tx, report, { version, now: await tx.now() });
    await regrades.update(tx, walk, next ?? { done_at: await tx.now() });
    return true;
  });

/** Walks some reports of a test that is to be regraded. Returns how many; 0 when there is nothing to do. */
export const addRegrades = async ({ assay }: { assay: Assay }): Promise<number> => {
  if (!(await assay.store.read((db) => regrades.isDue(db)))) return 0;
  let walked = 0;
  while (walked < step && (await walkOne(assay))) walked += 1;
  return walked;
};
