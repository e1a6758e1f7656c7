import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mintInvitation, mintTest } from '../../testing/fixtures.ts';
import { openTestStore, type TestStore, testDialects } from '../../testing/index.ts';
import { countListed, listQueue } from './review-queue.ts';
import * as reviews from './reviews.ts';

const day = 86_400_000;

describe.each(testDialects)('the queue of reviews on %s', (engine) => {
  let store: TestStore;
  let test: Awaited<ReturnType<typeof mintTest>>;
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.dispose());
  beforeEach(async () => {
    test = await mintTest(store);
  });
  let person = 0;
  const complete = async (questions: number, now: number, newId?: () => number) => {
    person += 1;
    const invited = { email: `${person}@x.test`, emailKey: `${person}@x.test` };
    const { account_id, invitation_id, test_id } = await mintInvitation(store, test, invited);
    const row = { account_id, invitation_id, attempt: 1, test_id, version: 1 };
    const rows = Array.from({ length: questions }, (_, index) => ({ ...row, question_id: index + 1 }));
    await store.write((tx) => reviews.insertNew(tx, rows, now, newId));
    return store.read((db) => reviews.list(db, { accountId: account_id, invitationId: invitation_id, attempt: 1 }));
  };
  const walk = async (grader: number, limit: number, over: { state?: 'open' | 'graded'; questionId?: number } = {}) => {
    const found: reviews.Review[] = [];
    for (let after: number | undefined; ; after = found.at(-1)?.public_id) {
      const which = { accountId: test.account_id, testId: test.test_id, state: 'open', ...over } as const;
      const page = await store.read((db) => listQueue(db, { ...which, grader, after, limit }));
      found.push(...(page ?? []));
      if ((page?.length ?? 0) < limit) return found;
    }
  };
  const ids = (rows: readonly reviews.Review[]) => rows.map(({ public_id }) => public_id);

  it('has every review once, whatever the size of its pages, day by day', async () => {
    for (const [questions, at] of [
      [30, 5 * day],
      [1, 6 * day + 1],
      [2, 6 * day + 9],
      [40, 9 * day],
      [3, 4 * day],
    ] as const)
      await complete(questions, at);
    const whole = await walk(1, 1000);
    expect(new Set(ids(whole)).size).toBe(76);
    expect(whole.map(({ created_at }) => Math.floor(created_at / day))).toEqual(
      [4, 5, 6, 9].flatMap((one) => Array.from({ length: { 4: 3, 5: 30, 6: 3, 9: 40 }[one] ?? 0 }, () => one)),
    );
    for (const limit of [1, 2, 7, 33, 76]) expect(ids(await walk(1, limit))).toEqual(ids(whole));
    expect((await walk(1, 2, { questionId: 1 })).map(({ created_at }) => Math.floor(created_at / day))).toEqual([4, 5, 6, 6, 9]);
  });

  it('is in another order for each grader, which stays when others leave it', async () => {
    await complete(60, 5 * day);
    const [one, other] = [await walk(1, 50), await walk(2, 50)];
    expect(ids(one).toSorted()).toEqual(ids(other).toSorted());
    expect(ids(one)).not.toEqual(ids(other));
    // A turn of the same round would keep neighbours together.
    const neighbours = (rows: readonly reviews.Review[]) => new Set(ids(rows).map((id, index) => `${id} ${ids(rows)[index + 1]}`));
    const others = neighbours(other);
    expect([...neighbours(one)].filter((pair) => !others.has(pair)).length).toBeGreaterThan(5);
    for (const row of one.slice(0, 59).filter((_, index) => index % 2 === 0))
      await store.write((tx) => reviews.update(tx, row, { state: 'graded', closed_at: 1 }));
    const left = new Set(ids(await walk(1, 7)));
    expect(ids(await walk(1, 3))).toEqual(ids(one).filter((id) => left.has(id)));
    expect((await walk(1, 7, { state: 'graded' })).length).toBe(30);
  });

  it('tells by its order nothing of who gave an answer: of ten attempts few are neighbours', async () => {
    for (let index = 0; index < 10; index += 1) await complete(5, 5 * day + index);
    const walked = await walk(3, 50);
    const same = walked.filter((row, index) => row.invitation_id === walked[index + 1]?.invitation_id).length;
    // Of 49 pairs 4 are expected; in the order of completion 40 are.
    expect(same).toBeLessThan(20);
  });

  it('lists the newest day first of what is graded, after any review', async () => {
    for (const at of [5 * day, 7 * day, 6 * day])
      for (const row of await complete(3, at)) await store.write((tx) => reviews.update(tx, row, { state: 'graded', closed_at: 1 }));
    const graded = await walk(1, 2, { state: 'graded' });
    expect(graded.map(({ created_at }) => created_at / day)).toEqual([7, 7, 7, 6, 6, 6, 5, 5, 5]);
    const which = { accountId: test.account_id, state: 'graded' } as const;
    expect(await store.read((db) => listQueue(db, { ...which, grader: 1, after: 17, limit: 5 }))).toBeUndefined();
    expect(await store.read((db) => countListed(db, which, 5))).toBe(5);
  });

  it('gives a review another id where its random one is taken', async () => {
    const [taken] = await complete(1, 0);
    const drawn = [taken?.public_id ?? 0, 100_000_000_000_001, taken?.public_id ?? 0, 100_000_000_000_002];
    expect(ids(await complete(2, 0, () => drawn.shift() ?? 0))).toEqual([100_000_000_000_002, 100_000_000_000_001]);
  });
});
