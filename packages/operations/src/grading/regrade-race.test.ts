import { reports, type Tx } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { hour } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { submitAttempt } from '../attempt/complete-attempt.ts';
import type { Candidate } from '../attempt/open-invitation.ts';
import type { Context } from '../support/context.ts';
import { value } from '../testing/outcomes.ts';
import { smallEssay } from '../testing/reviews.ts';
import { useService } from '../testing/service.ts';
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
    expect(await reportOf(ctx, id)).toMatchObject({ status: 'In progress', key_version: null });
    service.clock.advance(25 * hour);
    await walk();
    expect(await reportOf(ctx, id)).toMatchObject({ status: 'Generated', key_version: 2, figures: { score: '1' } });
  });
});
