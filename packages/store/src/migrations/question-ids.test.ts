import { questionsOf } from '@assay/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawQuery } from '../db.ts';
import * as tests from '../repositories/assessment/tests.ts';
import { mintTest } from '../testing/fixtures.ts';
import { openBlankStore, type TestStore, testDialects } from '../testing/index.ts';
import { migrateTo } from '../testing/migrate-to.ts';

describe.each(testDialects)('the migration to ids of questions on %s', (engine) => {
  let store: TestStore;
  let key: { accountId: number; testId: number };
  const question = (questionId: number, answer: number) => ({ questionId, prompt: 'How?', marks: 1, penalty: 0, kind: 'numeric', answer });
  const written = (...questions: object[]) => ({
    name: 'JS',
    duration: 9,
    sections: [{ name: 'A', type: 'general questions', duration: 0, questions }],
  });
  const stored = [written(question(1, 5), question(2, 6)), written(question(1, 7))];
  beforeAll(async () => {
    store = await openBlankStore(engine);
    await migrateTo(store, '0024-installation');
    const { account_id, test_id } = await mintTest(store);
    key = { accountId: account_id, testId: test_id };
    for (const [index, definition] of stored.entries()) {
      const row = { account_id, test_id, version: index + 1, name: 'JS', duration: 9, questions: 1, total_score: '1', created_at: 0 };
      const values = [...Object.values(row), JSON.stringify(definition)].map((one) => (typeof one === 'string' ? `'${one}'` : one));
      const insert = `insert into test_versions (${Object.keys(row).join(', ')}, definition) values (${values.join(', ')})`;
      await store.write((tx) => tx.kysely.executeQuery(rawQuery(insert, [])));
    }
    await store.migrate();
  });
  afterAll(() => store.dispose());

  it('leaves stored definitions as they are; their questions get ids from what they ask, the same in each version', async () => {
    const found = await Promise.all([1, 2].map((version) => store.read((db) => tests.findVersion(db, { ...key, version }))));
    const [first, second] = found.map((one) => one && questionsOf(one.definition).map(({ id }) => id));
    expect(first?.[0]).toMatch(/^q-[0-9a-z]{11}$/);
    expect(first?.[1]).toBe(`${first?.[0]}-2`);
    expect(second).toEqual([first?.[0]]);
    for (const [index, definition] of stored.entries())
      expect(await store.read((db) => tests.hasDefinition(db, { ...key, version: index + 1 }, JSON.stringify(definition)))).toBe(true);
  });
});
