import { recordingBounds } from '@assay/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintInvitation, mintTest } from '../../testing/fixtures.ts';
import { openTestStore, type TestStore, testDialects } from '../../testing/index.ts';
import * as recordings from './recordings.ts';

describe.each(testDialects)('what an attempt records, on %s', (engine) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.dispose());

  const most = recordingBounds.takeovers;
  const mint = async () => {
    const { account_id: accountId, invitation_id: invitationId } = await mintInvitation(store, await mintTest(store));
    const key = { accountId, invitationId, attempt: 1, kind: 'takeovers' } as const;
    return {
      take: (amount: number, over: Partial<{ attempt: number; kind: 'images'; now: number }> = {}) =>
        store.write((tx) => recordings.take(tx, { ...key, amount, now: 7, ...over })),
      giveBack: (amount: number) => store.write((tx) => recordings.giveBack(tx, { ...key, amount })),
      find: () => store.read((db) => recordings.find(db, key)),
    };
  };

  it('is granted up to its bound; that it stops is told once', async () => {
    const { take } = await mint();
    expect(await take(most - 1)).toEqual({ granted: most - 1, stopped: false });
    expect(await take(1)).toEqual({ granted: 1, stopped: false });
    expect(await take(1)).toEqual({ granted: 0, stopped: true });
    expect(await take(1)).toEqual({ granted: 0, stopped: false });
  });

  it('is granted in part when only a part has room, also at the first time', async () => {
    const [one, other] = [await mint(), await mint()];
    await one.take(most - 2);
    expect(await one.take(5)).toEqual({ granted: 2, stopped: true });
    expect(await other.take(most + 5)).toEqual({ granted: most, stopped: true });
    expect(await other.take(1)).toEqual({ granted: 0, stopped: false });
  });

  it('counts each attempt and each kind by itself, and remembers the time of the latest', async () => {
    const { take, find } = await mint();
    expect(await find()).toBeUndefined();
    await take(most);
    expect(await take(1, { attempt: 2 })).toEqual({ granted: 1, stopped: false });
    expect(await take(1, { kind: 'images' })).toEqual({ granted: 1, stopped: false });
    expect(await find()).toEqual({ recorded: most, latest_at: 7 });
    await take(1, { now: 9 });
    expect(await find()).toMatchObject({ latest_at: 9 });
  });

  it('can be given back until recording stops, and then no more', async () => {
    const { take, giveBack } = await mint();
    await take(most);
    await giveBack(2);
    expect(await take(3)).toEqual({ granted: 2, stopped: true });
    await giveBack(2);
    expect(await take(1)).toEqual({ granted: 0, stopped: false });
  });

  it('is exact when many record at once', async () => {
    const { take } = await mint();
    const results = await Promise.all(Array.from({ length: 60 }, () => take(10)));
    expect(results.reduce((sum, { granted }) => sum + granted, 0)).toBe(most);
    expect(results.filter(({ stopped }) => stopped)).toHaveLength(1);
  });
});
