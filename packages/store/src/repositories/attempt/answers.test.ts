import { type Answer, formatHistory, longestHistory } from '@assay/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mintInvitation, mintTest } from '../../testing/fixtures.ts';
import { openTestStore, type TestStore, testDialects } from '../../testing/index.ts';
import * as answers from './answers.ts';
import * as setAsideAnswers from './set-aside-answers.ts';
import * as windowEvents from './window-events.ts';

describe.each(testDialects)('answers on %s', (engine) => {
  let store: TestStore;
  let key: { accountId: number; invitationId: number; attempt: number };
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.dispose());
  beforeEach(async () => {
    const test = await mintTest(store);
    key = { accountId: test.account_id, invitationId: (await mintInvitation(store, test)).invitation_id, attempt: 1 };
  });

  const save = (answer: Answer, revision: number, questionId = 1, base?: number) =>
    store.write((tx) => answers.save(tx, { ...key, questionId, answer, revision, now: revision, base }));
  const stored = () => store.read((db) => answers.list(db, key));

  it('leave a history, which many changes thin and never lengthen beyond its bound', async () => {
    const change = (revision: number) => ({ revision, at: revision * 600, size: revision });
    const saveMany = (revision: number) =>
      store.write((tx) => answers.save(tx, { ...key, questionId: 9, answer: `${revision}`, revision, now: 0, change: change(revision) }));
    for (let revision = 1; revision <= 300; revision += 1) await saveMany(revision);
    await saveMany(300);
    const history = (await store.read((db) => answers.listHistories(db, key))).get(9) ?? [];
    expect(formatHistory(history).length).toBeLessThanOrEqual(longestHistory);
    expect(history.map(({ revision }) => revision)).toEqual(expect.arrayContaining([1, 298, 299, 300]));
    expect(history.at(-1)).toEqual(change(300));
  });

  it('of a newer revision overwrite, and the save returns what is stored', async () => {
    expect(await save('a', 1)).toEqual({ question_id: 1, answer: 'a', revision: 1, saved_at: 1, late: 0, accepted: true });
    expect(await save('b', 3)).toEqual({ question_id: 1, answer: 'b', revision: 3, saved_at: 3, late: 0, accepted: true });
    expect(await stored()).toEqual([{ question_id: 1, answer: 'b', revision: 3, saved_at: 3, late: 0 }]);
  });

  it('of an older revision never overwrite', async () => {
    await save('new', 5);
    expect(await save('old', 4)).toEqual({ question_id: 1, answer: 'new', revision: 5, saved_at: 5, late: 0, accepted: false });
    expect(await stored()).toEqual([{ question_id: 1, answer: 'new', revision: 5, saved_at: 5, late: 0 }]);
  });

  it('of an equal revision do not overwrite the first', async () => {
    await save('first', 2);
    expect(await save('second', 2)).toEqual({ question_id: 1, answer: 'first', revision: 2, saved_at: 2, late: 0, accepted: false });
    expect(await save('first', 2)).toEqual({ question_id: 1, answer: 'first', revision: 2, saved_at: 2, late: 0, accepted: true });
  });

  it('with a base overwrite only what is not above it', async () => {
    expect(await save('a', 3, 1, 0)).toMatchObject({ accepted: true });
    expect(await save('b', 9, 1, 2)).toEqual({ question_id: 1, answer: 'a', revision: 3, saved_at: 3, late: 0, accepted: false });
    expect(await save('a', 3, 1, 2)).toMatchObject({ accepted: true });
    expect(await save('b', 9, 1, 3)).toMatchObject({ accepted: true });
    expect(await save('c', 5, 1, 9)).toMatchObject({ answer: 'b', revision: 9, accepted: false });
    expect(await stored()).toEqual([{ question_id: 1, answer: 'b', revision: 9, saved_at: 9, late: 0 }]);
  });

  it('with one base, saved concurrently: exactly one is accepted', async () => {
    await save('first', 1);
    const done = await Promise.all([2, 3, 4, 5].map((revision) => save(`from device ${revision}`, revision, 1, 1)));
    expect(done.filter(({ accepted }) => accepted)).toHaveLength(1);
    expect(new Set(done.map(({ answer }) => answer)).size).toBe(1);
  });

  it('that were set aside are stored separately, the same one once', async () => {
    const setAside = (answer: Answer, now: number, questionId = 1) =>
      store.write((tx) => setAsideAnswers.insertNew(tx, { ...key, questionId, answer, now }));
    const long = 'x'.repeat(20_000);
    expect([await setAside(long, 1), await setAside(null, 2), await setAside(long, 3), await setAside(long, 4, 2)]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    const kept = store.read((db) => setAsideAnswers.list(db, { ...key, questionId: 1 }));
    expect(await kept).toEqual([
      { answer: long, at: 1 },
      { answer: null, at: 2 },
    ]);
    expect(await stored()).toEqual([]);
  });

  it('that are saved concurrently leave the newest, and no save returns an older one than its own', async () => {
    const revisions = Array.from({ length: 30 }, (_, index) => ((index * 7) % 30) + 1);
    const told = await Promise.all(revisions.map(async (revision) => ({ revision, saved: await save(String(revision), revision) })));
    for (const { revision, saved } of told) expect(saved.revision).toBeGreaterThanOrEqual(revision);
    expect(await stored()).toEqual([{ question_id: 1, answer: '30', revision: 30, saved_at: 30, late: 0 }]);
  });

  it('of every kind are read as they were written', async () => {
    const given: Answer[] = ['a', ['a', 'c'], 12.5, 'Zoë ß 王', null];
    for (const [index, answer] of given.entries()) await save(answer, 1, index + 1);
    expect((await stored()).map(({ answer }) => answer)).toEqual(given);
  });

  it('of other questions and attempts stand by themselves', async () => {
    await save('two', 1, 2);
    await save('one', 9, 1);
    await store.write((tx) => answers.save(tx, { ...key, attempt: 2, questionId: 1, answer: 'again', revision: 1, now: 0 }));
    expect((await stored()).map(({ answer }) => answer)).toEqual(['one', 'two']);
  });

  it('that came late are stored separately, by the same rule', async () => {
    const late = (answer: string, revision: number, questionId: number) =>
      store.write((tx) => answers.saveLate(tx, { ...key, questionId, answer, revision, now: revision }));
    const first = [await late('b', 2, 1), await late('a', 1, 1), await late('c', 2, 1), await late('d', 1, 2), await late('e', 3, 2)];
    expect(first).toEqual([true, false, false, true, false]);
    const kept = (questionId: number) => store.read((db) => answers.findLate(db, { ...key, questionId }));
    expect(await kept(1)).toEqual({ question_id: 1, answer: 'b', revision: 2, saved_at: 2 });
    expect(await kept(2)).toEqual({ question_id: 2, answer: 'e', revision: 3, saved_at: 3 });
    expect(await kept(3)).toBeUndefined();
    expect(await stored()).toEqual([]);
    expect(await store.read((db) => answers.listLate(db, key))).toEqual([
      { question_id: 1, revision: 2 },
      { question_id: 2, revision: 3 },
    ]);
  });

  it('that count although they came late are marked until one that came in time is newer', async () => {
    const save = (answer: string, revision: number, late: 0 | 1) =>
      store.write((tx) => answers.save(tx, { ...key, questionId: 1, answer, revision, late, now: 0 }));
    expect(await save('a', 1, 0)).toMatchObject({ late: 0 });
    // The acknowledgement was lost: what came in time is not marked by a repetition.
    expect(await save('a', 1, 1)).toMatchObject({ late: 0, accepted: true });
    expect(await save('b', 2, 1)).toMatchObject({ late: 1, accepted: true });
    expect(await save('b', 2, 1)).toMatchObject({ late: 1, accepted: true });
  });

  it('come with window events, of which one that repeats is dropped', async () => {
    const event = (event_id: string, at: number, type: 'left' | 'returned' = 'left') => ({
      account_id: key.accountId,
      invitation_id: key.invitationId,
      attempt: 1,
      event_id,
      type,
      at,
    });
    const insert = (...events: ReturnType<typeof event>[]) => store.write((tx) => windowEvents.insertNew(tx, events));
    expect(await insert(event('b', 2, 'returned'), event('a', 1))).toBe(2);
    expect(await insert(event('a', 9), event('c', 3))).toBe(1);
    expect(await insert(event('a', 9))).toBe(0);
    expect(await store.read((db) => windowEvents.list(db, key))).toEqual([
      { type: 'left', at: 1 },
      { type: 'returned', at: 2 },
      { type: 'left', at: 3 },
    ]);
  });
});
