import { noFigures } from '@assay/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { invitationRow, mintInvitation, mintLink, mintTest, reportRow, testRow } from '../../testing/fixtures.ts';
import { openTestStore, type TestStore, testDialects } from '../../testing/index.ts';
import * as tests from '../assessment/tests.ts';
import * as reports from '../report/reports.ts';
import * as invitations from './invitations.ts';

describe.each(testDialects)('invitations on %s', (engine) => {
  let store: TestStore;
  let test: tests.Test;
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.dispose());
  beforeEach(async () => {
    test = await mintTest(store);
  });

  const insert = (over: Partial<invitations.NewInvitation> = {}) =>
    store.write(async (tx) => (await invitations.insertCurrent(tx, invitationRow(test, over)))?.invitation_id);
  const find = (invitationId: number) => store.read((db) => invitations.find(db, { accountId: test.account_id, invitationId }));
  const identity = { testLinkId: 0, emailKey: 'ana@x.test' };

  it('have a nonce each, of 96 bits', async () => {
    const made = await Promise.all(['bea@x.test', 'cem@x.test', 'dan@x.test'].map((emailKey) => mintInvitation(store, test, { emailKey })));
    const nonces = made.map(({ nonce }) => nonce);
    expect(new Set(nonces).size).toBe(3);
    for (const nonce of nonces) expect(nonce).toMatch(/^[\w-]{16}$/);
  });

  it('let one current invitation in under 50 at once, also without a link', async () => {
    for (const testLinkId of [0, (await mintLink(store, test)).test_link_id]) {
      const ids = await Promise.all(Array.from({ length: 50 }, () => insert({ testLinkId })));
      const issued = ids.filter((id) => id !== undefined);
      expect(issued).toHaveLength(1);
      const current = await store.write((tx) =>
        invitations.lockCurrent(tx, { accountId: test.account_id, testId: test.test_id, ...identity, testLinkId }),
      );
      expect(current?.invitation_id).toBe(issued[0]);
    }
  });

  it('of one candidate stand side by side for different tests, links and addresses', async () => {
    const link = await mintLink(store, test);
    const other = await mintTest(store);
    const ids = [
      await insert(),
      await insert({ testLinkId: link.test_link_id }),
      await insert({ emailKey: 'bea@x.test' }),
      await insert({ accountId: other.account_id, testId: other.test_id }),
    ];
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(4);
  });

  it('can have a new current one after the former is retired, which stays readable', async () => {
    const first = await insert();
    const who = { accountId: test.account_id, testId: test.test_id, ...identity };
    const second = await store.write(async (tx) => {
      await invitations.retireCurrent(tx, who, 7);
      return (await invitations.insertCurrent(tx, invitationRow(test)))?.invitation_id;
    });
    expect(await find(first ?? 0)).toMatchObject({ is_current: 0, updated_at: 7 });
    expect(await store.write((tx) => invitations.lockCurrent(tx, who))).toMatchObject({ invitation_id: second, is_current: 1 });
  });

  it.each([
    ['status', { status: 'Cancelled' }],
    ['attempt', { attempt: 2 }],
    ['currency', { is_current: 0 }],
  ] as const)('are not written when the %s moved since they were read', async (_, moved) => {
    const read = await mintInvitation(store, test);
    expect(await store.write((tx) => invitations.update(tx, read, moved))).toBe(true);
    expect(await store.write((tx) => invitations.update(tx, read, { full_name: 'Late' }))).toBe(false);
    expect(await find(read.invitation_id)).toMatchObject({ full_name: 'Ana', ...moved });
  });

  it('are started by one of many who read them Pending', async () => {
    const read = await mintInvitation(store, test);
    const start = (at: number) => store.write((tx) => invitations.update(tx, read, { status: 'In progress', started_at: at }));
    const started = await Promise.all(Array.from({ length: 20 }, (_, at) => start(at)));
    expect(started.filter(Boolean)).toHaveLength(1);
    expect((await find(read.invitation_id))?.started_at).toBe(started.indexOf(true));
  });

  it('are found by every kind of lock', async () => {
    const { invitation_id } = await mintInvitation(store, test);
    const key = { accountId: test.account_id, invitationId: invitation_id };
    for (const lock of [invitations.lock, invitations.lockShared]) {
      expect(await store.write((tx) => lock(tx, key))).toEqual(await find(invitation_id));
    }
  });

  it('archive an attempt that was started, and no other', async () => {
    const pending = await mintInvitation(store, test);
    await expect(store.write((tx) => invitations.archiveAttempt(tx, pending, 5))).rejects.toThrow('started');
    const started = { ...pending, version: 1, started_at: 1, deadline: 4, attempt: 1 };
    await store.write((tx) => invitations.archiveAttempt(tx, started, 5));
    const archived = await store.read((db) =>
      db.kysely.selectFrom('archived_attempts').selectAll().where('invitation_id', '=', pending.invitation_id).execute(),
    );
    expect(archived).toMatchObject([{ attempt: 1, started_at: 1, deadline: 4, completed_at: null, archived_at: 5 }]);
  });

  it('are overdue by deadline, soonest first, and only in progress', async () => {
    const at = (await store.read((db) => invitations.listOverdue(db, { now: 10 ** 6, graceMs: 0, silenceMs: 0, limit: 1000 }))).length;
    expect(at).toBe(0);
    const ids: number[] = [];
    for (const [deadline, status] of [
      [30, 'In progress'] as const,
      [20, 'In progress'] as const,
      [10, 'Completed'] as const,
      [40, 'In progress'] as const,
    ]) {
      const read = await mintInvitation(store, test, { emailKey: `${deadline}@x.test` });
      await store.write((tx) => invitations.update(tx, read, { status, deadline }));
      ids.push(read.invitation_id);
    }
    const [thirty, twenty, , forty] = ids;
    const overdue = async (before: number, limit: number) =>
      (await store.read((db) => invitations.listOverdue(db, { now: before + 5, graceMs: 5, silenceMs: 0, limit }))).map(
        ({ invitation_id }) => invitation_id,
      );
    expect(await overdue(40, 10)).toEqual([twenty, thirty]);
    expect(await overdue(41, 2)).toEqual([twenty, thirty]);
    expect(await overdue(41, 10)).toEqual([twenty, thirty, forty]);
    await store.write((tx) => tx.kysely.updateTable('invitations').set({ status: 'Completed' }).where('deadline', '>', 0).execute());
  });

  it('show the report of their latest attempt', async () => {
    const read = await mintInvitation(store, test);
    const key = { accountId: test.account_id, invitationId: read.invitation_id };
    const shown = () => store.read((db) => invitations.findWithReport(db, key));
    expect(await shown()).toEqual({ ...read, figures: null, report_status: null });
    await store.write(async (tx) => {
      await invitations.update(tx, read, { status: 'Completed', attempt: 2 });
      await reports.insertDue(tx, reportRow(read, 1), 0);
    });
    expect((await shown())?.report_status).toBeNull();
    await store.write((tx) => reports.insertDue(tx, reportRow(read, 2), 0));
    expect(await shown()).toMatchObject({ report_status: 'Pending', figures: null, status: 'Completed' });
  });
});

describe.each(testDialects)('the export of invitations on %s', (engine) => {
  let store: TestStore;
  let test: tests.Test;
  beforeAll(async () => {
    store = await openTestStore(engine);
    test = await mintTest(store);
  });
  afterAll(() => store.dispose());

  const exportPage = (over: Partial<Parameters<typeof invitations.exportPage>[1]> = {}) => {
    const page = { accountId: test.account_id, testId: test.test_id, before: Number.MAX_SAFE_INTEGER, limit: 50 };
    return store.read((db) => invitations.exportPage(db, { ...page, ...over }));
  };
  const newestId = (testId = test.test_id) => store.read((db) => invitations.newestId(db, test.account_id, testId));

  it('starts at the newest, which is 0 where nobody is invited', async () => {
    const empty = await store.write((tx) => tests.insert(tx, testRow(test.account_id)));
    expect(await newestId(empty.test_id)).toBe(0);
    expect(await exportPage({ testId: empty.test_id })).toEqual([]);
    const first = await mintInvitation(store, empty);
    expect(await newestId(empty.test_id)).toBe(first.invitation_id);
    await mintInvitation(store, test, { emailKey: 'in another test' });
    expect(await newestId(empty.test_id)).toBe(first.invitation_id);
    const second = await mintInvitation(store, empty, { emailKey: 'second' });
    expect(await newestId(empty.test_id)).toBe(second.invitation_id);
  });

  it('shows the link by its name, and the report of the latest attempt with its content', async () => {
    const link = await mintLink(store, test, { name: 'Autumn' });
    const direct = await mintInvitation(store, test, { emailKey: 'direct' });
    const linked = await mintInvitation(store, test, { emailKey: 'linked', testLinkId: link.test_link_id });
    const results = {
      generated_at: 9,
      figures: { ...noFigures, score: '2.5', totalScore: '3', wv: 1, tv: 2 },
    };
    const contentOf = (attempt: number) => ({
      grader: 2,
      sections: [{ sectionName: `Attempt ${attempt}`, sectionScore: '3', candidateScore: '2.5' }],
      questions: [{ questionId: 1, marks: '3', score: '2.5', outcome: 'partial' as const }],
    });
    await store.write(async (tx) => {
      await invitations.update(tx, linked, { status: 'Completed', attempt: 2 });
      for (const attempt of [1, 2]) {
        await reports.insertDue(tx, reportRow(linked, attempt), 0);
        const report = await reports.find(tx, { accountId: test.account_id, invitationId: linked.invitation_id, attempt });
        if (report === undefined) throw new Error('no report');
        await reports.update(tx, report, { ...results, status: 'Generated', content: contentOf(attempt) });
      }
    });
    const noReport = { report_status: null, figures: null, content: null, generated_at: null, key_version: null };
    const report = { ...results, report_status: 'Generated', content: contentOf(2), key_version: null };
    const page = await exportPage({ limit: 2 });
    expect(page.map(({ readContent, ...row }) => ({ ...row, content: readContent() }))).toEqual([
      { ...linked, status: 'Completed', attempt: 2, test_link_name: 'Autumn', ...report },
      { ...direct, test_link_name: null, ...noReport },
    ]);
  });

  it('goes on below the cursor without a gap or a repetition, though candidates register meanwhile', async () => {
    for (const emailKey of ['one', 'two', 'three']) await mintInvitation(store, test, { emailKey });
    const whole = (await exportPage()).map(({ invitation_id }) => invitation_id);
    expect(whole.length).toBeGreaterThan(2);
    expect(whole).toEqual(whole.toSorted((a, b) => b - a));
    const seen: number[] = [];
    for (let before = (await newestId()) + 1; ; ) {
      const page = await exportPage({ before, limit: 2 });
      if (page.length === 0) break;
      seen.push(...page.map(({ invitation_id }) => invitation_id));
      before = seen.at(-1) ?? 0;
      await mintInvitation(store, test, { emailKey: `late ${before}` });
    }
    expect(seen).toEqual(whole);
  });
});

describe.each(testDialects)('the page of invitations on %s', (engine) => {
  let store: TestStore;
  let test: tests.Test;
  let ids: Record<string, number>;
  const people = ['plain', 'percent', 'underscore', 'backslash'];
  beforeAll(async () => {
    store = await openTestStore(engine);
    test = await mintTest(store);
    ids = {};
    for (const emailKey of people) ids[emailKey] = (await mintInvitation(store, test, { emailKey })).invitation_id;
    await mintInvitation(store, await mintTest(store));
  });
  afterAll(() => store.dispose());

  const page = async (over: Partial<Parameters<typeof invitations.listPage>[1]>) => {
    const filter = { accountId: test.account_id, testId: test.test_id, before: undefined, status: undefined, limit: 50 };
    const rows = await store.read((db) => invitations.listPage(db, { ...filter, ...over }));
    return rows.map(({ email_key }) => email_key);
  };
  const everybody = people.toReversed();

  it('comes newest first, of this test only', async () => expect(await page({})).toEqual(everybody));

  it('goes on below the cursor without a gap or a repetition', async () => {
    const seen: string[] = [];
    for (let before: number | undefined; seen.length < 10; ) {
      const rows = await page({ before, limit: 3 });
      if (rows.length === 0) break;
      seen.push(...rows);
      before = ids[rows.at(-1) ?? ''];
    }
    expect(seen).toEqual(everybody);
  });

  it('is of the ids that a search found, newest first', async () => {
    const found = (accountId: number) => store.read((db) => invitations.listByIds(db, accountId, Object.values(ids)));
    expect((await found(test.account_id)).map(({ email_key }) => email_key)).toEqual(everybody);
    expect(await found(test.account_id + 1)).toEqual([]);
  });

  it('is of one status if that is asked for', async () => {
    const id = ids.plain ?? 0;
    const read = await store.read((db) => invitations.find(db, { accountId: test.account_id, invitationId: id }));
    if (read === undefined) throw new Error('no invitation');
    await store.write((tx) => invitations.update(tx, read, { status: 'Cancelled' }));
    expect(await page({ status: 'Cancelled' })).toEqual(['plain']);
    expect(await page({ status: 'Pending' })).toEqual(['backslash', 'underscore', 'percent']);
  });
});

describe.each(testDialects)('invitations counted by status on %s', (engine) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(engine);
  });
  afterAll(() => store.dispose());

  const statuses = ['Pending', 'Completed', 'Pending', 'Cancelled', 'Pending', 'Completed'] as const;
  const mintAll = async () => {
    const test = await mintTest(store);
    for (const [index, status] of statuses.entries()) {
      const invitation = await mintInvitation(store, test, { emailKey: `${index}` });
      await store.write((tx) => invitations.update(tx, invitation, { status, is_current: index === 0 ? 0 : 1 }));
    }
    return test;
  };

  it('are those of each test, without those that another replaced', async () => {
    const { account_id: accountId, test_id } = await mintAll();
    const testIds = [test_id, (await mintAll()).test_id];
    const counted = (most: number) => store.read((db) => invitations.countByStatus(db, { accountId, testIds, most }));
    const counts = (await counted(6))?.toSorted((a, b) => a.status.localeCompare(b.status));
    expect(counts).toEqual([
      { test_id, status: 'Cancelled', current: 1 },
      { test_id, status: 'Completed', current: 2 },
      { test_id, status: 'Pending', current: 2 },
    ]);
    expect(await counted(5)).toBeUndefined();
  });

  it.each([1, 2, 3, 9])('are the same %i rows at a time', async (most) => {
    const { account_id: accountId, test_id: testId } = await mintAll();
    let sum = 0;
    for (let above: number | undefined = 0; above !== undefined; ) {
      const rows = { accountId, testId, status: 'Pending' as const, above, most };
      const counted: { current: number; next: number | undefined } = await store.read((db) => invitations.countOfStatus(db, rows));
      sum += counted.current;
      above = counted.next;
    }
    expect(sum).toBe(2);
  });
});
