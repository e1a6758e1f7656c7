import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawQuery } from '../db.ts';
import * as auditEntries from '../repositories/account/audit-entries.ts';
import * as reviews from '../repositories/review/reviews.ts';
import { firstReviewId } from '../review-id.ts';
import { mintInvitation, mintTest } from '../testing/fixtures.ts';
import { openBlankStore, type TestStore, testDialects } from '../testing/index.ts';
import { migrateTo } from '../testing/migrate-to.ts';

describe.each(testDialects)('the migration to random ids of reviews on %s', (engine) => {
  let store: TestStore;
  let key: { accountId: number; invitationId: number; attempt: number };
  const run = (text: string) => store.write((tx) => tx.kysely.executeQuery(rawQuery(text, [])));
  /** As a program of the release before inserts it. */
  const insert = (testId: number, questionId: number) =>
    run(`insert into reviews (account_id, invitation_id, attempt, question_id, test_id, version, state, grades, given, claimed_until, created_at)
      values (${key.accountId}, ${key.invitationId}, 1, ${questionId}, ${testId}, 1, 'waiting', 0, 0, 0, 7)`);
  const list = () => store.read((db) => reviews.list(db, key));
  const looks = (data: Parameters<typeof auditEntries.append>[1]['data']) =>
    store.write((tx) => auditEntries.append(tx, { accountId: key.accountId, keyId: null, type: 'answers.read', data, at: 7 }));
  let testId: number;
  beforeAll(async () => {
    store = await openBlankStore(engine);
    await migrateTo(store, '0056-completed-names');
    const test = await mintTest(store);
    testId = test.test_id;
    key = { accountId: test.account_id, invitationId: (await mintInvitation(store, test)).invitation_id, attempt: 1 };
    await insert(testId, 1);
    await insert(testId, 2);
    await run(`insert into review_grades (account_id, review_id, number, grader, type, marks, at)
      select account_id, review_id, 1, 0, 'grade', '[1]', 7 from reviews where question_id = 2`);
    const { rows } = await run('select review_id from reviews where question_id = 2');
    await looks({ form: 'file', reviewId: (rows as { review_id: number }[])[0]?.review_id ?? 0 });
    await looks({ form: 'file', testInvitationId: key.invitationId, attempt: 1, questionId: 2 });
    await looks({ form: 'file', reviewId: 99_999 });
    await store.migrate();
  });
  afterAll(() => store.dispose());

  it('gives each row an id of 15 digits that is no neighbour of another, and leaves its grades with it', async () => {
    const ids = (await list()).map(({ public_id }) => public_id);
    for (const id of ids) expect(Number.isSafeInteger(id) && id >= firstReviewId && id < firstReviewId + 2 ** 48).toBe(true);
    expect(Math.abs((ids[0] ?? 0) - (ids[1] ?? 0))).toBeGreaterThan(1000);
    const found = await store.read((db) => reviews.find(db, { accountId: key.accountId, publicId: ids[1] ?? 0 }));
    const grades = await store.read((db) => reviews.listGrades(db, { accountId: key.accountId, reviewId: found?.review_id ?? 0 }));
    expect([found?.question_id, grades.map(({ marks }) => marks)]).toEqual([2, [[1]]]);
  });

  it('names the reviews in the audit by their new ids, and leaves what names none', async () => {
    const [, second] = await list();
    const page = { accountId: key.accountId, before: undefined, limit: 9 };
    expect((await store.read((db) => auditEntries.listPage(db, page))).map(({ data }) => data)).toEqual([
      { form: 'file', reviewId: 99_999 },
      { form: 'file', testInvitationId: key.invitationId, attempt: 1, questionId: 2 },
      { form: 'file', reviewId: second?.public_id },
    ]);
  });

  it('gives a row its id that a program of the release before inserts beside it', async () => {
    await insert(testId, 3);
    await insert(testId, 4);
    const [, , third, fourth] = (await list()).map(({ public_id }) => public_id);
    expect(Math.min(third ?? 0, fourth ?? 0)).toBeGreaterThanOrEqual(firstReviewId);
    expect(third).not.toBe(fourth);
  });
});
