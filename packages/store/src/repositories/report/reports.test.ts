import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintInvitation, mintTest, reportRow } from '../../testing/fixtures.ts';
import { openTestStore, type TestStore, testDialects } from '../../testing/index.ts';
import * as reports from './reports.ts';

describe.each(testDialects)('the wrong answers of attempts on %s', (engine) => {
  let store: TestStore;
  let of: { accountId: number; testId: number; version: number };
  beforeAll(async () => {
    store = await openTestStore(engine);
    const test = await mintTest(store);
    of = { accountId: test.account_id, testId: test.test_id, version: 1 };
    const invitation = await mintInvitation(store, test);
    const key = { accountId: test.account_id, invitationId: invitation.invitation_id };
    for (const attempt of [1, 2, 3, 4, 5, 6])
      await store.write(async (tx) => {
        await reports.insertDue(tx, { ...reportRow(invitation, attempt), completed_at: attempt * 10 }, 0);
        const report = await reports.find(tx, { ...key, attempt });
        if (attempt > 1 && report !== undefined) await reports.update(tx, report, { wrong_answers: `${attempt}=a` });
      });
  });
  afterAll(() => store.dispose());

  it('are listed for those beside a moment, the nearest of each side, and not for an attempt that is not graded', async () => {
    const listed = async (completedAt: number, limit: number, version = 1) =>
      (await store.read((db) => reports.listWrongAnswers(db, { ...of, version, completedAt, limit }))).map((one) => one.wrong_answers);
    expect(await listed(40, 2)).toEqual(['4=a', '3=a', '5=a', '6=a']);
    expect(await listed(40, 9)).toEqual(['4=a', '3=a', '2=a', '5=a', '6=a']);
    expect(await listed(40, 9, 2)).toEqual([]);
  });
});
