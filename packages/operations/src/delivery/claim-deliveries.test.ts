import type { Db, Tx } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { second } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { callbackLane } from '../support/callback-lane.ts';
import type { Assay } from '../support/context.ts';
import { copyDue, mintDue } from '../testing/deliveries.ts';
import { useService } from '../testing/service.ts';
import { claimDeliveries } from './claim-deliveries.ts';

type Statement = { readonly text: string; readonly values: unknown[] };

/** The same service, and the queries that its writes make. */
const watched = (assay: Assay): { assay: Assay; queries: Statement[] } => {
  const queries: Statement[] = [];
  const watch = (tx: Tx): Tx => ({
    ...tx,
    execute: (text, values) => {
      if (/^(select|with)/.test(text)) queries.push({ text, values });
      return tx.execute(text, values);
    },
  });
  return { assay: { ...assay, store: { ...assay.store, write: (work) => assay.store.write((tx) => work(watch(tx))) } }, queries };
};

type Plan = {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
};

const rowsOf = (plan: Plan): number => {
  const { 'Actual Rows': kept, 'Rows Removed by Filter': removed = 0, 'Actual Loops': loops, Plans: inner = [] } = plan;
  const own = plan['Relation Name'] === 'deliveries' ? (kept + removed) * loops : 0;
  return inner.reduce((sum, one) => sum + rowsOf(one), own);
};

/** How many rows of the outbox PostgreSQL reads for a query. */
const rowsRead = async (db: Db, { text, values }: Statement): Promise<number> => {
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, format json) ${text}`, values);
  const [explained] = rows;
  if (explained === undefined) throw new Error('the query has no plan');
  return rowsOf(explained['QUERY PLAN'][0].Plan);
};

/** More than one claim looks at. */
const many = 1500;

describe.each(testDialects)('a claim on %s', (engine) => {
  const service = useService(engine);

  it('behind two lanes with a backlog takes what came later in the others, soonest first, and does not read the backlog', async () => {
    const backlogs = [await mintDue(service), await mintDue(service)];
    for (const backlog of backlogs) await copyDue(service, backlog, many, () => backlog.receiver.url);
    const full = new Set(backlogs.map(({ receiver }) => callbackLane(receiver.url)));
    service.clock.advance(second);
    const live = await mintDue(service);
    await copyDue(service, live, 4, () => live.receiver.url);
    service.clock.advance(second);
    const others = [live, await mintDue(service), await mintDue(service)];

    const { assay, queries } = watched(service.assay);
    const roomIn = (lane: string) => (full.has(lane) ? 0 : 4);
    const claim = () => claimDeliveries({ assay, limit: 256, roomIn, further: { freed: [], after: '' } });
    const { claimed, reached } = await claim();
    const counts = others.map(({ ctx }) => claimed.filter(({ account_id }) => account_id === ctx.accountId).length);
    expect([counts, claimed.length, reached]).toEqual([[4, 1, 1], 6, undefined]);
    expect((await claim()).claimed.map(({ account_id }) => account_id)).toEqual([live.ctx.accountId]);
    // The plans of SQLite, which does not count rows, are in query-plans.test.ts of the server.
    if (engine === 'sqlite') return;
    const read = await service.assay.store.write(async (tx) => {
      await tx.execute('analyze deliveries', []);
      let rows = 0;
      for (const query of queries) rows += await rowsRead(tx, query);
      return rows;
    });
    expect(read / 2).toBeLessThan(400);
  });
});
