import { defineTest, questionsOf, TestFile } from '@assay/domain';
import { smallTest } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { refusalOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { dumpAccount } from '../testing/tables.ts';
import { duplicateTest } from './duplicate-test.ts';
import { exportTest } from './export-test.ts';
import { importTest } from './import-test.ts';
import { listManagedTests } from './list-managed-tests.ts';
import { getManagedTest } from './managed-test.ts';
import { previewTest } from './preview-test.ts';
import { setTestStatus } from './set-test-status.ts';

describe('managing tests', () => {
  const service = useService();

  it('an exported file is one that says the same when it is imported again', async () => {
    const { ctx, testId } = await service.mint({ key: 'mine' });
    const file = await value(exportTest({ ctx, input: { testId, query: {} } }));
    expect(TestFile.safeParse(file).success).toBe(true);
    expect(await value(importTest({ ctx, input: { body: file } }))).toMatchObject({ outcome: 'unchanged', version: 1 });
  });

  it('an export has the ids of all questions, and a copy keeps them', async () => {
    const { ctx, testId } = await service.mint({ key: 'mine' });
    const file = await value(exportTest({ ctx, input: { testId, query: {} } }));
    const idsIn = ({ sections }: TestFile) => sections.flatMap(({ questions }) => questions.map(({ id }) => id));
    expect(new Set(idsIn(file)).size).toBe(questionsOf(defineTest(TestFile.parse(smallTest))).length);
    const copy = await value(duplicateTest({ ctx, input: { testId, body: {} } }));
    expect(idsIn(await value(exportTest({ ctx, input: { testId: String(copy.testId), query: {} } })))).toEqual(idsIn(file));
  });

  it('ids that a file writes make a new version, ids that it leaves out do not', async () => {
    const { ctx, testId } = await service.mint({ key: 'mine' });
    const [section] = smallTest.sections;
    const named = { ...section, questions: (section?.questions ?? []).map((one, index) => ({ ...one, id: `question-${index + 1}` })) };
    const run = (sections: readonly object[]) => value(importTest({ ctx, input: { body: { ...smallTest, key: 'mine', sections } } }));
    expect(await run([named, ...smallTest.sections.slice(1)])).toMatchObject({ outcome: 'updated', version: 2 });
    expect(await run([named, ...smallTest.sections.slice(1)])).toMatchObject({ outcome: 'unchanged', version: 2 });
    expect(await run([...smallTest.sections])).toMatchObject({ outcome: 'unchanged', version: 2 });
    const longer = { ...section, name: 'Renamed' };
    expect(await run([longer, ...smallTest.sections.slice(1)])).toMatchObject({ outcome: 'updated', version: 3 });
    const file = await value(exportTest({ ctx, input: { testId, query: {} } }));
    expect(file.sections[0]?.questions.map(({ id }) => id)).toEqual(named.questions.map(({ id }) => id));
  });

  it('an earlier version can be exported; one that never was is 404.1', async () => {
    const { ctx, testId } = await service.mint({ key: 'mine' });
    await service.importTest(ctx, { key: 'mine', name: 'Renamed' });
    expect(await value(exportTest({ ctx, input: { testId, query: { version: '1' } } }))).toMatchObject({ name: smallTest.name });
    expect(await value(exportTest({ ctx, input: { testId, query: {} } }))).toMatchObject({ name: 'Renamed' });
    expect((await refusalOf(exportTest({ ctx, input: { testId, query: { version: '3' } } }))).statuscode).toBe('404.1');
    expect((await refusalOf(exportTest({ ctx, input: { testId, query: { version: 'x' } } }))).message).toContain('version');
  });

  it('a copy is a new, inactive test without a key, or with the one given', async () => {
    const { ctx, testId } = await service.mint({ key: 'mine' });
    const copy = await value(duplicateTest({ ctx, input: { testId, body: {} } }));
    expect(copy).toMatchObject({ testName: `Copy of ${smallTest.name}`, key: null, status: 'Inactive', outcome: 'created' });
    expect(copy.testId).not.toBe(Number(testId));
    const named = await value(duplicateTest({ ctx, input: { testId, body: { name: 'Second', key: 'second' } } }));
    expect(named).toMatchObject({ testName: 'Second', key: 'second', totalScore: copy.totalScore });
  });

  it('a copy never becomes a version of a test that has the key already', async () => {
    const { ctx, testId } = await service.mint({ key: 'mine' });
    const refused = await refusalOf(duplicateTest({ ctx, input: { testId, body: { key: 'mine' } } }));
    expect(refused).toMatchObject({ statuscode: '409.1', message: expect.stringContaining('mine') });
    expect(await value(getManagedTest({ ctx, input: { testId } }))).toMatchObject({ version: 1 });
  });

  it('a name of 200 characters leaves room for a copy', async () => {
    const { ctx, testId } = await service.mint({ name: '👍'.repeat(200) });
    const { testName } = await value(duplicateTest({ ctx, input: { testId, body: {} } }));
    expect([...testName]).toHaveLength(200);
  });

  it('a preview shows what candidates see, without the key, and leaves no trace', async () => {
    const { ctx, testId } = await service.mint();
    const before = await dumpAccount(service.assay.store, ctx.accountId);
    const preview = await value(previewTest({ ctx, input: { testId } }));
    expect(preview.questions.map(({ kind }) => kind)).toEqual(
      smallTest.sections.flatMap(({ questions }) => questions.map(({ kind }) => kind)),
    );
    expect(JSON.stringify(preview)).not.toMatch(/correct|answers?"|tolerance/);
    expect(await dumpAccount(service.assay.store, ctx.accountId)).toEqual(before);
  });

  it('the list and the test itself count candidates by how far they got', async () => {
    const { ctx, testId } = await service.mint();
    for (const status of ['Pending', 'In progress', 'Completed', 'Completed', 'Cancelled'] as const)
      await service.invite(ctx, testId, status);
    const { tests } = await value(listManagedTests({ ctx, input: { query: {} } }));
    expect(tests).toMatchObject([{ testId: Number(testId), counts: { invited: 4, started: 3, completed: 2 } }]);
    expect(await value(getManagedTest({ ctx, input: { testId } }))).toEqual(tests[0]);
  });

  it('the list is searched, paged newest first, and leaves archived tests out until they are asked for', async () => {
    const { ctx, testId } = await service.mint({ name: 'Alpha 100%' });
    const second = await service.importTest(ctx, { name: 'Beta', key: 'bee' });
    const third = await service.importTest(ctx, { name: 'Gamma' });
    const list = async (query: Record<string, string>) => {
      const { tests, nextCursor } = await value(listManagedTests({ ctx, input: { query } }));
      return { ids: tests.map((test) => String(test.testId)), nextCursor };
    };
    expect(await list({ limit: '2' })).toEqual({ ids: [third, second], nextCursor: second });
    expect(await list({ limit: '2', cursor: second })).toEqual({ ids: [testId], nextCursor: null });
    expect((await list({ search: '100%' })).ids).toEqual([testId]);
    expect((await list({ search: 'BEE' })).ids).toEqual([second]);
    await value(setTestStatus({ ctx, input: { testId: third, body: { status: 'Archived' } } }));
    expect((await list({})).ids).toEqual([second, testId]);
    expect((await list({ status: 'Archived' })).ids).toEqual([third]);
  });
});
