import { readFileSync, writeFileSync } from 'node:fs';
import { type OperationName, operations, scopes } from '@assay/domain';
import { openStore, reports, type Store } from '@assay/store';
import { openBlankStore, type TestEngine, testDialects } from '@assay/store/testing';
import { day, eventually, hour, repetitions, somebody } from '@assay/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forgetAuditEntries } from '../account/audit.ts';
import { authenticate } from '../account/authenticate.ts';
import { api, takeApi } from '../api.ts';
import { closeOverdueAttempts } from '../attempt/complete-attempt.ts';
import { sweepImages } from '../attempt/sweep-images.ts';
import { countWaitingDeliveries } from '../delivery/count-waiting.ts';
import { joinTest } from '../invitation/join-test.ts';
import { gradeReport } from '../report/grade-report.ts';
import { value } from '../testing/outcomes.ts';
import { keepImages } from '../testing/proctoring.ts';
import { Recorder, type Release, raiseIds, replay } from '../testing/release.ts';
import { Service } from '../testing/service.ts';
import { smallestBodies, smallestCandidateBodies } from '../testing/smallest-bodies.ts';
import type { Context, Outcome } from './context.ts';
import { forgetIdempotencyKeys } from './forget-idempotency-keys.ts';

const file = new URL('../testing/previous-release.json', import.meta.url);

/** Each operation twice, and what the loops do. */
const walk = async (service: Service, ctx: Context, testId: string): Promise<void> => {
  const testLinkId = await service.createLink(ctx, testId, { imageProctoring: 1 });
  const { id: testInvitationId, candidate } = await service.registerByLink(ctx, { testId, testLinkId });
  const { keyId, apiKey } = await value(api.createApiKey({ ctx, input: { body: { name: 'ATS', scopes: ['manage'] } } }));
  await value(authenticate({ assay: service.assay, apiKey }));
  const { deliveryId } = await value(api.sendInvitationEmail({ ctx, input: { testInvitationId } }));
  const [imageId = ''] = await keepImages(service, ctx, { id: testInvitationId }, 1);
  const ids = { testId, testLinkId, testInvitationId, keyId: String(keyId), deliveryId: String(deliveryId), imageId, questionId: '1' };
  const { submitAttempt, ...others } = takeApi;
  const saved: Readonly<Record<string, object>> = smallestCandidateBodies;
  for (const name of ['startAttempt', ...Object.keys(others), 'submitAttempt'] as (keyof typeof takeApi)[]) {
    const run = takeApi[name] as (call: { candidate: object; input: object }) => Outcome<unknown>;
    const body = name === 'saveImage' ? new Uint8Array([1]) : saved[name];
    for (let times = 0; times < 2; times += 1) await run({ candidate, input: { ...ids, body } });
  }
  const { testLinkAccessKey } = await value(api.getTestLink({ ctx, input: ids }));
  const visitor = { assay: service.assay, accessKey: String(testLinkAccessKey) };
  await joinTest({ visitor, input: { body: somebody() } });
  await service.invite(ctx, testId, 'In progress');
  service.clock.advance(3 * hour);
  await closeOverdueAttempts({ assay: service.assay });
  for (const name of Object.keys(operations) as OperationName[])
    for (const idempotencyKey of [undefined, 'once', 'once']) {
      const run = api[name] as (call: { ctx: Context; input: object }) => Outcome<unknown>;
      const body = smallestBodies[name];
      await run({ ctx: { ...ctx, idempotencyKey }, input: { ...ids, query: {}, ...(body === undefined ? {} : { body }) } });
    }
  const { search, status } = { search: 'ana', status: 'Completed' };
  for (const query of [{ search }, { status }, { search, status }]) await value(api.listInvitations({ ctx, input: { testId, query } }));
  await service.generate();
  await service.deliver();
  for (const loop of [sweepImages, forgetIdempotencyKeys, forgetAuditEntries, countWaitingDeliveries]) await loop({ assay: service.assay });
};

const record = async (engine: TestEngine) => {
  const recorder = new Recorder();
  const service = new Service();
  let unrecorded: Store | undefined;
  await service.open(engine, ({ store }) => {
    unrecorded = store;
    return { store: recorder.wrap(store) };
  });
  try {
    if (unrecorded !== undefined) await raiseIds(unrecorded);
    const { ctx, testId } = await service.mint();
    const house = recorder.take();
    const person = { emailId: 'life-0@example.com', fullName: 'Life', callbackURL: 'https://ats.example/life-0' };
    const { id: testInvitationId, candidate } = await service.register(ctx, testId, person);
    await value(api.sendInvitationEmail({ ctx, input: { testInvitationId } }));
    await service.complete(candidate);
    await service.generate();
    await service.deliver();
    const life = recorder.take();
    await walk(service, ctx, testId);
    return { house, life, recorder };
  } finally {
    await service.dispose();
  }
};

const inLines = (list: readonly unknown[]): string => `[\n${list.map((each) => JSON.stringify(each)).join(',\n')}\n]`;

/** On the commit of a release: the test then upgrades from it. */
if (process.env.ASSAY_RECORD_RELEASE !== undefined)
  it('a release writes down what it sends to its database', async () => {
    const engines: string[] = [];
    for (const engine of ['sqlite', 'postgres'] as const) {
      const { house, life, recorder } = await record(engine);
      const { texts, valueCounts } = recorder;
      const parts = Object.entries({ texts, house, life, others: [...valueCounts] });
      engines.push(`"${engine}": {\n${parts.map(([name, lines]) => `"${name}": ${inLines(lines)}`).join(',\n')}\n}`);
    }
    writeFileSync(file, `{\n"schema": "${process.env.ASSAY_RECORD_RELEASE}",\n"engines": {\n${engines.join(',\n')}\n}\n}\n`);
  });

const release: Release = JSON.parse(readFileSync(file, 'utf8'));
const lives = repetitions(20, 1000);
const atOnce = 4;

type Row = Readonly<Record<string, unknown>>;

const tableNames = {
  sqlite: "select name from sqlite_master where type = 'table' and name not like 'sqlite%'",
  postgres: "select tablename as name from pg_tables where schemaname = 'public'",
};

/** The rows of an account, of every table that has an account's. */
const dump = (store: Store, accountId: unknown, tables: readonly string[]): Promise<Row[]> =>
  store.read(async (db) => {
    const found: Row[] = [];
    for (const table of tables) {
      const { rows } = await db.execute<Row>(`select * from ${table} where account_id = ${accountId}`, []);
      found.push(...rows.map((row) => ({ ...row, table })).sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)));
    }
    return found;
  });

/** Holds that each report is graded today to the bytes that the release stored. */
const graded = (service: Service, accountId: number): Promise<void> =>
  service.assay.store.read(async (db) => {
    const { rows } = await db.execute<{ invitation_id: number; attempt: number; content: string }>(
      `select invitation_id, attempt, content from reports where account_id = ${accountId} and status = 'Generated'`,
      [],
    );
    expect(rows).toHaveLength(lives);
    for (const { invitation_id: invitationId, attempt, content } of rows) {
      const report = await reports.find(db, { accountId, invitationId, attempt });
      const again = report && (await gradeReport(service.assay, db, report));
      expect([JSON.stringify(again?.content), again?.figures]).toEqual([content, report?.figures]);
    }
  });

describe.each(testDialects.filter((engine) => engine !== 'pglite'))('an upgrade from the release before on %s', (engine) => {
  const { house, life, others, texts } = release.engines[engine];
  let old: Awaited<ReturnType<typeof openBlankStore>>;
  let ran: Set<number>;
  const started: string[] = [];
  beforeEach(async () => {
    old = await openBlankStore(engine);
    await old.migrate({ last: release.schema });
    ran = new Set();
  });
  afterEach(() => old.dispose());

  const mintHouse = async () => {
    const ids = new Map<number, unknown>();
    await replay(old, { texts }, house, { ids, rename: (text) => text, ran });
    const accountId = [...house]
      .flatMap(({ statements }) => statements)
      .flatMap(({ gives }) => gives)
      .find(({ column }) => column === 'account_id');
    return { ids, accountId: Number(ids.get(accountId?.id ?? -1)) };
  };
  const live = async ({ ids }: { ids: ReadonlyMap<number, unknown> }) => {
    const name = `life-${started.push('')}`;
    await replay(old, { texts }, life, { ids: new Map(ids), rename: (text) => text.replaceAll('life-0', name), ran });
    return name;
  };

  it('keeps what was stored, goes on beside it, and then has what came from both', async () => {
    const [before, during] = [await mintHouse(), await mintHouse()];
    for (let count = 0; count < lives; count += 1) await live(before);
    const { rows } = await old.read((db) => db.execute<{ name: string }>(tableNames[engine], []));
    const tables = rows.map(({ name }) => name).filter((name) => !['installation', 'probes'].includes(name) && !name.includes('migration'));
    const stored = await dump(old, before.accountId, tables);

    const names: string[] = [];
    let over = false;
    const loads = Array.from({ length: atOnce }, async () => {
      while (!over) names.push(await live(during));
    });
    const upTo = (count: number) =>
      Promise.race([Promise.all(loads), eventually(() => expect(names.length).toBeGreaterThanOrEqual(count))]);
    await upTo(atOnce);
    if (old.location === undefined) throw new Error('nobody else can open it');
    const service = new Service();
    const upgraded = await openStore(old.location, () => service.clock.now);
    ran.clear();
    await upTo(names.length + 2 * atOnce);
    over = true;
    await Promise.all(loads);

    const texted = life.flatMap(({ statements }) => statements.map(({ text }) => text));
    expect([...new Set(texted)].filter((text) => !ran.has(text)).map((text) => texts[text])).toEqual([]);
    const after = await dump(upgraded, before.accountId, tables);
    expect(after.map((row, index) => Object.fromEntries(Object.keys(stored[index] ?? {}).map((column) => [column, row[column]])))).toEqual(
      stored,
    );

    await service.open(engine, () => ({ store: upgraded }));
    try {
      service.clock.advance(day);
      await service.generate();
      await service.deliver();
      const ctx: Context = { assay: service.assay, accountId: during.accountId, scopes: new Set(scopes) };
      const { tests } = await value(api.listManagedTests({ ctx, input: { query: {} } }));
      for (const name of [names[0], names.at(-1)]) {
        const query = { search: name ?? '' };
        const { invitations } = await value(api.listInvitations({ ctx, input: { testId: String(tests[0]?.testId), query } }));
        expect(invitations).toMatchObject([{ emailId: `${name}@example.com`, status: 'Completed' }]);
      }
      await graded(service, before.accountId);
      const { deliveries } = await value(api.listDeliveries({ ctx, input: { query: { state: 'pending' } } }));
      expect(deliveries).toEqual([]);
    } finally {
      await service.dispose();
      await upgraded.close();
    }
  });

  it('leaves no statement of the release without a table, a column or an index that it needs', async () => {
    await old.migrate();
    const refused: string[] = [];
    for (const [text, values] of others) {
      const statement = texts[text] ?? '';
      await old
        .read((db) => db.execute(`explain ${statement}`, Array(values).fill(null)))
        .catch((error: unknown) => refused.push(`${error}: ${statement}`));
    }
    expect(refused).toEqual([]);
  });
});
