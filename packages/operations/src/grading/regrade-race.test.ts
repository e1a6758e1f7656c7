import { reports, type Tx } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { describe, expect, it } from 'vitest';
import { submitAttempt } from '../attempt/complete-attempt.ts';
import { value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { addRegrades, regradeTest } from './regrade-test.ts';

const fileOf = (answer: string) => ({
  key: 'raced',
  sections: [{ name: 'One', questions: [{ kind: 'text', prompt: 'Capital of France?', marks: 3, answer }] }],
});

// On SQLite one transaction writes at a time.
describe.each(testDialects.filter((engine) => engine !== 'sqlite'))('a regrade beside a completion, on %s', (engine) => {
  const service = useService(engine);

  it('reaches an attempt whose completion looked for a regrade before it and committed after its walk', async () => {
    const { ctx, testId } = await service.mint(fileOf('Paris'));
    const { id, candidate } = await service.invite(ctx, testId, 'In progress');
    await service.answer(candidate, { 1: 'Lutetia' });
    await service.importTest(ctx, fileOf('Lutetia'));
    const store = service.assay.store;
    let isWalked = false;
    const slow = {
      ...candidate,
      assay: {
        ...service.assay,
        store: {
          ...store,
          engine: store.engine,
          read: store.read.bind(store),
          write: <Value>(run: (tx: Tx) => Promise<Value>) =>
            store.write(async (tx) => {
              const result = await run(tx);
              if (!isWalked) {
                isWalked = true;
                await value(regradeTest({ ctx, input: { testId, body: {} } }));
                while ((await addRegrades({ assay: service.assay })) > 0);
              }
              return result;
            }),
        },
      },
    } as typeof candidate;
    await value(submitAttempt({ candidate: slow }));
    expect(isWalked).toBe(true);
    await service.generate();
    while ((await addRegrades({ assay: service.assay })) > 0);
    await service.generate();
    const report = await store.read((db) => reports.find(db, { accountId: ctx.accountId, invitationId: Number(id), attempt: 1 }));
    expect(report).toMatchObject({ status: 'Generated', key_version: 2, figures: { score: '3' } });
  });
});
