import { gradings, reports, reviews } from '@assay/store';
import type { Context } from '../support/context.ts';

/**
 * What is wrong with the reports of an account when all loops have nothing left to do: those that wait though nothing is open, and answers
 * in the queue for which no report waits. Those of attempts that were reset, `invitation/attempt` in `resets`, may wait for ever.
 */
export const hangingReports = ({ assay, accountId }: Context, resets: ReadonlySet<string> = new Set()): Promise<string[]> =>
  assay.store.read(async (db) => {
    const keys = await db.kysely
      .selectFrom('reports')
      .select(['invitation_id', 'attempt'])
      .where('account_id', '=', accountId)
      .orderBy('invitation_id')
      .execute();
    const wrong: string[] = [];
    for (const { invitation_id: invitationId, attempt } of keys) {
      const key = { accountId, invitationId, attempt };
      const report = await reports.find(db, key);
      const states = (await reviews.list(db, key)).map(({ state }) => state);
      const isQueued = states.some((state) => state === 'waiting' || state === 'reconcile');
      const isOpen = isQueued || (await gradings.areWaiting(db, key));
      const name = `${invitationId}/${attempt}`;
      const isEnded = resets.has(name) && report?.not_before === reports.never;
      if (report?.status !== 'Generated' && !isOpen && !isEnded)
        wrong.push(`${name} is ${report?.status} by ${report?.key_version}, due ${report?.not_before}, with reviews ${states}`);
      if (isQueued && (report?.status === 'Generated' || resets.has(name)))
        wrong.push(`${name} is ${report?.status} and has an answer in the queue`);
    }
    return wrong;
  });
