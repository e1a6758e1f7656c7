import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../db.ts';
import { migrate } from '../migrations/migrate.ts';
import type { MigratingEngine } from '../migrations/online.ts';
import * as accounts from '../repositories/account/accounts.ts';
import * as apiKeys from '../repositories/account/api-keys.ts';
import * as auditEntries from '../repositories/account/audit-entries.ts';
import * as idempotency from '../repositories/account/idempotency.ts';
import * as tests from '../repositories/assessment/tests.ts';
import * as answers from '../repositories/attempt/answers.ts';
import * as places from '../repositories/attempt/places.ts';
import * as proctoringImages from '../repositories/attempt/proctoring-images.ts';
import * as recordings from '../repositories/attempt/recordings.ts';
import * as setAsideAnswers from '../repositories/attempt/set-aside-answers.ts';
import * as windowEvents from '../repositories/attempt/window-events.ts';
import * as callbackSecrets from '../repositories/delivery/callback-secrets.ts';
import * as deliveries from '../repositories/delivery/deliveries.ts';
import * as invitations from '../repositories/invitation/invitations.ts';
import * as search from '../repositories/invitation/search.ts';
import * as timeline from '../repositories/invitation/timeline.ts';
import * as testLinks from '../repositories/link/test-links.ts';
import * as reports from '../repositories/report/reports.ts';
import type { Schema } from '../schema.ts';
import { sqliteHandle } from './handle.ts';
import { sqliteTraits } from './traits.ts';

const key = { accountId: 1, invitationId: 1 };
const attempt = { ...key, attempt: 1 };
const identity = { accountId: 1, testId: 1, testLinkId: 0, emailKey: 'ana@x.test' };
const some = { accountId: 1, limit: 20 };
const page = { accountId: 1, testId: 1, before: undefined, status: undefined, limit: 20 };
const searched = { accountId: 1, testId: 1, status: undefined, text: 'ana' };
const below = { before: 9, limit: 20 };

/** Every query whose table grows with use, and the index (or key of the row) it must go through. */
const queries: Record<string, [run: (tx: Tx) => Promise<unknown>, index: RegExp]> = {
  'accounts.find': [(tx) => accounts.find(tx, 1), /PRIMARY KEY/],
  'answers.list': [(tx) => answers.list(tx, attempt), /sqlite_autoindex_answers_1/],
  'answers.findLate': [(tx) => answers.findLate(tx, { ...attempt, questionId: 1 }), /sqlite_autoindex_late_answers_1/],
  'answers.lock': [(tx) => answers.lock(tx, { ...attempt, questionId: 1 }), /sqlite_autoindex_answers_1/],
  'setAsideAnswers.list': [(tx) => setAsideAnswers.list(tx, { ...attempt, questionId: 1 }), /sqlite_autoindex_set_aside_answers_1/],
  'places.find': [(tx) => places.find(tx, attempt), /sqlite_autoindex_places_1/],
  'apiKeys.findByHash': [(tx) => apiKeys.findByHash(tx, 'hash'), /sqlite_autoindex_api_keys_1 \(key_hash=\?\)/],
  'apiKeys.recordUse': [
    (tx) => apiKeys.recordUse(tx, { account_id: 1, key_id: 1 }, { at: 1, unlessSince: 0 }),
    /PRIMARY KEY|account_id=\? AND key_id=\?/,
  ],
  'auditEntries.forget': [(tx) => auditEntries.forget(tx, { before: 0, limit: 500 }), /audit_entries_by_age \(at<\?\)/],
  'auditEntries.listPage': [(tx) => auditEntries.listPage(tx, { ...some, before: undefined }), /audit_entries_1 \(account_id=\?\)/],
  'auditEntries.listPage below a cursor': [
    (tx) => auditEntries.listPage(tx, { ...some, before: 9 }),
    /audit_entries_1 \(account_id=\? AND entry_id<\?\)/,
  ],
  'callbackSecrets.listLive': [(tx) => callbackSecrets.listLive(tx, 1, 0), /callback_secrets_1 \(account_id=\?\)/],
  'callbackSecrets.expire': [(tx) => callbackSecrets.expire(tx, 1, 0), /callback_secrets_1 \(account_id=\?\)/],
  'deliveries.countPending': [
    (tx) => deliveries.countPending(tx, { kind: 'callback', most: 9 }),
    /SEARCH deliveries USING COVERING INDEX deliveries_pending_by_kind \(kind=\?\)/,
  ],
  'deliveries.find': [(tx) => deliveries.find(tx, 1, 1), /PRIMARY KEY|account_id=\? AND delivery_id=\?/],
  'deliveries.listAttempts': [(tx) => deliveries.listAttempts(tx, 1, 1), /delivery_attempts_1 \(account_id=\? AND delivery_id=\?\)/],
  'deliveries.listByJoiner': [
    (tx) => deliveries.listByJoiner(tx, { ...some, joinerKey: 'ana@x.test', since: 0 }),
    /deliveries_by_joins \(account_id=\? AND joiner_key=\? AND created_at>\?\)/,
  ],
  'deliveries.listPage': [(tx) => deliveries.listPage(tx, some), /deliveries_1 \(account_id=\? AND delivery_id<\?\)/],
  'deliveries.listPage below a cursor': [
    (tx) => deliveries.listPage(tx, { ...some, before: 9 }),
    /deliveries_1 \(account_id=\? AND delivery_id<\?\)/,
  ],
  'deliveries.countListed': [
    (tx) => deliveries.countListed(tx, { accountId: 1, most: 9 }),
    /COVERING INDEX .*\(account_id=\? AND delivery_id<\?\)/,
  ],
  'deliveries.listPage by kind': [
    (tx) => deliveries.listPage(tx, { ...some, kind: 'callback', before: 9 }),
    /deliveries_by_state_and_kind \(account_id=\? AND state=\? AND kind=\? AND delivery_id<\?\)/,
  ],
  'deliveries.countListed by kind': [
    (tx) => deliveries.countListed(tx, { accountId: 1, kind: 'callback', most: 9 }),
    /COVERING INDEX deliveries_by_state_and_kind \(account_id=\? AND state=\? AND kind=\? AND delivery_id<\?\)/,
  ],
  'deliveries.listPage by state': [
    (tx) => deliveries.listPage(tx, { ...some, state: 'failed', before: 9 }),
    /deliveries_by_state_and_kind \(account_id=\? AND state=\? AND kind=\? AND delivery_id<\?\)/,
  ],
  'deliveries.listPage by test': [(tx) => deliveries.listPage(tx, { ...some, testId: 1, before: 9 }), /\(account_id=\? AND test_id=\?/],
  'deliveries.listPage by test and state': [
    (tx) => deliveries.listPage(tx, { ...some, testId: 1, state: 'failed', before: 9 }),
    /deliveries_of_test_by_state_and_kind \(account_id=\? AND test_id=\? AND state=\? AND kind=\? AND delivery_id<\?\)/,
  ],
  'deliveries.listPage by invitation': [
    (tx) => deliveries.listPage(tx, { ...some, invitationId: 1, before: 9 }),
    /deliveries_of_invitation \(account_id=\? AND invitation_id=\? AND delivery_id<\?\)/,
  ],
  'deliveries.listPage by everything': [
    (tx) => deliveries.listPage(tx, { ...some, invitationId: 1, testId: 1, state: 'failed', kind: 'callback', before: 9 }),
    /\(account_id=\? AND (invitation_id=\?|test_id=\? AND state=\?)/,
  ],
  'deliveries.listDue': [
    (tx) => deliveries.listDue(tx, { now: 0, most: 10 }),
    /SEARCH deliveries USING INDEX deliveries_by_due \(<expr><\?\)/,
  ],
  'deliveries.listLanes': [
    (tx) => deliveries.listLanes(tx, { now: 0, after: '', most: 10 }),
    /(\(lane>\?\)[\s\S]*){2}deliveries_of_lane \(lane=\? AND <expr><\?\)/,
  ],
  'deliveries.lockDue': [
    (tx) => deliveries.lockDue(tx, { now: 0, lane: 'mail', limit: 10 }),
    /deliveries_of_lane \(lane=\? AND <expr><\?\)/,
  ],
  'deliveries.lockPendingMail': [(tx) => deliveries.lockPendingMail(tx, key), /deliveries_of_\w+ \(account_id=\? AND invitation_id=\?/],
  'deliveries.lockWaiting': [(tx) => deliveries.lockWaiting(tx, attempt), /deliveries_of_\w+ \(account_id=\? AND invitation_id=\?/],
  'idempotency.claim': [
    (tx) => idempotency.claim(tx, { accountId: 1, key: 'k', fingerprint: '', now: 0, forgetBefore: 0 }).catch(() => undefined),
    /account_id=\? AND idempotency_key=\?/,
  ],
  'idempotency.forget': [(tx) => idempotency.forget(tx, { before: 0, limit: 500 }), /idempotency_keys_by_age \(created_at<\?\)/],
  'invitations.exportPage': [
    (tx) => invitations.exportPage(tx, { ...page, before: 9 }),
    /invitations_of_test \(account_id=\? AND test_id=\? AND invitation_id<\?\)/,
  ],
  'invitations.find': [(tx) => invitations.find(tx, key), /PRIMARY KEY|account_id=\? AND invitation_id=\?/],
  'invitations.findCurrentWithReport': [
    (tx) => invitations.findCurrentWithReport(tx, identity),
    /invitations_current \(account_id=\? AND test_id=\? AND test_link_id=\? AND email_key=\?\)/,
  ],
  'invitations.findWithReport': [(tx) => invitations.findWithReport(tx, key), /account_id=\? AND invitation_id=\? AND attempt=\?/],
  'invitations.isWaiting': [
    (tx) => invitations.isWaiting(tx, { ...key, now: 0, silenceMs: 0 }),
    /PRIMARY KEY|account_id=\? AND invitation_id=\?|rowid=\?/,
  ],
  'invitations.listOverdue': [
    (tx) => invitations.listOverdue(tx, { now: 0, graceMs: 0, silenceMs: 0, limit: 10 }),
    /invitations_overdue \(deadline<\?\)/,
  ],
  'invitations.listPage': [
    (tx) => invitations.listPage(tx, page),
    /invitations_of_test \(account_id=\? AND test_id=\? AND invitation_id<\?\)/,
  ],
  'invitations.listPage below a cursor': [
    (tx) => invitations.listPage(tx, { ...page, before: 9 }),
    /invitations_of_test \(account_id=\? AND test_id=\? AND invitation_id<\?\)/,
  ],
  'invitations.countListed': [
    (tx) => invitations.countListed(tx, { ...page, most: 9 }),
    /invitations_of_test \(account_id=\? AND test_id=\?\)/,
  ],
  'invitations.listPage by status': [
    (tx) => invitations.listPage(tx, { ...page, status: 'Reset', before: 9 }),
    /invitations_of_test_by_status \(account_id=\? AND test_id=\? AND status=\? AND invitation_id<\?\)/,
  ],
  'invitations.countListed by status': [
    (tx) => invitations.countListed(tx, { ...page, status: 'Reset', most: 9 }),
    /COVERING INDEX invitations_of_test_by_status \(account_id=\? AND test_id=\? AND status=\?\)/,
  ],
  'invitations.countByStatus': [
    (tx) => invitations.countByStatus(tx, { accountId: 1, testIds: [1, 2], most: 9 }),
    /COVERING INDEX invitations_of_test_by_status \(account_id=\? AND test_id=\?\)/,
  ],
  'invitations.countOfStatus': [
    (tx) => invitations.countOfStatus(tx, { accountId: 1, testId: 1, status: 'Reset', above: 9, most: 9 }),
    /COVERING INDEX invitations_of_test_by_status \(account_id=\? AND test_id=\? AND status=\? AND invitation_id>\?\)/,
  ],
  'invitations.listByIds': [(tx) => invitations.listByIds(tx, 1, [1]), /account_id=\? AND invitation_id=\?|rowid=\?/],
  'search.findNewest': [
    (tx) => search.findNewest(tx, searched, below),
    /invitations_of_test \(account_id=\? AND test_id=\? AND invitation_id<\?\)/,
  ],
  'search.findNewest by status': [
    (tx) => search.findNewest(tx, { ...searched, status: 'Reset' }, below),
    /invitations_of_test_by_status \(account_id=\? AND test_id=\? AND status=\? AND invitation_id<\?\)/,
  ],
  'invitations.lockCurrentOfTest': [
    (tx) => invitations.lockCurrentOfTest(tx, identity),
    /invitations_of_candidate \(account_id=\? AND test_id=\? AND email_key=\?\)/,
  ],
  'invitations.lockCurrent': [
    (tx) => invitations.lockCurrent(tx, identity),
    /invitations_current \(account_id=\? AND test_id=\? AND test_link_id=\? AND email_key=\?\)/,
  ],
  'invitations.newestId': [(tx) => invitations.newestId(tx, 1, 1), /invitations_of_test \(account_id=\? AND test_id=\?\)/],
  'invitations.retireCurrent': [(tx) => invitations.retireCurrent(tx, identity, 0), /account_id=\? AND test_id=\?/],
  'proctoringImages.find': [
    (tx) => proctoringImages.find(tx, { ...key, imageId: 1 }),
    /PRIMARY KEY|account_id=\? AND image_id=\?|rowid=\?/,
  ],
  'proctoringImages.list': [
    (tx) => proctoringImages.list(tx, attempt),
    /proctoring_images_of_attempt \(account_id=\? AND invitation_id=\? AND attempt=\?\)/,
  ],
  'proctoringImages.listAbandoned': [
    (tx) => proctoringImages.listAbandoned(tx, 1, 9),
    /proctoring_images_reserved \(account_id=\? AND taken_at<\?\)/,
  ],
  'proctoringImages.storageKeys': [
    (tx) => proctoringImages.storageKeys(tx, attempt),
    /proctoring_images_of_attempt \(account_id=\? AND invitation_id=\? AND attempt=\?\)/,
  ],
  'recordings.find': [(tx) => recordings.find(tx, { ...attempt, kind: 'images' }), /sqlite_autoindex_recordings_1/],
  'recordings.giveBack': [(tx) => recordings.giveBack(tx, { ...attempt, kind: 'images', amount: 1 }), /sqlite_autoindex_recordings_1/],
  'reports.find': [(tx) => reports.find(tx, attempt), /sqlite_autoindex_reports_1/],
  'reports.lockDue': [(tx) => reports.lockDue(tx, 0, 10), /reports_due \(not_before<\?\)/],
  'testLinks.find': [(tx) => testLinks.find(tx, 1, 1), /PRIMARY KEY|account_id=\? AND test_link_id=\?/],
  'testLinks.findByAccessKey': [(tx) => testLinks.findByAccessKey(tx, 1, 'k'), /test_links_by_access_key/],
  'testLinks.countUpTo': [(tx) => testLinks.countUpTo(tx, { accountId: 1, testId: 1, most: 9 }), /COVERING INDEX test_links_of_test/],
  'testLinks.list': [(tx) => testLinks.list(tx, 1, 1), /test_links_of_test/],
  'tests.find': [(tx) => tests.find(tx, 1, 1), /PRIMARY KEY|account_id=\? AND test_id=\?/],
  'tests.findByAccessKey': [(tx) => tests.findByAccessKey(tx, 1, 'k'), /tests_by_access_key/],
  'tests.listPage from the newest': [(tx) => tests.listPage(tx, 1, { limit: 20, offset: 0, total: 100 }), /tests_listed \(account_id=\?\)/],
  'tests.listPage from the oldest': [
    (tx) => tests.listPage(tx, 1, { limit: 20, offset: 80, total: 100 }),
    /tests_listed \(account_id=\?\)/,
  ],
  'tests.listManaged': [
    (tx) => tests.listManaged(tx, { accountId: 1, status: undefined, before: 9, limit: 20 }),
    /tests_by_status \(account_id=\? AND status=\? AND test_id<\?\)/,
  ],
  'tests.countManaged': [
    (tx) => tests.countManaged(tx, { accountId: 1, status: undefined, most: 9 }),
    /COVERING INDEX tests_by_status \(account_id=\? AND status=\?\)/,
  ],
  'tests.lockByKey': [(tx) => tests.lockByKey(tx, 1, 'k'), /tests_by_key/],
  'tests.findVersion': [(tx) => tests.findVersion(tx, { accountId: 1, testId: 1, version: 1 }), /sqlite_autoindex_test_versions_1/],
  'tests.listVersions': [(tx) => tests.listVersions(tx, 1, 1), /sqlite_autoindex_test_versions_1/],
  'timeline.listPage': [
    (tx) => timeline.listPage(tx, { ...key, after: 0, limit: 9 }),
    /timeline_of_invitation \(account_id=\? AND invitation_id=\? AND entry_id>\?\)/,
  ],
  'windowEvents.list': [(tx) => windowEvents.list(tx, attempt), /sqlite_autoindex_window_events_1/],
};

/** A candidate has few of these, and a claim looks at few lanes, and a count has a bound, so that they may be sorted. */
const mayBeSorted = new Set(['deliveries.listLanes', 'setAsideAnswers.list', 'windowEvents.list', 'invitations.countByStatus']);

/** What a subquery with a bound has found. */
const mayBeScanned = /^SCAN (some|newest|lanes|json_each VIRTUAL TABLE INDEX 1:|CONSTANT ROW)$/;

/** One seek for each of a bounded number of lanes. */
const maySeekForEach = new Set(['deliveries.listLanes']);

describe('the query plan on SQLite', () => {
  let database: Database.Database;
  let tx: Tx;
  let ran: { sql: string; parameters: readonly unknown[] }[] = [];
  beforeAll(async () => {
    database = new Database(':memory:');
    const kysely = new Kysely<Schema>({
      dialect: new SqliteDialect({ database }),
      log: ({ query: { sql, parameters } }) => {
        ran.push({ sql, parameters });
      },
    });
    const run: MigratingEngine['run'] = (work) => work(kysely);
    await migrate({ traits: sqliteTraits, run, alone: (work) => work({ transaction: run }) });
    const handle = sqliteHandle(database, async () => 0);
    tx = {
      ...handle,
      kysely,
      execute: (sql, parameters) => {
        ran.push({ sql, parameters });
        return handle.execute(sql, parameters);
      },
      afterCommit: () => undefined,
    };
  });
  afterAll(() => tx.kysely.destroy());

  it.each(Object.entries(queries))('of %s goes through an index and sorts nothing', async (name, [run, index]) => {
    ran = [];
    await run(tx);
    const plan = ran.flatMap(({ sql, parameters }) => {
      const rows = database.prepare(`explain query plan ${sql}`).all(...parameters) as { detail: string }[];
      return rows.map(({ detail }) => detail);
    });
    expect(plan.join('\n')).toMatch(index);
    expect(plan.filter((detail) => detail.startsWith('SCAN') && !mayBeScanned.test(detail))).toEqual([]);
    if (!maySeekForEach.has(name)) expect(plan.filter((detail) => detail.startsWith('CORRELATED'))).toEqual([]);
    if (!mayBeSorted.has(name)) expect(plan.filter((detail) => detail.includes('TEMP B-TREE'))).toEqual([]);
  });
});
