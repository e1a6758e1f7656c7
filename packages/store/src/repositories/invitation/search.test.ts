import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Found } from '../../search-slice.ts';
import { insertAccount, invitationRow, mintInvitation, mintTest, testRow } from '../../testing/fixtures.ts';
import { openTestStore, type TestStore, testDialects } from '../../testing/index.ts';
import * as tests from '../assessment/tests.ts';
import * as invitations from './invitations.ts';
import * as search from './search.ts';

const people = {
  plain: 'ana@x.test ana núñez',
  percent: 'p@x.test 100% sure',
  underscore: 'a_b@x.test under',
  backslash: 'c@x.test back\\slash',
  quote: `d@x.test "o'hara" and or not`,
  cyrillic: 'zh@x.test жанна ångström',
  chinese: 'li@x.test 李小龍先生',
  emoji: 'e@x.test 👩👩👩👨',
  long: `${'l'.repeat(60)}@x.test ${'abcdefghijklmnopqrstuvwxyz'.repeat(5)}`,
};
const everybody = Object.keys(people).toReversed();

const cases: [text: string, found: string[]][] = [
  ['%', ['percent']],
  ['00%', ['percent']],
  ['_', ['underscore']],
  ['a_b', ['underscore']],
  ['\\', ['backslash']],
  ['k\\s', ['backslash']],
  ['\\%\\', []],
  ['núñez', ['plain']],
  ['nunez', []],
  ['@x.test', everybody],
  ['a@x', ['plain']],
  ["o'h", ['quote']],
  ['"o\'hara" and', ['quote']],
  ['and or not', ['quote']],
  ['na ang', []],
  ['на ång', ['cyrillic']],
  ['жан', ['cyrillic']],
  ['ж', ['cyrillic']],
  ['小龍先', ['chinese']],
  ['小龍', ['chinese']],
  ['👩👩👨', ['emoji']],
  ['👨👩👩', []],
  [people.long, ['long']],
  // All its words of three characters are in the text, and it is not.
  ['abcdefghijklmnopqrstuvwxyz'.repeat(6), []],
  ['', everybody],
];

describe.each(testDialects)('a search of invitations on %s', (engine) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.dispose());

  const fillIndex = async () => {
    while ((await store.write((tx) => search.addToIndex(tx, 4))) > 0);
  };
  const of = ({ account_id: accountId, test_id: testId }: tests.Test, text: string) => ({ accountId, testId, status: undefined, text });
  const everything = { before: Number.MAX_SAFE_INTEGER, limit: 50 };
  const mintPeople = async (test: tests.Test) => {
    for (const [emailKey, searchText] of Object.entries(people)) await mintInvitation(store, test, { emailKey, searchText });
  };
  const namesOf = async ({ account_id }: tests.Test, ids: readonly number[]) =>
    (await store.read((db) => invitations.listByIds(db, account_id, ids))).map(({ email_key }) => email_key);
  /** What slices that begin below the newest invitation find, each one after the first. */
  const findOlder = async (test: tests.Test, text: string, limit = 50): Promise<string[]> => {
    const ids: number[] = [];
    let next: number | undefined = (await store.read((db) => invitations.newestId(db, test.account_id, test.test_id))) + 1;
    while (next !== undefined) {
      const below: { before: number; limit: number } = { before: next, limit };
      const found: Found = await store.read((db) => search.findOlder(db, of(test, text), below));
      expect(found.ids.length).toBeLessThanOrEqual(limit);
      expect(found.next ?? 0).toBeLessThan(below.before);
      ids.push(...found.ids);
      next = found.next;
    }
    return namesOf(test, ids);
  };

  it.each(cases)('finds %j in the newest rows, the newest first', async (text, names) => {
    const test = await mintTest(store);
    await mintPeople(test);
    const { ids, next } = await store.read((db) => search.findNewest(db, of(test, text), everything));
    expect(await namesOf(test, ids)).toEqual(names);
    expect(next).toBeUndefined();
  });

  it.each(cases)('finds %j by the index, and the same before it is filled', async (text, names) => {
    const test = await mintTest(store);
    await mintPeople(test);
    expect(await findOlder(test, text)).toEqual(names);
    await fillIndex();
    expect(await findOlder(test, text)).toEqual(names);
    expect(await findOlder(test, text, 1)).toEqual(names);
  });

  it('finds nothing of another test or another account', async () => {
    const test = await mintTest(store);
    const second = await store.write((tx) => tests.insert(tx, testRow(test.account_id)));
    const foreign = await mintTest(store);
    for (const one of [second, foreign]) await mintInvitation(store, one, { searchText: 'mallory' });
    await fillIndex();
    expect(await findOlder(test, 'mallory')).toEqual([]);
    expect(await findOlder({ ...foreign, account_id: test.account_id }, 'mallory')).toEqual([]);
    expect(await findOlder(second, 'mallory')).toHaveLength(1);
  });

  it('reads no rows of other tests that have the text', async () => {
    const { account_id } = await insertAccount(store);
    const [small, large] = [await mintTest(store), await store.write((tx) => tests.insert(tx, testRow(account_id)))];
    await mintInvitation(store, small, { searchText: 'first example' });
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => mintInvitation(store, large, { emailKey: `${index}`, searchText: 'example' })),
    );
    const { invitation_id } = await mintInvitation(store, small, { emailKey: 'last', searchText: 'last' });
    await fillIndex();
    const found = await store.read((db) => search.findOlder(db, of(small, 'example'), { before: invitation_id + 1, limit: 50 }));
    expect(found.ids).toHaveLength(1);
    expect(found.read).toBeLessThanOrEqual(2);
  });

  it('finds by the status that a row has now, and by the text that it has now', async () => {
    const test = await mintTest(store);
    const invitation = await mintInvitation(store, test, { searchText: 'before@x.test' });
    await fillIndex();
    await store.write((tx) => invitations.update(tx, invitation, { status: 'Cancelled', search_text: 'after@x.test' }));
    expect(await findOlder(test, 'before')).toEqual([]);
    expect(await findOlder(test, 'after@')).toHaveLength(1);
    const withStatus = async (status: 'Pending' | 'Cancelled') => {
      const below = { before: invitation.invitation_id + 1, limit: 9 };
      return (await store.read((db) => search.findOlder(db, { ...of(test, 'after'), status }, below))).ids;
    };
    expect(await withStatus('Pending')).toEqual([]);
    expect(await withStatus('Cancelled')).toEqual([invitation.invitation_id]);
  });

  it('finds a row that was changed before it was added to the index', async () => {
    const test = await mintTest(store);
    const invitation = await mintInvitation(store, test, { searchText: 'before@x.test' });
    await store.write((tx) => invitations.update(tx, invitation, { search_text: 'after@x.test' }));
    await fillIndex();
    expect(await store.read(search.isBehind)).toBe(false);
    expect(await findOlder(test, 'after@')).toHaveLength(1);
    expect(await findOlder(test, 'before@')).toEqual([]);
  });

  it('reads at most 1,000 rows in a slice, and goes on from there', async () => {
    const test = await mintTest(store);
    const emailKeys = Array.from({ length: 1200 }, (_, index) => `row ${index}`);
    await store.write(async (tx) => {
      for (const emailKey of emailKeys) await invitations.insertCurrent(tx, invitationRow(test, { emailKey, searchText: emailKey }));
    });
    const first = await store.read((db) => search.findNewest(db, of(test, 'row 1'), everything));
    expect(first.read).toBe(1000);
    expect(first.ids.length).toBe(50);
    const none = await store.read((db) => search.findNewest(db, of(test, 'zz'), everything));
    expect(none).toMatchObject({ ids: [], read: 1000 });
    const rest = await store.read((db) => search.findOlder(db, of(test, 'zz'), { before: none.next ?? 0, limit: 50 }));
    expect(rest).toEqual({ ids: [], read: 200, next: undefined });
    await fillIndex();
    expect(await findOlder(test, 'row 7')).toHaveLength(111);
    expect(await findOlder(test, 'row 7', 10)).toHaveLength(111);
  });
});
