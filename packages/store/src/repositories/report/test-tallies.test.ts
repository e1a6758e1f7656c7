import { noFigures } from '@assay/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mintInvitation, mintTest, reportRow } from '../../testing/fixtures.ts';
import { countLockWaits, openTestStore, type TestStore, testDialects } from '../../testing/index.ts';
import * as reports from './reports.ts';
import * as testTallies from './test-tallies.ts';

describe.each(testDialects)('what is counted of a test on %s', (engine) => {
  let store: TestStore;
  const figures = { ...noFigures, score: '5', totalScore: '10' };
  let key: { accountId: number; testId: number };
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.dispose());
  beforeEach(async () => {
    const test = await mintTest(store);
    const invitation = await mintInvitation(store, test);
    key = { accountId: test.account_id, testId: test.test_id };
    await store.write(async (tx) => {
      await reports.insertDue(tx, reportRow(invitation), 2);
      const report = await reports.find(tx, { accountId: key.accountId, invitationId: invitation.invitation_id, attempt: 1 });
      if (report === undefined) throw new Error('the report is missing');
      await reports.update(tx, report, {
        status: 'Generated',
        generated_at: 3,
        figures,
        content: { grader: 2, sections: [], questions: [] },
      });
    });
  });

  const begun = async () => {
    await store.write((tx) => testTallies.begin(tx, key));
    const found = await store.read((db) => testTallies.find(db, key));
    if (found === undefined) throw new Error('nothing has begun');
    return found;
  };

  it('are the reports that were generated after the last one counted, until a moment', async () => {
    const page = { ...key, at: 0, invitationId: 0, attempt: 0, until: 10, limit: 5 };
    expect(await store.read((db) => testTallies.listFollowing(db, page))).toMatchObject([{ at: 3, figures: JSON.stringify(figures) }]);
    expect(await store.read((db) => testTallies.listFollowing(db, { ...page, until: 2 }))).toEqual([]);
    expect(await store.read((db) => testTallies.listFollowing(db, { ...page, at: 4 }))).toEqual([]);
  });

  it('begins with the first report, and goes on from what was counted', async () => {
    expect(await store.read((db) => testTallies.find(db, key))).toBeUndefined();
    const found = await begun();
    expect(found).toMatchObject({ seen: { at: 0, invitationId: 0, attempt: 0 }, tally: { all: { n: 0 } } });
    found.tally.all.n = 5;
    expect(await store.write((tx) => testTallies.save(tx, { ...found, seen: { at: 2, invitationId: 4, attempt: 1 } }))).toBe(true);
    expect(await begun()).toMatchObject({ seen: { at: 2, invitationId: 4, attempt: 1 }, tally: { all: { n: 5 } } });
  });

  it('is written by nobody who counted from an earlier state, or before it was forgotten', async () => {
    const first = await begun();
    expect((await begun()).nonce).toBe(first.nonce);
    const further = { ...first, seen: { at: 3, invitationId: 1, attempt: 1 } };
    expect(await store.write((tx) => testTallies.save(tx, further))).toBe(true);
    expect(await store.write((tx) => testTallies.save(tx, further))).toBe(false);
    const saved = await begun();
    expect(saved.seen).toEqual(further.seen);
    await store.write((tx) => testTallies.forget(tx, key));
    expect((await begun()).seen).toEqual(first.seen);
    expect(await store.write((tx) => testTallies.save(tx, saved))).toBe(false);
  });

  if (engine === 'postgres')
    it('is read after the change if it begins while a report is changed', async () => {
      const order: string[] = [];
      let counting: Promise<unknown> = Promise.resolve();
      await store.write(async (tx) => {
        await testTallies.forget(tx, key);
        counting = store.write((other) => testTallies.begin(other, key)).then(() => order.push('begun'));
        while (order.length === 0 && (await countLockWaits(store)) === 0);
        order.push('forgotten');
      });
      await counting;
      expect(order).toEqual(['forgotten', 'begun']);
    });
});
