import { idsOf, type OperationName, operations } from '@assay/domain';
import type { Store } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { hour, minute, somebody, zone } from '@assay/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureFirstAccount } from '../account/ensure-first-account.ts';
import { api, takeApi } from '../api.ts';
import { closeOverdueAttempts } from '../attempt/complete-attempt.ts';
import { addRegrades } from '../grading/regrade-test.ts';
import { joinTest } from '../invitation/join-test.ts';
import { mintDue } from '../testing/deliveries.ts';
import { answered } from '../testing/outbound.ts';
import { value } from '../testing/outcomes.ts';
import { printingRunner } from '../testing/printing-runner.ts';
import { keepImages } from '../testing/proctoring.ts';
import { openReview } from '../testing/reviews.ts';
import { Service } from '../testing/service.ts';
import { smallestBodies, smallestCandidateBodies } from '../testing/smallest-bodies.ts';
import { watchStatements } from '../testing/statements.ts';
import type { Outcome } from './context.ts';

const waits = /pg_advisory_xact_lock|for (?:no key update|share)(?! skip locked)/;
// What was typed in time when the invitation was locked stays in time while another device's save of the same answer is waited for.
const mayWait = /from "answers"/;
const writes = /^(?:insert|update)/;

/** As if every lock were held for a minute by somebody else. `stale` gets each statement that then writes a time from before. */
const slowLocks = (store: Store, service: Service, stale: string[]): Store =>
  watchStatements(store, () => {
    service.clock.advance(1);
    const before = new Set<unknown>();
    return {
      before: (sql, values) => {
        if (waits.test(sql) && !mayWait.test(sql)) {
          before.add(service.clock.now);
          service.clock.advance(minute);
        } else if (writes.test(sql) && values.some((one) => before.has(one))) stale.push(sql);
      },
    };
  });

const bodies: { readonly [Name in OperationName]?: object } = { ...smallestBodies, setTestStatus: { status: 'Inactive' } };

// On SQLite one transaction writes at a time: the time is read after the only lock there is.
describe.each(testDialects.filter((engine) => engine !== 'sqlite'))('a time that is written is read after every lock, on %s', (engine) => {
  const service = new Service();
  const stale: string[] = [];
  beforeAll(() => service.open(engine, ({ store }) => ({ store: slowLocks(store, service, stale) })));
  afterAll(() => service.dispose());
  beforeEach(() => {
    stale.length = 0;
  });

  const mint = async () => {
    const { ctx, testId } = await service.mint({ key: 'spring' });
    const testLinkId = await service.createLink(ctx, testId, { imageProctoring: 1 });
    const { id: testInvitationId, candidate } = await service.registerByLink(ctx, { testId, testLinkId });
    const { keyId } = await value(api.createApiKey({ ctx, input: { body: { name: 'ATS', scopes: ['manage'] } } }));
    const { deliveryId } = await value(api.sendInvitationEmail({ ctx, input: { testInvitationId } }));
    const [imageId = ''] = await keepImages(service, ctx, { id: testInvitationId }, 1);
    const reviewId = await openReview(service, ctx);
    const ids = { testId, testLinkId, testInvitationId, keyId: String(keyId), deliveryId: String(deliveryId), imageId, reviewId };
    return { ctx, candidate, ids };
  };

  it.each(Object.keys(operations) as OperationName[])('%s, the first time and again', async (name) => {
    const { ctx, ids } = await mint();
    const run = api[name] as (call: { ctx: object; input: object }) => Outcome<unknown>;
    const body = name === 'importTest' ? { ...bodies.importTest, key: 'spring' } : bodies[name];
    const input = { ...ids, query: {}, ...(body === undefined ? {} : { body }) };
    for (const duration of [45, 30]) {
      const changes = name === 'importTest' ? { body: { ...body, duration } } : {};
      await run({ ctx, input: { ...input, ...changes } });
    }
    expect(stale).toEqual([]);
    expect(idsOf(operations[name]).filter((id) => !(id in input) && id !== 'questionId')).toEqual([]);
  });

  it('of what a candidate does', async () => {
    const { candidate } = await mint();
    const { submitAttempt, ...others } = takeApi;
    const saved: Readonly<Record<string, object>> = smallestCandidateBodies;
    for (const name of ['startAttempt', ...Object.keys(others), 'submitAttempt'] as (keyof typeof takeApi)[]) {
      const run = takeApi[name] as (call: { candidate: object; input: object }) => Outcome<unknown>;
      const body = name === 'saveImage' ? new Uint8Array([1]) : saved[name];
      for (let times = 0; times < 2; times += 1) await run({ candidate, input: { questionId: '1', imageId: '1', body } });
    }
    expect(stale).toEqual([]);
  });

  it('of a completion by the deadline, its report and its deliveries', async () => {
    const { ctx, testId, receiver } = await mintDue(service);
    service.outbound.receive(receiver.host, async () => answered(410));
    await service.deliver();
    const { candidate } = await mint();
    await value(takeApi.startAttempt({ candidate }));
    service.clock.advance(3 * hour);
    expect(await closeOverdueAttempts({ assay: service.assay })).toBeGreaterThan(0);
    await service.generate();
    await service.deliver();
    expect((await value(api.redeliverFailed({ ctx, input: { testId } }))).results).toHaveLength(1);
    expect(stale).toEqual([]);
  });

  it('of gradings, a failed one, a regrade and the reports', async () => {
    const questions = [{ kind: 'coding', prompt: 'Print 1.', languages: ['python'], cases: [{ input: '', output: '1' }] }];
    const file = { key: 'code', sections: [{ name: 'Code', questions }] };
    const { ctx, testId } = await service.mint(file);
    const { candidate } = await service.register(ctx, testId);
    await service.complete(candidate, { 1: { language: 'python', source: 'print(1)' } });
    const assay = { ...service.assay, runner: printingRunner };
    await service.grade({ ...assay, runner: { ...printingRunner, run: async () => ({ refused: 'closed', message: 'x' }) } });
    service.clock.advance(hour);
    await service.grade(assay);
    await service.generate();
    await service.importTest(ctx, { ...file, duration: 45 });
    await value(api.regradeTest({ ctx, input: { testId, body: {} } }));
    while ((await addRegrades({ assay })) > 0);
    await service.grade(assay);
    expect(stale).toEqual([]);
  });

  it('of a reattempt', async () => {
    const { ctx, testId } = await service.mint();
    const { id: testInvitationId } = await service.invite(ctx, testId, 'Completed');
    await value(api.reattemptInvitation({ ctx, input: { testInvitationId } }));
    expect(stale).toEqual([]);
  });

  it.each([0, 1])('of a join, and a second one (confirmEmail %i)', async (confirmEmail) => {
    const { ctx, ids } = await mint();
    await value(api.updateLinkSettings({ ctx, input: { testLinkId: ids.testLinkId, body: { confirmEmail } } }));
    const { testLinkAccessKey } = await value(api.getTestLink({ ctx, input: ids }));
    const visitor = { assay: service.assay, accessKey: String(testLinkAccessKey) };
    const body = somebody();
    for (let times = 0; times < 2; times += 1) await joinTest({ visitor, input: { body } });
    expect(stale).toEqual([]);
  });

  it('of the first account', async () => {
    const empty = new Service();
    try {
      await empty.open(engine, ({ store }) => ({ store: slowLocks(store, empty, stale) }));
      const settings = { name: 'Acme', email: undefined, timeZoneId: zone, apiKey: undefined };
      await ensureFirstAccount({ assay: empty.assay, settings });
    } finally {
      await empty.dispose();
    }
    expect(stale).toEqual([]);
  });
});
