import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { emailKey, type OperationName, operations } from '@assay/domain';
import { accounts, apiKeys, idempotency, reviews, type Store } from '@assay/store';
import { testPostgresUrl } from '@assay/store/testing';
import { day, hour, repetitions, smallTest, somebody, zone } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { updateAccountSettings } from '../account/account-settings.ts';
import { forgetAuditEntries } from '../account/audit.ts';
import { ensureFirstAccount } from '../account/ensure-first-account.ts';
import { recordUse } from '../account/record-use.ts';
import { api, takeApi } from '../api.ts';
import { closeOverdueAttempts } from '../attempt/complete-attempt.ts';
import { sweepImages } from '../attempt/sweep-images.ts';
import { recordDeliveryAttempt } from '../delivery/record-delivery-attempt.ts';
import { releaseDeliveryLease } from '../delivery/release-delivery-lease.ts';
import { addRegrades } from '../grading/regrade-test.ts';
import { confirmJoin } from '../invitation/confirm-join.ts';
import { joinTest } from '../invitation/join-test.ts';
import { generateReports } from '../report/generate-reports.ts';
import { claimDue } from '../testing/deliver-due.ts';
import { newReceiver } from '../testing/outbound.ts';
import { value } from '../testing/outcomes.ts';
import { printingRunner } from '../testing/printing-runner.ts';
import { imageOf, keepImages } from '../testing/proctoring.ts';
import { smallEssay } from '../testing/reviews.ts';
import { type Invited, type Service, tokenOf } from '../testing/service.ts';
import { smallestBodies, smallestCandidateBodies } from '../testing/smallest-bodies.ts';
import { watchStatements } from '../testing/statements.ts';
import { withTwoStores } from '../testing/two-stores.ts';
import type { Assay, Context, Outcome } from './context.ts';
import { forgetIdempotencyKeys } from './forget-idempotency-keys.ts';
import { confirmationUrl } from './join-request.ts';
import { readAccessKey, takeUrl } from './tokens.ts';
import { rememberedMilliseconds } from './transact.ts';

/** What a transaction locks comes in this order (docs/decisions/2026-11-22-one-lock-order.md). */
const order = [
  'first account',
  'idempotency_keys',
  'accounts',
  'api_keys',
  'callback_secrets',
  'tests',
  'rendered_versions',
  'test_pictures',
  'large_texts',
  'large_text_parts',
  'regrades',
  'test_links',
  'joiner',
  'invitations',
  'account_quotas',
  'quota_uses',
  'answers',
  'late_answers',
  'answer_files',
  'proctoring_images',
  'places',
  'reports',
  'gradings',
  'reviews',
  'recordings',
  'typed_texts',
  'window_events',
  'set_aside_answers',
  'deliveries',
  'test_tallies',
  'audit_entries',
  'image_sweeps',
];

type Lock = {
  readonly table: string;
  readonly waits: boolean;
  /** It locks a row that the transaction does not have yet; what writes may write one that it has. */
  readonly isFurther: boolean;
};

/** Whose rows a statement locks, and whether it may wait for them. A plain insert waits for nobody. */
const lockOf = (sql: string): Lock | undefined => {
  if (sql.includes('pg_advisory_xact_lock'))
    return { table: sql.includes('hashtextextended') ? 'joiner' : 'first account', waits: true, isFurther: false };
  const [, verb, table] = /^(update|delete from|insert into|select .*? from) "(\w+)"/s.exec(sql) ?? [];
  if (verb === undefined || table === undefined) return undefined;
  if (verb === 'insert into' && !sql.includes(' on conflict ')) return undefined;
  if (verb.startsWith('select') && !/ for (?:no key update|share)/.test(sql)) return undefined;
  return { table, waits: !sql.endsWith('skip locked'), isFurther: verb.startsWith('select') };
};

/** The small test with a question that is answered with a program, and one that people grade. A regrade by other marks changes reports. */
const fileWith = (marks: number) => ({
  ...smallTest,
  key: 'spring',
  sections: [
    ...smallTest.sections,
    {
      name: 'Programs',
      questions: [{ kind: 'coding', prompt: 'Print 1.', marks, languages: ['javascript'], cases: [{ input: '', output: '1' }] }],
    },
    { name: 'Essays', questions: [smallEssay] },
  ],
});
const program = { language: 'javascript', source: 'print(1)' } as const;

const attemptTables = ['answers', 'places', 'recordings', 'proctoring_images', 'reports', 'gradings', 'reviews', 'deliveries'] as const;
type Row = Record<string, unknown>;
type Table = (typeof attemptTables)[number];
type Rows = { readonly invitation: Row; readonly parts: readonly { readonly table: Table; readonly rows: readonly Row[] }[] };

// Every one of these tables has these columns; the compiler cannot see that through a union of tables.
const one = (table: Table) => table as 'answers';

/** The rows of an invitation, to make more like it. */
const readRows = (service: Service, ctx: Context, { id }: Invited): Promise<Rows> =>
  service.assay.store.read(async (db) => {
    const { invitation_id: _, ...invitation } = await service.row(ctx, id);
    const parts = [];
    for (const table of attemptTables) {
      const ofTable = db.kysely.selectFrom(one(table)).selectAll();
      const rows = await ofTable.where('account_id', '=', ctx.accountId).where('invitation_id', '=', Number(id)).execute();
      parts.push({ table, rows });
    }
    return { invitation, parts };
  });

/** The rows of another invitation like that one; returns its id. */
const copyRows = ({ assay: { store } }: Service, { invitation, parts }: Rows, changes: Row): Promise<number> =>
  store.write(async (tx) => {
    const { invitation_id } = await tx.kysely
      .insertInto('invitations')
      .values({ ...invitation, ...changes } as never)
      .returning('invitation_id')
      .executeTakeFirstOrThrow();
    for (const { table, rows } of parts) {
      const copies = rows.map(({ delivery_id: _, image_id: __, review_id: ___, public_id, ...row }) => ({
        ...row,
        invitation_id,
        ...(public_id === undefined ? {} : { public_id: randomInt(2 ** 47) }),
      }));
      if (copies.length === 0) continue;
      await tx.kysely
        .insertInto(one(table))
        .values(copies as never)
        .execute();
    }
    return invitation_id;
  });

describe.skipIf(testPostgresUrl === undefined)('on PostgreSQL', () => {
  it('a deadlock is counted although the store tries again', async () => {
    const deadlocks = await withTwoStores(async ({ service, first, second }) => {
      const [one, other] = [await service.mintAccount(), await service.mintAccount()];
      let arrived = 0;
      const cross = ({ store }: Assay, accountIds: readonly [number, number]) =>
        store.write(async (tx) => {
          await accounts.lock(tx, accountIds[0]);
          arrived += 1;
          while (arrived < 2) await pause(1);
          await accounts.lock(tx, accountIds[1]);
        });
      await Promise.all([cross(first, [one.accountId, other.accountId]), cross(second, [other.accountId, one.accountId])]);
    });
    expect(deadlocks).toBeGreaterThan(0);
  });

  it('24 imports at once with Idempotency-Keys, through two processes, do not deadlock', async () => {
    const deadlocks = await withTwoStores(async ({ service, first, second }) => {
      const ctx = await service.mintAccount();
      const imported = await Promise.all(
        Array.from({ length: 24 }, (_, index) =>
          value(
            api.importTest({
              ctx: { ...ctx, assay: index % 2 === 0 ? first : second, idempotencyKey: `import-${index}` },
              input: { body: { ...smallTest, key: `test-${index}` } },
            }),
          ),
        ),
      );
      expect(new Set(imported.map(({ testId }) => testId)).size).toBe(24);
    });
    expect(deadlocks).toBe(0);
  });

  it('every pair of what writes, against itself and each other, does not deadlock, and each locks in one order', async () => {
    let pair = '';
    const faults: string[] = [];
    /** Checks the order of each transaction, and holds each lock for a moment, so that those of others fall into it. */
    const watch = (store: Store): Store => {
      const watched = watchStatements(store, () => {
        const taken = new Set<string>();
        return {
          before: (sql) => {
            const lock = lockOf(sql);
            if (lock === undefined || (taken.has(lock.table) && !lock.isFurther)) return;
            const rank = order.indexOf(lock.table);
            const late = [...taken].filter((table) => order.indexOf(table) > rank);
            if (rank < 0 || (lock.waits && late.length > 0)) faults.push(`${pair}: locks ${lock.table} after ${late}`);
            taken.add(lock.table);
          },
          after: async (sql) => lockOf(sql) !== undefined && pause(1),
        };
      });
      const nameDeadlock = (error: unknown): never => {
        if (error instanceof Error && 'code' in error && error.code === '40P01') faults.push(`${pair}: deadlock`);
        throw error;
      };
      return { ...watched, write: (work, row) => watched.write((tx) => work(tx).catch(nameDeadlock), row) };
    };

    const deadlocks = await withTwoStores(async ({ service, first, second }) => {
      const { store } = service.assay;
      const ctx = await service.mintAccount();
      await value(updateAccountSettings({ ctx, input: { body: { receipts: 'all', lateMinutes: 0 } } }));
      const testId = await service.importTest(ctx, fileWith(1));
      const link = { imageProctoring: 1, emailToStakeholder: 'boss@acme.example' };
      const testLinkId = await service.createLink(ctx, testId, link);
      const { testLinkAccessKey } = await value(api.getTestLink({ ctx, input: { testId, testLinkId } }));
      const accessKey = String(testLinkAccessKey);
      const register = async () => service.registerByLink(ctx, { testId, testLinkId }, { ...somebody(), callbackURL: newReceiver().url });

      /** What other invitations are copied from; afterwards the loops find nothing of it to do. */
      const templateIn = async (prepare: (invited: Invited) => Promise<unknown>): Promise<Rows> => {
        const invited = await register();
        await value(api.sendInvitationEmail({ ctx, input: { testInvitationId: invited.id } }));
        await prepare(invited);
        const rows = await readRows(service, ctx, invited);
        await settle();
        return rows;
      };
      const settle = () =>
        store.write(async ({ kysely }) => {
          await kysely.updateTable('deliveries').set({ state: 'delivered', settled_at: 0 }).where('state', '<>', 'delivered').execute();
          await kysely.updateTable('reports').set({ status: 'Generated' }).where('status', '<>', 'Generated').execute();
          await kysely.updateTable('gradings').set({ not_before: Number.MAX_SAFE_INTEGER }).where('graded_at', 'is', null).execute();
          await kysely.updateTable('invitations').set({ status: 'Cancelled' }).where('status', '=', 'In progress').execute();
        });
      const run = async (invited: Invited) => {
        await value(takeApi.startAttempt({ candidate: invited.candidate }));
        await service.answer(invited.candidate, { 1: 'b', 5: program, 6: 'Because.' });
        await keepImages(service, ctx, invited, 1);
      };
      const complete = async (invited: Invited) => {
        await run(invited);
        await value(takeApi.submitAttempt({ candidate: invited.candidate }));
      };
      const generate = async (invited: Invited) => {
        await complete(invited);
        await service.grade();
        const [review] = await store.read((db) =>
          reviews.list(db, { accountId: ctx.accountId, invitationId: Number(invited.id), attempt: 1 }),
        );
        await value(api.gradeReview({ ctx, input: { reviewId: String(review?.public_id), body: { marks: [1] } } }));
        await service.generate();
      };
      const pending = await templateIn(async () => undefined);
      const running = await templateIn(run);
      const completed = await templateIn(complete);
      const reported = await templateIn(generate);
      const withState = (rows: Rows, changes: Row): Rows => ({
        ...rows,
        parts: rows.parts.map(({ table, rows: some }) => ({
          table,
          rows: table === 'deliveries' ? some.map((row) => ({ ...row, ...changes })) : some,
        })),
      });
      /** Without its program: the walk of a regrade writes its report. */
      const plain: Rows = {
        ...reported,
        parts: reported.parts.map(({ table, rows }) => ({
          table,
          rows: rows.filter(({ question_id }) => table !== 'gradings' && (table !== 'answers' || question_id !== 5)),
        })),
      };
      const templates = {
        pending,
        plain,
        running,
        overdue: { ...running, invitation: { ...running.invitation, deadline: service.clock.now - hour, session_id: null } },
        completed,
        reported,
        failed: withState(reported, { state: 'failed', settled_at: service.clock.now }),
      } as const;
      type State = keyof typeof templates;

      let scenes = 0;
      /** One candidate with an invitation by the link in `state`, and a direct one; a completed one may have been replaced. */
      const setScene = async (state: State) => {
        scenes += 1;
        const email = `scene-${scenes}@example.com`;
        const identity = { email, email_key: emailKey(email) };
        const id = await copyRows(service, templates[state], identity);
        if (['reported', 'plain', 'failed'].includes(state)) await copyRows(service, templates.failed, { ...identity, is_current: 0 });
        await copyRows(service, pending, { ...identity, test_link_id: 0 });
        const row = await service.row(ctx, String(id));
        const key = { account_id: ctx.accountId, key_hash: `hash ${scenes}`, prefix: 'k', name: 'ATS', scopes: 'read', created_at: 0 };
        const { key_id } = await store.write((tx) => apiKeys.insert(tx, key));
        const deliveries = await store.read((db) =>
          db.kysely.selectFrom('deliveries').selectAll().where('account_id', '=', ctx.accountId).where('invitation_id', '=', id).execute(),
        );
        const [reviewRow] = await store.read((db) =>
          reviews.list(db, { accountId: ctx.accountId, invitationId: id, attempt: row.attempt }),
        );
        const ids = {
          testId,
          testLinkId,
          testInvitationId: String(id),
          keyId: String(key_id),
          reviewId: String(reviewRow?.public_id ?? 0),
          deliveryId: String(deliveries.find(({ kind }) => kind === 'invitation-email')?.delivery_id),
          imageId: '1',
        };
        return { ids, person: { emailId: email, fullName: 'Ana Example' }, token: tokenOf(takeUrl(first, row)), deliveries };
      };
      type Scene = Awaited<ReturnType<typeof setScene>>;
      type Verb = {
        readonly name: string;
        readonly state: State;
        readonly run: (assay: Assay, scene: Scene, key: string) => Promise<unknown>;
      };

      const bodyOf = (name: OperationName, { person }: Scene): object | undefined => {
        const callbackURL = newReceiver().url;
        if (name.startsWith('registerCandidate') || name === 'inviteCandidate') return { ...person, callbackURL };
        if (name === 'inviteCandidates') return { candidates: [person, somebody(), { ...person, testLinkId: Number(testLinkId) }] };
        if (name === 'importTest') return { ...fileWith(1 + (scenes % 2)), duration: 40 + (scenes % 20) };
        if (name === 'duplicateTest') return { key: `copy-${scenes}` };
        if (name === 'updateTestLink') return { ...smallestBodies.updateTestLink, ...link };
        if (name === 'updateLinkSettings') return { confirmEmail: 0 };
        return smallestBodies[name];
      };
      const call = (name: OperationName, assay: Assay, scene: Scene, idempotencyKey: string, body = bodyOf(name, scene)) => {
        const run = api[name] as (call: { ctx: object; input: object }) => Outcome<unknown>;
        return run({ ctx: { ...ctx, assay, idempotencyKey }, input: { ...scene.ids, query: {}, ...(body && { body }) } });
      };
      const stateFor: { readonly [Name in OperationName]?: State } = {
        registerCandidateByLink: 'reported',
        inviteCandidates: 'failed',
        reattemptInvitation: 'reported',
        resetInvitation: 'completed',
        giveExtraTime: 'running',
        revokeReportUrl: 'reported',
        claimReview: 'completed',
        gradeReview: 'completed',
        redeliverDelivery: 'failed',
        redeliverFailed: 'failed',
      };
      const names = Object.keys(operations) as OperationName[];
      const writing = names.filter(
        (name) => operations[name].method !== 'GET' || ['cancelInvitation', 'reattemptInvitation'].includes(name),
      );
      const ofApi = writing.map(
        (name): Verb => ({
          name,
          state: stateFor[name] ?? 'pending',
          run: async (assay, scene, key) => {
            await call(name, assay, scene, key);
            // Others find the test active.
            if (name === 'setTestStatus')
              for (const status of ['Archived', 'Active']) await call(name, assay, scene, `${key} ${status}`, { status });
          },
        }),
      );
      const ofCandidate = (Object.keys(takeApi) as (keyof typeof takeApi)[]).map((name): Verb => {
        const bodies: Readonly<Record<string, object>> = smallestCandidateBodies;
        const run = takeApi[name] as (call: { candidate: object; input: object }) => Outcome<unknown>;
        return {
          name,
          state: name === 'startAttempt' ? 'pending' : 'running',
          run: (assay, { token }) => {
            const body = name === 'saveImage' ? imageOf() : bodies[name];
            return run({ candidate: { assay, token }, input: { questionId: '1', body } });
          },
        };
      });
      const others: readonly Verb[] = [
        {
          name: 'saveAnswer in place of another one',
          state: 'running',
          run: (assay, { token }) => {
            const body = { answer: 'c', revision: 2 + scenes, base: 1, setAside: true };
            return takeApi.saveAnswer({ candidate: { assay, token }, input: { questionId: '1', body } });
          },
        },
        {
          name: 'joinTest',
          state: 'pending',
          run: (assay, { person }) => joinTest({ visitor: { assay, accessKey }, input: { body: person } }),
        },
        {
          name: 'confirmJoin',
          state: 'pending',
          run: (assay, { person: { emailId: email, fullName } }) => {
            const request = { accountId: ctx.accountId, link: readAccessKey(accessKey)?.accessKey ?? '', email, fullName };
            const url = confirmationUrl(assay, { ...request, expiresAt: service.clock.now + day });
            return confirmJoin({ holder: { assay, token: url.slice(url.lastIndexOf('/') + 1) } });
          },
        },
        { name: 'close overdue attempts', state: 'overdue', run: (assay) => closeOverdueAttempts({ assay }) },
        {
          name: 'generate reports',
          state: 'completed',
          run: (assay) => generateReports({ assay, onFailure: ({ error }) => faults.push(`${pair}: ${error}`) }),
        },
        { name: 'grade', state: 'completed', run: (assay) => service.grade({ ...assay, runner: printingRunner }) },
        {
          name: 'fail to grade',
          state: 'completed',
          run: (assay) =>
            service.grade({ ...assay, runner: { ...printingRunner, run: async () => ({ refused: 'closed', message: 'x' }) } }),
        },
        {
          name: 'regrade',
          state: 'plain',
          run: async (assay, scene, key) => {
            await call('regradeTest', assay, scene, `${key} regrade`);
            for (let steps = 0; steps < 3; steps += 1) await addRegrades({ assay });
            await service.grade(assay);
          },
        },
        { name: 'claim deliveries', state: 'reported', run: claimDue },
        {
          name: 'record deliveries',
          state: 'pending',
          run: (assay, { deliveries }) => {
            const sent = {
              destination: 'x',
              status: 204,
              response: null,
              error: null,
              duration: 1,
              outcome: { type: 'delivered' },
            } as const;
            return Promise.all(deliveries.map((delivery) => recordDeliveryAttempt({ assay, delivery, attempt: sent, random: 0 })));
          },
        },
        {
          name: 'release deliveries',
          state: 'reported',
          run: (assay, { deliveries }) => Promise.all(deliveries.map((delivery) => releaseDeliveryLease({ assay, delivery }))),
        },
        { name: 'sweep images', state: 'running', run: (assay) => sweepImages({ assay }) },
        {
          name: 'forget Idempotency-Keys',
          state: 'pending',
          run: async (assay) => {
            const key = randomUUID();
            const old = { accountId: ctx.accountId, fingerprint: '', now: service.clock.now - rememberedMilliseconds - 1, forgetBefore: 0 };
            for (const part of [1, 2, 3]) await assay.store.write((tx) => idempotency.claim(tx, { ...old, key: `${key} ${part}` }));
            await forgetIdempotencyKeys({ assay });
          },
        },
        { name: 'forget the audit', state: 'pending', run: (assay) => forgetAuditEntries({ assay }) },
        {
          name: 'record the use of a key',
          state: 'pending',
          run: ({ store }, { ids }) => recordUse({ ...store }, { account_id: ctx.accountId, key_id: Number(ids.keyId) }),
        },
        {
          name: 'the first account',
          state: 'pending',
          run: (assay) => ensureFirstAccount({ assay, settings: { name: 'Acme', email: undefined, timeZoneId: zone, apiKey: undefined } }),
        },
      ];
      const verbs = [...ofApi, ...ofCandidate, ...others];

      const runPair = async (a: Verb, b: Verb, state: State) => {
        // A deadlock takes a second until it is found.
        if (faults.length > 20) return;
        const scene = await setScene(state);
        pair = `${a.name} × ${b.name} (${state})`;
        const calls = [a.run(first, scene, `${scenes} a`), b.run(second, scene, `${scenes} b`)];
        // And once more by the other process, the second with the same key.
        if (a === b || repetitions(0, 1) === 1) calls.push(a.run(second, scene, `${scenes} a2`), b.run(first, scene, `${scenes} b`));
        for (const result of await Promise.allSettled(calls))
          if (result.status === 'rejected') faults.push(`${pair}: ${result.reason} ${result.reason?.cause ?? ''}`);
        await settle();
      };
      // In the short form each pair once, in the state that suits the one or the other.
      const statesOf = (a: Verb, b: Verb): readonly State[] => [...new Set(scenes % 2 === 0 ? [a.state, b.state] : [b.state, a.state])];
      for (let times = 0; times < repetitions(1, 3); times += 1)
        for (const [index, a] of verbs.entries())
          for (const b of verbs.slice(index)) for (const state of statesOf(a, b).slice(0, repetitions(1, 2))) await runPair(a, b, state);
    }, watch);
    expect([...new Set(faults)]).toEqual([]);
    expect(deadlocks).toBe(0);
    // Some thousand transactions that wait for each other: a machine under load takes minutes.
  }, 3_600_000);
});
