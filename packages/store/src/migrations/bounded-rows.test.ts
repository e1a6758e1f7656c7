import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as answers from '../repositories/attempt/answers.ts';
import * as proctoringImages from '../repositories/attempt/proctoring-images.ts';
import * as recordings from '../repositories/attempt/recordings.ts';
import * as windowEvents from '../repositories/attempt/window-events.ts';
import * as invitations from '../repositories/invitation/invitations.ts';
import * as timeline from '../repositories/invitation/timeline.ts';
import type { Store } from '../store.ts';
import { imageRow, insertFirstInvitation, mintTest } from '../testing/fixtures.ts';
import { openBlankStore, type TestStore, testDialects } from '../testing/index.ts';
import { migrateTo } from '../testing/migrate-to.ts';

const event = ({ account_id, invitation_id, attempt }: invitations.Invitation, event_id: string, at: number) =>
  ({ account_id, invitation_id, attempt, event_id, type: 'left', at }) as const;

const setUp = async (store: Store) => {
  await migrateTo(store, '0003-candidate-page');
  const running = await insertFirstInvitation(store, await mintTest(store));
  const completed = await insertFirstInvitation(store, await mintTest(store));
  await store.write(async (tx) => {
    const started = { version: 1, started_at: 7, duration: 60, deadline: 9 };
    await invitations.update(tx, running, { ...started, status: 'In progress', attempt: 2 });
    await invitations.update(tx, completed, { ...started, status: 'Completed', completed_at: 8, completed_by: 'candidate' });
    await windowEvents.insertNew(tx, [event(running, 'of an archived attempt', 1), event(completed, 'a', 1)]);
    const second = { ...running, attempt: 2 };
    await windowEvents.insertNew(tx, [event(second, 'a', 5), event(second, 'b', 6)]);
    const late = { accountId: completed.account_id, invitationId: completed.invitation_id, attempt: 1, revision: 1 };
    await answers.saveLate(tx, { ...late, questionId: 2, answer: 'b', now: 12 });
    await answers.saveLate(tx, { ...late, questionId: 1, answer: 'a', now: 11 });
    for (const row of [second, completed]) await proctoringImages.insert(tx, imageRow(row, { taken_at: 8 }));
  });
  await store.migrate();
  return { running, completed };
};

describe.each(testDialects)('the migration to bounded rows on %s', (engine) => {
  let store: TestStore;
  let before: Awaited<ReturnType<typeof setUp>>;
  beforeAll(async () => {
    store = await openBlankStore(engine);
    before = await setUp(store);
  });
  afterAll(() => store.dispose());

  const keyOf = ({ account_id: accountId, invitation_id: invitationId }: invitations.Invitation, attempt: number) => ({
    accountId,
    invitationId,
    attempt,
  });

  it('lets an attempt that runs meanwhile go on counting from what it has', async () => {
    const find = (attempt: number, kind: 'windowEvents' | 'images') =>
      store.read((db) => recordings.find(db, { ...keyOf(before.running, attempt), kind }));
    expect(await find(2, 'windowEvents')).toEqual({ recorded: 2, latest_at: 6 });
    expect(await find(2, 'images')).toEqual({ recorded: 1, latest_at: 8 });
    expect(await find(1, 'windowEvents')).toBeUndefined();
  });

  it('makes an entry of the timeline of each answer that came late', async () => {
    const { accountId, invitationId } = keyOf(before.completed, 1);
    const entries = await store.read((db) => timeline.listPage(db, { accountId, invitationId, after: 0, limit: 9 }));
    expect(entries).toMatchObject([
      { type: 'answer.late', at: 11, data: { attempt: 1, questionId: 1 } },
      { type: 'answer.late', at: 12, data: { attempt: 1, questionId: 2 } },
    ]);
  });

  it('shows the images that were stored before', async () => {
    for (const key of [keyOf(before.running, 2), keyOf(before.completed, 1)])
      expect(await store.read((db) => proctoringImages.list(db, key))).toMatchObject([{ stored: 1, taken_at: 8 }]);
  });
});
