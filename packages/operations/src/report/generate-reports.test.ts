import { formatInstant } from '@assay/domain';
import { StoreUnavailable } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { deferred, minute, second, totalScore } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { getInvitationTimeline } from '../invitation/get-invitation.ts';
import type { Assay, Context } from '../support/context.ts';
import { TestVersions } from '../support/test-versions.ts';
import { mintWithCallback, theDelivery } from '../testing/deliveries.ts';
import { value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { type GenerationFailure, generateReports } from './generate-reports.ts';
import { getReport } from './get-report.ts';

describe.each(testDialects)('report generation on %s', (engine) => {
  const service = useService(engine);
  const report = (ctx: Context, id: string) => value(getReport({ ctx, input: { testInvitationId: id } }));
  const entries = async (ctx: Context, id: string, type: string) =>
    (await value(getInvitationTimeline({ ctx, input: { testInvitationId: id } }))).timeline.filter((entry) => entry.type === type);
  const stored = (id: string) =>
    service.assay.store.read((db) =>
      db.kysely.selectFrom('reports').selectAll().where('invitation_id', '=', Number(id)).executeTakeFirstOrThrow(),
    );

  /** Another process: it shares the database and nothing else. */
  const process = (): Assay => ({ ...service.assay, testVersions: new TestVersions() });
  const run = async (assay: Assay = process()) => {
    const failures: GenerationFailure[] = [];
    const claimed = await generateReports({ assay, onFailure: (failure) => failures.push(failure) });
    return { claimed, failures };
  };

  /** Spoils what is stored of a test; the answer puts it right again. */
  const corrupt = async (ctx: Context, testId: string) => {
    const write = (definition: string) =>
      service.assay.store.write(async (tx) => {
        await tx.kysely
          .updateTable('test_versions')
          .set({ definition })
          .where('account_id', '=', ctx.accountId)
          .where('test_id', '=', Number(testId))
          .execute();
      });
    const { definition } = await service.assay.store.read((db) =>
      db.kysely.selectFrom('test_versions').select('definition').where('test_id', '=', Number(testId)).executeTakeFirstOrThrow(),
    );
    await write('{ this is no JSON');
    return () => write(definition);
  };

  it('a failing generation is told, retried after 1 s, 2 s, 4 s, visible meanwhile, and ends well when the cause is gone', async () => {
    const { ctx, testId } = await service.mint();
    const { id } = await service.invite(ctx, testId, 'Completed');
    const repair = await corrupt(ctx, testId);
    for (const [index, pause] of [second, 2 * second, 4 * second].entries()) {
      const { claimed, failures } = await run();
      expect([claimed, failures]).toMatchObject([1, [{ accountId: ctx.accountId, invitationId: Number(id) }]]);
      expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Pending', score: null, timeTaken: null, testStatus: 'Completed' });
      expect(await entries(ctx, id, 'report.failed')).toHaveLength(index + 1);
      expect(await stored(id)).toMatchObject({ failures: index + 1, last_error: expect.stringContaining('JSON') });
      service.clock.advance(pause - 1);
      expect((await run()).claimed).toBe(0);
      service.clock.advance(1);
    }
    await repair();
    expect(await run()).toEqual({ claimed: 1, failures: [] });
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: totalScore });
    expect(await stored(id)).toMatchObject({ last_error: null });
    expect((await run()).claimed).toBe(0);
  });

  it('the pause between tries never grows beyond 10 minutes', async () => {
    const { ctx, testId } = await service.mint();
    const { id } = await service.invite(ctx, testId, 'Completed');
    const repair = await corrupt(ctx, testId);
    for (let tries = 0; tries < 15; tries += 1) {
      expect((await run()).failures).toHaveLength(1);
      const { not_before } = await stored(id);
      expect(not_before - service.clock.now).toBeLessThanOrEqual(10 * minute);
      service.clock.moveTo(not_before);
    }
    await repair();
    await service.generate(process());
  });

  it('what waited for the report is released in the transaction that generates it: without the one there is not the other', async () => {
    const { ctx, id, candidate } = await mintWithCallback(service);
    await service.complete(candidate);
    const lost = new Error('the power failed before the commit');
    const { store } = service.assay;
    /** Claims, then commits or loses the next transaction, and writes nothing after it. */
    const limited = (commits: boolean): Assay => {
      let writes = 0;
      return {
        ...process(),
        store: {
          ...store,
          write: (work) => {
            writes += 1;
            if (writes > 2) return Promise.reject(lost);
            if (writes === 1 || commits) return store.write(work);
            return store.write(async (tx) => {
              await work(tx);
              throw lost;
            });
          },
        },
      };
    };
    await expect(run(limited(false))).rejects.toBe(lost);
    expect(await stored(id)).toMatchObject({ status: 'In progress' });
    expect(await theDelivery(ctx)).toMatchObject({ state: 'waiting', nextAttemptAt: null });
    service.clock.advance(minute);
    expect(await run(limited(true))).toEqual({ claimed: 1, failures: [] });
    expect(await stored(id)).toMatchObject({ status: 'Generated' });
    expect(await theDelivery(ctx)).toMatchObject({ state: 'pending', nextAttemptAt: formatInstant(service.clock.now) });
  });

  it('a report that fails to be generated releases nothing; that of another attempt releases its own', async () => {
    const bad = await mintWithCallback(service);
    const good = await mintWithCallback(service);
    for (const { candidate } of [bad, good]) await service.complete(candidate);
    const repair = await corrupt(bad.ctx, bad.testId);
    expect((await run()).failures).toHaveLength(1);
    expect(await theDelivery(bad.ctx)).toMatchObject({ state: 'waiting' });
    expect(await theDelivery(good.ctx)).toMatchObject({ state: 'pending' });
    await repair();
    service.clock.advance(second);
    await service.generate(process());
    expect(await theDelivery(bad.ctx)).toMatchObject({ state: 'pending' });
  });

  it('one that fails does not hold up the others', async () => {
    const bad = await service.mint();
    const good = await service.mint();
    const failing = await service.invite(bad.ctx, bad.testId, 'Completed');
    const fine = await service.invite(good.ctx, good.testId, 'Completed');
    const repair = await corrupt(bad.ctx, bad.testId);
    expect((await run()).failures).toMatchObject([{ invitationId: Number(failing.id) }]);
    expect(await report(good.ctx, fine.id)).toMatchObject({ reportStatus: 'Generated' });
    await repair();
    service.clock.advance(second);
    await service.generate(process());
  });

  it('two generators at once never generate twice', async () => {
    const { ctx, testId } = await service.mint();
    const done = await Promise.all(Array.from({ length: 30 }, () => service.invite(ctx, testId, 'Completed')));
    const runs = await Promise.all([run(), run(), run()]);
    expect(runs.reduce((sum, { claimed }) => sum + claimed, 0)).toBe(30);
    for (const { id } of done) {
      expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated' });
      expect(await entries(ctx, id, 'report.generated')).toHaveLength(1);
    }
  });

  it('more than one batch is generated in turns until nothing is due', async () => {
    const { ctx, testId } = await service.mint();
    const done = await Promise.all(Array.from({ length: 60 }, () => service.invite(ctx, testId, 'Completed')));
    await service.generate(process());
    for (const { id } of done) expect(await stored(id)).toMatchObject({ status: 'Generated' });
  });

  const lease = 10_000;

  it('api-v2 §3.4: In progress while a generator holds the lease; one that was killed loses it after ten seconds', async () => {
    const { ctx, testId } = await service.mint();
    const { id } = await service.invite(ctx, testId, 'Completed');
    const claimedBy = new Error('killed');
    // Claims, then dies: neither the reading nor the note of its failure is ever written.
    let writes = 0;
    const dying: Assay = {
      ...process(),
      store: {
        ...service.assay.store,
        read: () => Promise.reject(claimedBy),
        write: (work) => {
          writes += 1;
          return writes === 1 ? service.assay.store.write(work) : Promise.reject(claimedBy);
        },
      },
    };
    await expect(run(dying)).rejects.toBe(claimedBy);
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'In progress', score: null, timeTaken: null });
    service.clock.advance(lease - 1);
    expect((await run()).claimed).toBe(0);
    service.clock.advance(1);
    expect(await run()).toEqual({ claimed: 1, failures: [] });
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: totalScore });
  });

  it('storage that refuses a report is no failure of the report, although it takes the note of one: generated when the lease ends', async () => {
    const { ctx, testId } = await service.mint();
    const { id } = await service.invite(ctx, testId, 'Completed');
    const refused = new StoreUnavailable('the storage of the database refuses writes');
    const { store } = service.assay;
    let writes = 0;
    const write: typeof store.write = (work) => {
      writes += 1;
      return writes === 2 ? Promise.reject(refused) : store.write(work);
    };
    await expect(run({ ...process(), store: { ...store, write } })).rejects.toBe(refused);
    expect(await stored(id)).toMatchObject({ status: 'In progress', failures: 0, last_error: null });
    expect(await entries(ctx, id, 'report.failed')).toEqual([]);
    service.clock.advance(lease);
    expect(await run()).toEqual({ claimed: 1, failures: [] });
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: totalScore });
  });

  it('a generator that has lost its lease to another does not write a second time', async () => {
    const { ctx, testId } = await service.mint();
    const { id } = await service.invite(ctx, testId, 'Completed');
    const release = deferred();
    const reading = deferred();
    const slow: Assay = {
      ...process(),
      store: {
        ...service.assay.store,
        read: async (work) => {
          reading.resolve();
          await release.promise;
          return service.assay.store.read(work);
        },
      },
    };
    const late = run(slow);
    await reading.promise;
    service.clock.advance(minute);
    expect(await run()).toEqual({ claimed: 1, failures: [] });
    const generated = await stored(id);
    service.clock.advance(second);
    release.resolve();
    expect((await late).claimed).toBe(1);
    expect(await stored(id)).toEqual(generated);
    expect(await entries(ctx, id, 'report.generated')).toHaveLength(1);
  });
});
