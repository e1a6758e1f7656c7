import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertAccount } from '../../testing/fixtures.ts';
import { openTestStore, type TestStore, testDialects } from '../../testing/index.ts';
import * as largeTexts from './large-texts.ts';

describe.each(testDialects)('large texts on %s', (engine) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.dispose());
  const mint = async () => ({ accountId: (await insertAccount(store)).account_id, digest: 'd' });
  type Key = Awaited<ReturnType<typeof mint>>;
  const stage = (key: Key, now = 0, contents = ['one', 'two']) =>
    store.write(async (tx) => {
      await largeTexts.stage(tx, { ...key, now });
      for (const [part, content] of contents.entries()) await largeTexts.putPart(tx, { ...key, part, content });
    });
  const read = (key: Key) => store.read((db) => Promise.all([0, 1, 2].map((part) => largeTexts.findPart(db, { ...key, part }))));
  const keep = ({ accountId, digest }: Key) => store.write((tx) => largeTexts.keep(tx, accountId, [digest, digest]));
  const forget = (before: number) => store.write((tx) => largeTexts.forget(tx, { before, limit: 10 }));

  it('are read part by part, and staging one twice changes nothing', async () => {
    const key = await mint();
    await Promise.all([stage(key), stage(key)]);
    expect(await read(key)).toEqual(['one', 'two', undefined]);
    expect(await read({ ...key, accountId: (await mint()).accountId })).toEqual([undefined, undefined, undefined]);
  });

  it('are forgotten when nobody named them for long, with all their parts', async () => {
    const [old, again, young] = [await mint(), await mint(), await mint()];
    await stage(old, 5);
    await stage(again, 5);
    await stage(again, 20);
    await stage(young, 20);
    expect(await forget(10)).toBeGreaterThanOrEqual(1);
    expect(await read(old)).toEqual([undefined, undefined, undefined]);
    for (const key of [again, young]) expect(await read(key)).toEqual(['one', 'two', undefined]);
    await expect(keep(old)).rejects.toThrow('staged');
    await stage(old, 30);
    await keep(old);
    expect(await read(old)).toEqual(['one', 'two', undefined]);
  });

  it('stay once a row names them, also when they are staged again', async () => {
    const key = await mint();
    await stage(key, 5);
    await keep(key);
    await stage(key, 6);
    await keep(key);
    await forget(10);
    expect(await read(key)).toEqual(['one', 'two', undefined]);
  });
});
