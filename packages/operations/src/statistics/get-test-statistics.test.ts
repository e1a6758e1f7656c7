import type { Answer } from '@assay/domain';
import { reports, type Store, testTallies } from '@assay/store';
import { countLockWaits, testDialects } from '@assay/store/testing';
import { mixedAnswers, rightAnswers, second, smallTest, until } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { submitAttempt } from '../attempt/complete-attempt.ts';
import { recordEvents } from '../attempt/record-events.ts';
import { savePlace } from '../attempt/save-place.ts';
import { exportReportPdf } from '../report/export-report.ts';
import { getInvitationReport } from '../report/get-invitation-report.ts';
import { rewriteReport } from '../report/report-state.ts';
import type { Context } from '../support/context.ts';
import { statuscodeOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { countAttempts } from './count-attempts.ts';
import { exportStatisticsPdf, getTestStatistics } from './get-test-statistics.ts';

const settled = 11 * second;

/** Attempts like one that is completed, of invitations after it. */
const copyAttempt = (store: Store, invitationId: number, times: number) =>
  store.write(async (tx) => {
    for (const table of ['invitations', 'reports', 'answers'] as const) {
      const rows = await tx.kysely.selectFrom(table).selectAll().where('invitation_id', '=', invitationId).execute();
      for (let time = 1; time <= times; time += 1)
        for (const row of rows) {
          const own = table === 'invitations' ? { email_key: `${time}@example.com`, nonce: `nonce-${time}` } : {};
          await tx.kysely
            .insertInto(table)
            .values({ ...row, ...own, invitation_id: invitationId + time } as never)
            .execute();
        }
    }
  });

describe.each(testDialects)('statistics of a test on %s', (engine) => {
  const service = useService(engine);
  const statistics = (ctx: Context, testId: string) => value(getTestStatistics({ ctx, input: { testId } }));
  const finish = async (ctx: Context, testId: string, times: number, answers: Readonly<Record<number, Answer>> = rightAnswers) => {
    const ids: string[] = [];
    for (let time = 0; time < times; time += 1) {
      const { id, candidate } = await service.invite(ctx, testId);
      await service.complete(candidate, answers);
      ids.push(id);
    }
    await service.generate();
    return ids;
  };
  const storedTally = (testId: string) =>
    service.assay.store.read((db) =>
      db.kysely.selectFrom('test_tallies').selectAll().where('test_id', '=', Number(testId)).executeTakeFirst(),
    );

  it('are of finished attempts only, with who chose what', async () => {
    const { ctx, testId } = await service.mint();
    expect(await statistics(ctx, testId)).toMatchObject({
      isComplete: true,
      candidates: 0,
      meanPercent: null,
      reliability: null,
      questions: [],
    });
    await service.invite(ctx, testId, 'In progress');
    await finish(ctx, testId, 3);
    await finish(ctx, testId, 1, mixedAnswers);
    const found = await statistics(ctx, testId);
    expect(found).toMatchObject({ candidates: 4, reliability: { candidates: 4, questions: 4, versions: [1] } });
    expect(found.distribution.map(({ candidates }) => candidates)).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 3]);
    const [first] = found.questions;
    expect(first).toMatchObject({ questionId: 1, versions: [1], kind: 'single-choice', candidates: 4, right: 3, wrong: 1, flags: [] });
    expect(first?.difficulty).toBe(0.6875);
    expect(first?.options.map(({ optionId, candidates, meanPercent }) => [optionId, candidates, meanPercent])).toContainEqual([
      'a',
      1,
      26.67,
    ]);
  });

  it('have the median of how long each question was on the screen, without the time outside, where that was recorded', async () => {
    const { ctx, testId } = await service.mint();
    await finish(ctx, testId, 1);
    for (const seconds of [4, 10, 12]) {
      const { candidate } = await service.invite(ctx, testId, 'In progress');
      const left = { type: 'left', at: service.clock.advance(seconds * second) };
      const events = [left, { type: 'returned', at: service.clock.advance(7 * second) }];
      await value(recordEvents({ candidate, input: { body: { events } } }));
      await value(savePlace({ candidate, input: { body: { questionId: 3, flags: [] } } }));
      service.clock.advance(2 * second);
      await value(submitAttempt({ candidate }));
    }
    await service.generate();
    const { questions } = await statistics(ctx, testId);
    expect(questions.map(({ timed, medianSeconds }) => [timed, medianSeconds])).toEqual([
      [3, 10],
      [0, null],
      [3, 2],
      [0, null],
    ]);
  });

  it('follow questions by id over versions, also where they stand in another place', async () => {
    const { ctx, testId } = await service.mint({ key: 'followed' });
    await finish(ctx, testId, 2);
    await service.importTest(ctx, { key: 'followed', sections: [...smallTest.sections].reverse() });
    await finish(ctx, testId, 2, {});
    const { questions, candidates } = await statistics(ctx, testId);
    expect(candidates).toBe(4);
    expect(questions).toHaveLength(4);
    for (const question of questions) expect(question).toMatchObject({ candidates: 4, versions: [2, 1], right: 2, blank: 2 });
  });

  it('are kept, and later requests add what is new, in as many requests as it takes', async () => {
    const { ctx, testId } = await service.mint();
    await finish(ctx, testId, 5);
    service.clock.advance(settled);
    const key = { accountId: ctx.accountId, testId: Number(testId) };
    expect(await countAttempts(ctx.assay, key, 3)).toMatchObject({ isComplete: false, tally: { all: { n: 3 } } });
    expect(await countAttempts(ctx.assay, key, 3)).toMatchObject({ isComplete: true, tally: { all: { n: 5 } } });
    await finish(ctx, testId, 1);
    // Not kept yet: another report of the same seconds may still be committed.
    expect(await countAttempts(ctx.assay, key, 3)).toMatchObject({ isComplete: true, tally: { all: { n: 6 } } });
    expect(JSON.parse((await storedTally(testId))?.counted ?? '')).toMatchObject({ tally: { all: { n: 5 } } });
    expect(await statistics(ctx, testId)).toMatchObject({ candidates: 6 });
  });

  it('of many attempts are added up in a thread, to the same figures', async () => {
    const { ctx, testId } = await service.mint();
    const [id = ''] = await finish(ctx, testId, 1, mixedAnswers);
    service.clock.advance(settled);
    await copyAttempt(service.assay.store, Number(id), 300);
    const key = { accountId: ctx.accountId, testId: Number(testId) };
    const here = await countAttempts(service.assay, key, 5000);
    expect(here.tally.all.n).toBe(301);
    await service.assay.store.write((tx) => testTallies.forget(tx, key));
    const apart = { ...service.assay, tallyThread: new URL('./tally-thread.ts', import.meta.url) };
    expect(await countAttempts(apart, key, 5000)).toEqual(here);
    expect(JSON.parse((await storedTally(testId))?.counted ?? '')).toMatchObject({ tally: here.tally });
    await service.assay.store.write((tx) => testTallies.forget(tx, key));
    const broken = { ...service.assay, tallyThread: new URL('data:text/javascript,throw new Error("out of memory")') };
    await expect(countAttempts(broken, key, 5000)).rejects.toThrow('out of memory');
  });

  it('keep how often each option was picked, and nothing of other answers', async () => {
    const { ctx, testId } = await service.mint();
    await finish(ctx, testId, 2);
    await finish(ctx, testId, 1, { ...mixedAnswers, 4: '"}, [\\' });
    const { tally } = await countAttempts(ctx.assay, { accountId: ctx.accountId, testId: Number(testId) }, 5);
    const items = Object.values(tally.versions[1]?.items ?? {});
    expect(
      items.map(({ options }) =>
        Object.entries(options)
          .map(([option, [picked]]) => `${option} ${picked}`)
          .toSorted(),
      ),
    ).toEqual([['a 1', 'b 2'], ['a 3', 'b 3', 'c 1', 'd 2'], [], []]);
  });

  it('counted twice at once are counted once', async () => {
    const { ctx, testId } = await service.mint();
    await finish(ctx, testId, 4);
    service.clock.advance(settled);
    const found = await Promise.all([statistics(ctx, testId), statistics(ctx, testId), statistics(ctx, testId)]);
    expect(found.map(({ candidates }) => candidates)).toEqual([4, 4, 4]);
    expect(await statistics(ctx, testId)).toMatchObject({ candidates: 4 });
  });

  it('begin anew when a counted report is graded again', async () => {
    const { ctx, testId } = await service.mint();
    const [id] = await finish(ctx, testId, 3);
    service.clock.advance(settled);
    expect(await statistics(ctx, testId)).toMatchObject({ candidates: 3 });
    await service.assay.store.write(async (tx) => {
      const row = await reports.lock(tx, { accountId: ctx.accountId, invitationId: Number(id), attempt: 1 });
      if (row === undefined) throw new Error('there is no report');
      await rewriteReport(tx, row, {}, await tx.now());
    });
    expect((await storedTally(testId))?.counted).toBeNull();
    expect(await statistics(ctx, testId)).toMatchObject({ candidates: 3 });
  });

  // On SQLite one transaction writes at a time.
  if (engine === 'postgres')
    it('that begin while a report is graded again do not keep it as it was', async () => {
      const { ctx, testId } = await service.mint();
      const [id] = await finish(ctx, testId, 1);
      service.clock.advance(settled);
      const { store } = service.assay;
      let counting: Promise<unknown> = Promise.resolve();
      await store.write(async (tx) => {
        const row = await reports.lock(tx, { accountId: ctx.accountId, invitationId: Number(id), attempt: 1 });
        if (row?.figures == null) throw new Error('there is no report');
        const figures = { ...row.figures, score: '0' };
        await rewriteReport(tx, row, { figures }, await tx.now());
        let isCounted = false;
        counting = statistics(ctx, testId).finally(() => {
          isCounted = true;
        });
        await until('the count to wait or end', async () => isCounted || (await countLockWaits(store)) > 0 || undefined);
      });
      await counting;
      expect(await statistics(ctx, testId)).toMatchObject({ candidates: 1, meanPercent: 0 });
    });

  it('have the same as data of a document', async () => {
    const { ctx, testId } = await service.mint();
    await finish(ctx, testId, 2);
    const { isComplete, ...figures } = await statistics(ctx, testId);
    expect(await value(exportStatisticsPdf({ ctx, input: { testId } }))).toEqual({
      accountName: 'Acme',
      brand: { color: null, logo: null },
      testName: smallTest.name,
      generatedAt: service.clock.now,
      zone: 'Asia/Kolkata',
      statistics: figures,
    });
  });

  it('of a test of another account do not exist', async () => {
    const { testId } = await service.mint();
    const { ctx } = await service.mint();
    expect(await statuscodeOf(getTestStatistics({ ctx, input: { testId } }))).toBe('404.1');
    expect(await statuscodeOf(exportStatisticsPdf({ ctx, input: { testId } }))).toBe('404.1');
  });

  it('the report says where it stands once twenty have finished, and the document has the same', async () => {
    const { ctx, testId } = await service.mint();
    const report = (testInvitationId: string) => value(getInvitationReport({ ctx, input: { testInvitationId } }));
    const [id = ''] = await finish(ctx, testId, 1, mixedAnswers);
    await finish(ctx, testId, 18);
    expect(await report(id)).toMatchObject({ score: '2', group: null, sections: [{ sectionName: 'Choices', group: null }, {}] });
    const [best = ''] = await finish(ctx, testId, 1);
    expect(await report(id)).toMatchObject({
      group: { candidates: 20, percentile: 2, meanPercent: 96.3 },
      sections: [{ group: { percentile: 2, meanPercent: 95.5 } }, { group: { percentile: 2 } }],
    });
    expect((await report(best)).group).toMatchObject({ percentile: 52 });
    expect(await value(exportReportPdf({ ctx, input: { testInvitationId: id } }))).toMatchObject({
      group: { candidates: 20, percentile: 2 },
    });
  });
});
