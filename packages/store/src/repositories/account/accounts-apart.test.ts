import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../db.ts';
import { attemptRow, deliveryRow, imageRow, insertAccount, mintInvitation, mintLink, mintTest, reportRow } from '../../testing/fixtures.ts';
import { openTestStore, type TestStore, testDialects } from '../../testing/index.ts';
import * as tests from '../assessment/tests.ts';
import * as answers from '../attempt/answers.ts';
import * as proctoringImages from '../attempt/proctoring-images.ts';
import * as recordings from '../attempt/recordings.ts';
import * as setAsideAnswers from '../attempt/set-aside-answers.ts';
import * as windowEvents from '../attempt/window-events.ts';
import * as callbackSecrets from '../delivery/callback-secrets.ts';
import * as deliveries from '../delivery/deliveries.ts';
import * as invitations from '../invitation/invitations.ts';
import * as search from '../invitation/search.ts';
import * as timeline from '../invitation/timeline.ts';
import * as testLinks from '../link/test-links.ts';
import * as reports from '../report/reports.ts';
import * as apiKeys from './api-keys.ts';
import * as idempotency from './idempotency.ts';

/** One account with a row of every kind. */
const fill = async (store: TestStore) => {
  const test = await mintTest(store, { test_key: 'js' });
  const { account_id, test_id } = test;
  const link = await mintLink(store, test);
  const invitation = await mintInvitation(store, test);
  const { invitation_id } = invitation;
  const attempt = { accountId: account_id, invitationId: invitation_id, attempt: 1 };
  const answer = { ...attempt, questionId: 1, answer: 'a', revision: 1, now: 0 };
  return store.write(async (tx) => {
    const key = { account_id, key_hash: `hash ${account_id}`, prefix: '', name: '', scopes: '', created_at: 0 };
    const { key_id } = await apiKeys.insert(tx, key);
    const version = {
      account_id,
      test_id,
      version: 1,
      name: 'JS',
      duration: 9,
      questions: 1,
      total_score: '1',
      definition: JSON.stringify({ name: 'JS', duration: 9, sections: [] }),
      created_at: 0,
      questionIds: [],
    };
    await tests.insertVersion(tx, version);
    await answers.save(tx, answer);
    await answers.saveLate(tx, answer);
    await setAsideAnswers.insertNew(tx, answer);
    await windowEvents.insertNew(tx, [{ account_id, invitation_id, attempt: 1, event_id: 'e', type: 'left', at: 0 }]);
    await recordings.take(tx, { ...attempt, kind: 'windowEvents', amount: 1, now: 0 });
    await reports.insertDue(tx, reportRow(invitation), 0);
    await timeline.append(tx, { accountId: account_id, invitationId: invitation_id, type: 'attempt.reset', data: {}, at: 0 });
    await deliveries.enqueue(tx, deliveryRow(invitation, { kind: 'callback', state: 'waiting' }), 0);
    await deliveries.enqueue(tx, deliveryRow(invitation), 0);
    await callbackSecrets.insert(tx, { account_id, sealed: `sealed ${account_id}`, created_at: 0 });
    await proctoringImages.insert(tx, imageRow(invitation));
    const [image] = await proctoringImages.list(tx, attempt);
    const delivery = await deliveries.lockPendingMail(tx, attempt);
    const report = await reports.find(tx, attempt);
    if (delivery === undefined || report === undefined || image === undefined) throw new Error('a row is missing');
    await deliveries.insertAttempt(tx, attemptRow(delivery));
    return { test, link, invitation, key_id, delivery, report, image };
  });
};

type Rows = Awaited<ReturnType<typeof fill>>;

/** What each function finds of `rows` when it is asked on behalf of `accountId`. */
const finders: Record<string, (tx: Tx, accountId: number, rows: Rows) => Promise<unknown>> = {
  'answers.list': (tx, accountId, { invitation }) => answers.list(tx, { accountId, invitationId: invitation.invitation_id, attempt: 1 }),
  'answers.findLate': (tx, accountId, { invitation }) =>
    answers.findLate(tx, { accountId, invitationId: invitation.invitation_id, attempt: 1, questionId: 1 }),
  'answers.lock': (tx, accountId, { invitation }) =>
    answers.lock(tx, { accountId, invitationId: invitation.invitation_id, attempt: 1, questionId: 1 }),
  'apiKeys.list': async (tx, accountId, { key_id }) => (await apiKeys.list(tx, accountId)).filter((key) => key.key_id === key_id),
  'callbackSecrets.listLive': async (tx, accountId, { test }) =>
    (await callbackSecrets.listLive(tx, accountId, 0)).filter(({ sealed }) => sealed === `sealed ${test.account_id}`),
  'deliveries.find': (tx, accountId, { delivery }) => deliveries.find(tx, accountId, delivery.delivery_id),
  'deliveries.lock': (tx, accountId, { delivery }) => deliveries.lock(tx, accountId, delivery.delivery_id),
  'deliveries.lockWaiting': (tx, accountId, { invitation }) =>
    deliveries.lockWaiting(tx, { accountId, invitationId: invitation.invitation_id, attempt: 1 }),
  'deliveries.lockPendingMail': (tx, accountId, { invitation }) =>
    deliveries.lockPendingMail(tx, { accountId, invitationId: invitation.invitation_id }),
  'deliveries.listPage': async (tx, accountId, { delivery }) =>
    (await deliveries.listPage(tx, { accountId, limit: 100 })).filter(({ delivery_id }) => delivery_id === delivery.delivery_id),
  'deliveries.listPage of a test': (tx, accountId, { test }) => deliveries.listPage(tx, { accountId, testId: test.test_id, limit: 9 }),
  'deliveries.listPage of an invitation': (tx, accountId, { invitation }) =>
    deliveries.listPage(tx, { accountId, invitationId: invitation.invitation_id, limit: 9 }),
  'deliveries.countListed': async (tx, accountId, { test }) =>
    (await deliveries.countListed(tx, { accountId, testId: test.test_id, most: 9 })) || undefined,
  'deliveries.listAttempts': (tx, accountId, { delivery }) => deliveries.listAttempts(tx, accountId, delivery.delivery_id),
  'invitations.find': (tx, accountId, { invitation }) => invitations.find(tx, { accountId, invitationId: invitation.invitation_id }),
  'invitations.lock': (tx, accountId, { invitation }) => invitations.lock(tx, { accountId, invitationId: invitation.invitation_id }),
  'invitations.lockShared': (tx, accountId, { invitation }) =>
    invitations.lockShared(tx, { accountId, invitationId: invitation.invitation_id }),
  'invitations.findWithReport': (tx, accountId, { invitation }) =>
    invitations.findWithReport(tx, { accountId, invitationId: invitation.invitation_id }),
  'invitations.lockCurrent': (tx, accountId, { test }) =>
    invitations.lockCurrent(tx, { accountId, testId: test.test_id, testLinkId: 0, emailKey: 'ana@x.test' }),
  'invitations.listPage': (tx, accountId, { test }) =>
    invitations.listPage(tx, { accountId, testId: test.test_id, before: undefined, status: undefined, limit: 9 }),
  'invitations.listByIds': (tx, accountId, { invitation }) => invitations.listByIds(tx, accountId, [invitation.invitation_id]),
  'search.findNewest': async (tx, accountId, { test }) =>
    (await search.findNewest(tx, { accountId, testId: test.test_id, status: undefined, text: 'ana' }, { before: 10 ** 9, limit: 9 })).ids,
  'search.findOlder': async (tx, accountId, { test }) => {
    await search.addToIndex(tx, 10_000);
    const { next: before = 10 ** 6 } = { next: (await invitations.newestId(tx, test.account_id, test.test_id)) + 1 };
    return (await search.findOlder(tx, { accountId, testId: test.test_id, status: undefined, text: 'ana' }, { before, limit: 9 })).ids;
  },
  'invitations.countListed': async (tx, accountId, { test }) =>
    (await invitations.countListed(tx, { accountId, testId: test.test_id, status: undefined, most: 9 })) || undefined,
  'invitations.exportPage': (tx, accountId, { test }) =>
    invitations.exportPage(tx, { accountId, testId: test.test_id, before: Number.MAX_SAFE_INTEGER, limit: 9 }),
  'invitations.newestId': async (tx, accountId, { test }) => (await invitations.newestId(tx, accountId, test.test_id)) || undefined,
  'proctoringImages.find': (tx, accountId, { invitation, image }) =>
    proctoringImages.find(tx, { accountId, invitationId: invitation.invitation_id, imageId: image.image_id }),
  'proctoringImages.list': (tx, accountId, { invitation }) =>
    proctoringImages.list(tx, { accountId, invitationId: invitation.invitation_id, attempt: 1 }),
  'proctoringImages.storageKeys': async (tx, accountId, { invitation: { invitation_id: invitationId } }) => [
    ...(await proctoringImages.storageKeys(tx, { accountId, invitationId, attempt: 1 })),
  ],
  'recordings.find': (tx, accountId, { invitation }) =>
    recordings.find(tx, { accountId, invitationId: invitation.invitation_id, attempt: 1, kind: 'windowEvents' }),
  'reports.find': (tx, accountId, { invitation }) => reports.find(tx, { accountId, invitationId: invitation.invitation_id, attempt: 1 }),
  'setAsideAnswers.list': (tx, accountId, { invitation }) =>
    setAsideAnswers.list(tx, { accountId, invitationId: invitation.invitation_id, attempt: 1, questionId: 1 }),
  'tests.find': (tx, accountId, { test }) => tests.find(tx, accountId, test.test_id),
  'tests.findByAccessKey': (tx, accountId, { test }) => tests.findByAccessKey(tx, accountId, test.access_key),
  'tests.lockByKey': async (tx, accountId, { test }) => {
    const found = await tests.lockByKey(tx, accountId, 'js');
    return found?.test_id === test.test_id ? found : undefined;
  },
  'tests.listPage': async (tx, accountId, { test }) =>
    (await tests.listPage(tx, accountId, { limit: 100, offset: 0, total: 100 })).filter(({ test_id }) => test_id === test.test_id),
  'tests.findVersion': (tx, accountId, { test }) => tests.findVersion(tx, { accountId, testId: test.test_id, version: 1 }),
  'tests.listVersions': (tx, accountId, { test }) => tests.listVersions(tx, accountId, test.test_id),
  'testLinks.find': (tx, accountId, { link }) => testLinks.find(tx, accountId, link.test_link_id),
  'testLinks.lock': (tx, accountId, { link }) => testLinks.lock(tx, accountId, link.test_link_id),
  'testLinks.findByAccessKey': (tx, accountId, { link }) => testLinks.findByAccessKey(tx, accountId, link.access_key),
  'testLinks.countUpTo': async (tx, accountId, { test }) =>
    (await testLinks.countUpTo(tx, { accountId, testId: test.test_id, most: 9 })) || undefined,
  'testLinks.list': (tx, accountId, { test }) => testLinks.list(tx, accountId, test.test_id),
  'timeline.listPage': (tx, accountId, { invitation: { invitation_id: invitationId } }) =>
    timeline.listPage(tx, { accountId, invitationId, after: 0, limit: 9 }),
  'windowEvents.list': (tx, accountId, { invitation }) =>
    windowEvents.list(tx, { accountId, invitationId: invitation.invitation_id, attempt: 1 }),
};

/** What each guarded write answers on behalf of `account_id`; the change it makes is harmless. */
const writers: Record<string, (tx: Tx, account_id: number, rows: Rows) => Promise<unknown>> = {
  'deliveries.update': (tx, account_id, { delivery }) => deliveries.update(tx, { ...delivery, account_id }, { last_error: 'x' }),
  'invitations.update': (tx, account_id, { invitation }) => invitations.update(tx, { ...invitation, account_id }, { full_name: 'X' }),
  'reports.update': (tx, account_id, { report }) => reports.update(tx, { ...report, account_id }, { last_error: 'x' }),
  'testLinks.update': async (tx, account_id, { link }) =>
    (await testLinks.update(tx, { ...link, account_id }, { name: 'X' })) !== undefined,
  'tests.advance': (tx, account_id, { test }) => {
    const { name, status, version, duration, questions, total_score, updated_at } = test;
    return tests.advance(tx, { ...test, account_id }, { name, status, version, duration, questions, total_score, updated_at });
  },
  'tests.setStatus': (tx, account_id, { test }) => tests.setStatus(tx, { ...test, account_id }, test.status, 1),
  'apiKeys.revoke': (tx, account_id, { key_id }) => apiKeys.revoke(tx, account_id, key_id, 1),
};

/** Inserts that hang a row on an invitation, or a delivery, of another account. */
const strays: Record<string, (tx: Tx, accountId: number, rows: Rows) => Promise<unknown>> = {
  'answers.save': (tx, accountId, { invitation }) =>
    answers.save(tx, { accountId, invitationId: invitation.invitation_id, attempt: 1, questionId: 1, answer: 'b', revision: 9, now: 0 }),
  'answers.saveLate': (tx, accountId, { invitation }) =>
    answers.saveLate(tx, {
      accountId,
      invitationId: invitation.invitation_id,
      attempt: 1,
      questionId: 1,
      answer: 'b',
      revision: 9,
      now: 0,
    }),
  'deliveries.enqueue': (tx, account_id, { invitation }) => deliveries.enqueue(tx, deliveryRow({ ...invitation, account_id }), 0),
  'deliveries.insertAttempt': (tx, account_id, { delivery }) =>
    deliveries.insertAttempt(tx, attemptRow({ ...delivery, account_id }, { number: 2 })),
  'proctoringImages.insert': (tx, account_id, { invitation }) => proctoringImages.insert(tx, imageRow({ ...invitation, account_id })),
  'recordings.take': (tx, accountId, { invitation: { invitation_id: invitationId } }) =>
    recordings.take(tx, { accountId, invitationId, attempt: 1, kind: 'windowEvents', amount: 1, now: 0 }),
  'reports.insertDue': (tx, account_id, { invitation }) => reports.insertDue(tx, reportRow({ ...invitation, account_id }), 0),
  'setAsideAnswers.insertNew': (tx, accountId, { invitation }) =>
    setAsideAnswers.insertNew(tx, { accountId, invitationId: invitation.invitation_id, attempt: 1, questionId: 1, answer: 'b', now: 0 }),
  'timeline.append': (tx, accountId, { invitation }) =>
    timeline.append(tx, { accountId, invitationId: invitation.invitation_id, type: 'attempt.reset', data: {}, at: 0 }),
  'windowEvents.insertNew': (tx, account_id, { invitation: { invitation_id } }) =>
    windowEvents.insertNew(tx, [{ account_id, invitation_id, attempt: 1, event_id: 'f', type: 'left', at: 0 }]),
};

const isNothing = (found: unknown): boolean => found === undefined || (Array.isArray(found) && found.length === 0);

describe.each(testDialects)('rows of another account on %s', (engine) => {
  let store: TestStore;
  let rows: Rows;
  let other: number;
  beforeAll(async () => {
    store = await openTestStore(engine);
    rows = await fill(store);
    other = (await fill(store)).test.account_id;
  });
  afterAll(() => store.dispose());

  it.each(Object.entries(finders))('are never found by %s', async (_, find) => {
    expect(isNothing(await store.write((tx) => find(tx, other, rows)))).toBe(true);
    expect(isNothing(await store.write((tx) => find(tx, rows.test.account_id, rows)))).toBe(false);
  });

  it.each(Object.entries(writers))('are never written by %s', async (_, write) => {
    expect(await store.write((tx) => write(tx, other, rows))).toBe(false);
    expect(await store.write((tx) => write(tx, rows.test.account_id, rows))).toBe(true);
  });

  it.each(Object.entries(strays))('take nothing from %s', async (_, insert) => {
    await expect(store.write((tx) => insert(tx, other, rows))).rejects.toThrow(/foreign key/i);
  });

  it('are not retired with the current invitation of the same candidate', async () => {
    const identity = { testId: rows.test.test_id, testLinkId: 0, emailKey: 'ana@x.test' };
    await store.write((tx) => invitations.retireCurrent(tx, { ...identity, accountId: other }, 5));
    expect(await store.write((tx) => invitations.lockCurrent(tx, { ...identity, accountId: rows.test.account_id }))).toBeDefined();
  });

  it('have an unchanged count of attempts when another account counts one', async () => {
    const { account_id, delivery_id } = rows.delivery;
    await store.write((tx) => deliveries.countAttempt(tx, { ...rows.delivery, account_id: other }, 9));
    expect(await store.read((db) => deliveries.find(db, account_id, delivery_id))).toMatchObject({ attempts_made: 0 });
  });

  it('have an unchanged callback secret when another account rotates its own', async () => {
    const account_id = rows.test.account_id;
    const inUse = { sealed: `sealed ${account_id}`, expires_at: null };
    await store.write((tx) => callbackSecrets.expire(tx, other, 5));
    expect(await store.read((db) => callbackSecrets.listLive(db, account_id, 0))).toMatchObject([inUse]);
    expect(await store.write((tx) => callbackSecrets.insert(tx, { account_id: other, sealed: 'next', created_at: 6 }))).toBe(true);
  });

  it('have unchanged idempotency keys when another account completes, releases or expires the same one', async () => {
    const owner = { accountId: rows.test.account_id, key: 'key', fingerprint: 'print', now: 5, forgetBefore: 0 };
    const stranger = (await insertAccount(store)).account_id;
    await store.write(async (tx) => {
      await idempotency.claim(tx, owner);
      await idempotency.complete(tx, owner, 'answer');
    });
    await store.write(async (tx) => {
      await idempotency.complete(tx, { accountId: stranger, key: 'key' }, 'forged');
      await idempotency.release(tx, { accountId: stranger, key: 'key' });
      await idempotency.claim(tx, { ...owner, accountId: stranger, forgetBefore: 100 });
    });
    expect(await store.write((tx) => idempotency.claim(tx, owner))).toEqual({ fingerprint: 'print', response: 'answer' });
  });
});
