import { setTimeout as pause } from 'node:timers/promises';
import { reports, type Tx } from '@assay/store';
import { testDialects, testPostgresUrl } from '@assay/store/testing';
import { inParallel, repetitions, smallTest } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { importTest } from '../assessment/import-test.ts';
import { submitAttempt } from '../attempt/complete-attempt.ts';
import type { Candidate } from '../attempt/open-invitation.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import { generateReports } from '../report/generate-reports.ts';
import { gradeReview } from '../review/grade-review.ts';
import { listReviews } from '../review/read-reviews.ts';
import type { Assay, Context } from '../support/context.ts';
import { hangingReports } from '../testing/hanging-reports.ts';
import { value } from '../testing/outcomes.ts';
import { smallEssay } from '../testing/reviews.ts';
import { type Invited, useService } from '../testing/service.ts';
import { type TwoStores, withTwoStores } from '../testing/two-stores.ts';
import { addRegrades, regradeTest } from './regrade-test.ts';

const fileOf = (answer: string) => ({
  key: 'raced',
  sections: [{ name: 'One', questions: [{ kind: 'text', prompt: 'Capital of France?', marks: 3, answer }] }],
});

const essayFile = (also: object) => ({ key: 'raced-essay', sections: [{ name: 'One', questions: [{ ...smallEssay, ...also }] }] });

type Attempt = { readonly ctx: Context; readonly testId: string; readonly candidate: Candidate };

// On SQLite one transaction writes at a time.
describe.each(testDialects.filter((engine) => engine !== 'sqlite'))('a regrade beside a completion, on %s', (engine) => {
  const service = useService(engine);

  /** The candidate ends the attempt; the test is regraded from when the completion has looked for that until it is committed. */
  const completeBesideRegrade = async ({ ctx, testId, candidate }: Attempt): Promise<void> => {
    const { store } = service.assay;
    let isWalked = false;
    const write = <Value>(run: (tx: Tx) => Promise<Value>) =>
      store.write(async (tx) => {
        const result = await run(tx);
        if (!isWalked) {
          isWalked = true;
          await value(regradeTest({ ctx, input: { testId, body: {} } }));
          while ((await addRegrades({ assay: service.assay })) > 0);
        }
        return result;
      });
    const slow = { ...service.assay, store: { ...store, engine: store.engine, read: store.read.bind(store), write } };
    await value(submitAttempt({ candidate: { ...candidate, assay: slow } as typeof candidate }));
    expect(isWalked).toBe(true);
  };
  const walk = async () => {
    await service.generate();
    while ((await addRegrades({ assay: service.assay })) > 0);
    await service.generate();
  };
  const reportOf = (ctx: Context, id: string) =>
    service.assay.store.read((db) => reports.find(db, { accountId: ctx.accountId, invitationId: Number(id), attempt: 1 }));

  it('reaches an attempt whose completion looked for a regrade before it and committed after its walk', async () => {
    const { ctx, testId } = await service.mint(fileOf('Paris'));
    const { id, candidate } = await service.invite(ctx, testId, 'In progress');
    await service.answer(candidate, { 1: 'Lutetia' });
    await service.importTest(ctx, fileOf('Lutetia'));
    await completeBesideRegrade({ ctx, testId, candidate });
    await walk();
    expect(await reportOf(ctx, id)).toMatchObject({ status: 'Generated', key_version: 2, figures: { score: '3' } });
  });

  it('reaches one that waits for a grade, which nobody need give as the question is void', async () => {
    const { ctx, testId } = await service.mint(essayFile({}));
    const { id, candidate } = await service.invite(ctx, testId, 'In progress');
    await service.answer(candidate, { 1: 'Because.' });
    await service.importTest(ctx, essayFile({ void: 'full-marks' }));
    await completeBesideRegrade({ ctx, testId, candidate });
    await walk();
    expect(await reportOf(ctx, id)).toMatchObject({ status: 'Generated', key_version: 2, figures: { score: '1' } });
    expect(await hangingReports(ctx)).toEqual([]);
  });

  it('reaches one of whose essay a grade was given before generation looked at it', async () => {
    const { ctx, testId } = await service.mint(essayFile({ graders: 2 }));
    const { id, candidate } = await service.invite(ctx, testId, 'In progress');
    await service.answer(candidate, { 1: 'Because.' });
    await service.importTest(ctx, essayFile({ graders: 2, void: 'full-marks' }));
    await completeBesideRegrade({ ctx, testId, candidate });
    const [review] = (await value(listReviews({ ctx, input: { query: { testId } } }))).reviews;
    await value(gradeReview({ ctx, input: { reviewId: String(review?.reviewId), body: { marks: [0] } } }));
    await walk();
    expect(await reportOf(ctx, id)).toMatchObject({ status: 'Generated', key_version: 2, figures: { score: '1' } });
    expect(await hangingReports(ctx)).toEqual([]);
  });

  it('reaches one that was reset before generation looked at it', async () => {
    const { ctx, testId } = await service.mint(essayFile({}));
    const { id, candidate } = await service.invite(ctx, testId, 'In progress');
    await service.answer(candidate, { 1: 'Because.' });
    await service.importTest(ctx, essayFile({ void: 'full-marks' }));
    await completeBesideRegrade({ ctx, testId, candidate });
    await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
    await walk();
    expect(await reportOf(ctx, id)).toMatchObject({ status: 'Generated', key_version: 2, figures: { score: '1' } });
  });

  it('reaches one that waits for nothing, as the question was void, which it is no more', async () => {
    const { ctx, testId } = await service.mint(essayFile({}));
    const { id, candidate } = await service.invite(ctx, testId, 'In progress');
    await service.answer(candidate, { 1: 'Because.' });
    await service.importTest(ctx, essayFile({ void: 'full-marks' }));
    await value(regradeTest({ ctx, input: { testId, body: {} } }));
    await walk();
    await service.importTest(ctx, essayFile({}));
    await completeBesideRegrade({ ctx, testId, candidate });
    await walk();
    expect(await reportOf(ctx, id)).toMatchObject({ status: 'In progress', key_version: 3 });
    expect(await hangingReports(ctx)).toEqual([]);
    expect((await value(listReviews({ ctx, input: { query: { testId } } }))).reviews).toHaveLength(1);
  });
});

/** Twelve candidates submit while their essay becomes void, and in some rounds counts again; loops of two servers run meanwhile. */
const race = async ({ service, first, second }: TwoStores, round: number): Promise<string[]> => {
  const ctx = await service.mintAccount();
  const by = (assay: Assay): Context => ({ ...ctx, assay });
  const testId = await service.importTest(ctx, essayFile({}));
  const invited = await inParallel(Array.from({ length: 12 }), 4, async () => {
    const one = await service.invite(ctx, testId, 'In progress');
    await service.answer(one.candidate, { 1: 'Because.' });
    return one;
  });
  const regrade = async (assay: Assay, also: object): Promise<void> => {
    await value(importTest({ ctx: by(assay), input: { body: { ...smallTest, ...essayFile(also) } } }));
    await value(regradeTest({ ctx: by(assay), input: { testId, body: {} } }));
  };
  let racing = true;
  const work = async (assay: Assay): Promise<number> =>
    (await addRegrades({ assay })) + (await generateReports({ assay, onFailure: ({ error }) => Promise.reject(error) }));
  const loop = async (assay: Assay): Promise<void> => {
    while (racing) if ((await work(assay)) === 0) await pause(1);
  };
  const loops = [first, second].map(loop);
  const isVoidAtLast = round % 3 > 0;
  const submit = async ({ candidate }: Invited, index: number): Promise<void> => {
    await pause(index * 3);
    await value(submitAttempt({ candidate: { ...candidate, assay: index % 2 === 0 ? first : second } }));
  };
  const grade = async (): Promise<void> => {
    await pause(20);
    const { reviews } = await value(listReviews({ ctx, input: { query: {} } }));
    // Some are withdrawn meanwhile.
    for (const { reviewId } of reviews.slice(0, 2)) await gradeReview({ ctx, input: { reviewId: String(reviewId), body: { marks: [1] } } });
  };
  const submits = invited.map(submit);
  const reset = async (): Promise<void> => {
    await submits[5];
    await value(resetInvitation({ ctx, input: { testInvitationId: invited[5]?.id ?? '' } }));
  };
  const regrades = async (): Promise<void> => {
    await pause(round % 20);
    await regrade(second, { void: 'full-marks' });
    if (!isVoidAtLast) await regrade(first, {});
  };
  try {
    await Promise.all([...submits, regrades(), ...(round % 2 === 0 ? [grade(), reset()] : [])]);
  } finally {
    racing = false;
    await Promise.all(loops);
  }
  while ((await work(first)) > 0);
  const resets = new Set(round % 2 === 0 ? [`${invited[5]?.id}/1`] : []);
  const wrong = await hangingReports(ctx, resets);
  const isQueued = (await value(listReviews({ ctx, input: { query: {} } }))).reviews.length > 0;
  return isVoidAtLast && isQueued ? [...wrong, 'an answer to a void question is in the queue'] : wrong;
};

describe.skipIf(testPostgresUrl === undefined)('two servers on PostgreSQL', () => {
  it('leave no report waiting for nothing when twelve submit while a regrade makes their essay void, or count again', async () => {
    const wrong: string[] = [];
    const rounds = repetitions(8, 200);
    const deadlocks = await withTwoStores(async (shared) => {
      for (let round = 0; round < rounds; round += 1) wrong.push(...(await race(shared, round)).map((one) => `round ${round}: ${one}`));
    });
    expect(wrong).toEqual([]);
    expect(deadlocks).toBe(0);
  }, 3_600_000);
});
