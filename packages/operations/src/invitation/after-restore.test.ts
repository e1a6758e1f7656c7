import { scopes } from '@assay/domain';
import { openStore } from '@assay/store';
import { makeRestorable, testDialects } from '@assay/store/testing';
import { publicUrl, somebody, zone } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAttempt } from '../attempt/start-attempt.ts';
import { updateLinkSettings } from '../link/link-settings.ts';
import { getTestLink } from '../link/read-test-links.ts';
import { openReport } from '../report/export-report.ts';
import type { Context } from '../support/context.ts';
import { deliveriesOf } from '../testing/deliveries.ts';
import { organizationOf } from '../testing/organization-of.ts';
import { newReceiver } from '../testing/outbound.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { type Invited, Service } from '../testing/service.ts';
import { confirmJoin, getConfirmation } from './confirm-join.ts';
import { joinTest } from './join-test.ts';
import { sendInvitationEmail } from './send-invitation-email.ts';

const engines = testDialects.filter((engine) => engine !== 'pglite');

describe.each(engines)('after a restore on %s', (engine) => {
  let database: Awaited<ReturnType<typeof makeRestorable>>;
  beforeAll(async () => {
    database = await makeRestorable(engine);
  });
  afterAll(() => database.remove());

  /** A run of the service on the database, which ends so that the database can be restored. */
  const run = async <Value>(work: (service: Service) => Promise<Value>): Promise<Value> => {
    const service = new Service();
    const store = await openStore(database.location, () => service.clock.now);
    await service.open('sqlite', () => ({ store }));
    try {
      return await work(service);
    } finally {
      await store.close();
      await service.dispose();
    }
  };
  const contextOf = (service: Service, accountId: number): Context => ({ assay: service.assay, accountId, scopes: new Set(scopes) });

  const invite = async (service: Service, ctx: Context, testId: string) => {
    const receiver = newReceiver();
    const invited = await service.register(ctx, testId, { ...somebody(), callbackURL: receiver.url });
    await value(sendInvitationEmail({ ctx, input: { testInvitationId: invited.id } }));
    return { ...invited, receiver };
  };

  /** What leaves the service about a candidate who completes. */
  const sentFor = async (service: Service, ctx: Context, { id, candidate, receiver }: Invited & { receiver: { host: string } }) => {
    await service.deliver();
    await service.complete(candidate);
    await service.generate();
    await service.deliver();
    const [callback] = service.outbound.callbacksTo(receiver.host);
    const report = String(JSON.parse(callback?.body ?? '{}').ReportPDFUrl).slice(`${publicUrl}/report/`.length);
    const deliveries = (await deliveriesOf(ctx)).map(({ deliveryId, kind, messageId }) => ({ deliveryId, kind, messageId }));
    return { id, token: candidate.token, report, webhookId: callback?.webhookId ?? '', deliveries };
  };

  /** A visitor's confirmation by a new link of a new test. */
  const requestJoin = async (service: Service, ctx: Context) => {
    const testId = await service.importTest(ctx);
    const testLinkId = await service.createLink(ctx, testId, { testLinkName: 'Spring', accessTime: 0, timeZoneId: zone });
    await value(updateLinkSettings({ ctx, input: { testLinkId, body: { confirmEmail: 1 } } }));
    const { testLinkAccessKey } = await value(getTestLink({ ctx, input: { testId, testLinkId } }));
    const person = somebody();
    await value(joinTest({ visitor: { assay: service.assay, accessKey: testLinkAccessKey ?? '' }, input: { body: person } }));
    await service.deliver();
    const mail = service.outbound.emailsTo(person.emailId).at(-1);
    const url = mail?.kind === 'confirmation-email' ? mail.confirmUrl : '';
    return { testLinkId, token: url.slice(`${publicUrl}/join/confirm/`.length) };
  };

  it('URLs and message ids of what was lost meet nothing that got the same ids', async () => {
    const { accountId, testId } = await run(async (service) => {
      const { ctx, testId } = await service.mint();
      return { accountId: ctx.accountId, testId };
    });
    await database.backUp();
    const lost = await run(async (service) => {
      const ctx = contextOf(service, accountId);
      const alice = await sentFor(service, ctx, await invite(service, ctx, testId));
      return { alice, join: await requestJoin(service, ctx) };
    });
    await database.restore();
    await run(async (service) => {
      const ctx = contextOf(service, accountId);
      const { assay } = service;
      const invited = await invite(service, ctx, testId);
      expect(invited.id).toBe(lost.alice.id);
      const candidate = { assay, token: lost.alice.token };
      expect(await refusalOf(startAttempt({ candidate }))).toMatchObject({ code: 'resource.not-found' });
      expect((await service.row(ctx, invited.id)).status).toBe('Pending');
      expect(await organizationOf(candidate)).toBeUndefined();
      expect(await organizationOf(invited.candidate)).toMatchObject({ organization: 'Acme' });

      const bob = await sentFor(service, ctx, invited);
      expect(bob.deliveries.map(({ deliveryId, kind }) => [deliveryId, kind])).toEqual(
        lost.alice.deliveries.map(({ deliveryId, kind }) => [deliveryId, kind]),
      );
      const messageIds = [...bob.deliveries, ...lost.alice.deliveries].map(({ messageId }) => messageId);
      expect(new Set(messageIds).size).toBe(messageIds.length);
      expect(messageIds).toEqual(expect.arrayContaining([bob.webhookId, lost.alice.webhookId]));
      expect(await refusalOf(openReport({ assay, token: lost.alice.report }))).toMatchObject({ code: 'resource.not-found' });
      expect(await statuscodeOf(openReport({ assay, token: bob.report }))).toBe('200.1');

      const join = await requestJoin(service, ctx);
      expect(join.testLinkId).toBe(lost.join.testLinkId);
      const holder = { assay, token: lost.join.token };
      for (const refused of [getConfirmation({ holder }), confirmJoin({ holder })])
        expect(await refusalOf(refused)).toMatchObject({ code: 'resource.not-found' });
      await value(confirmJoin({ holder: { assay, token: join.token } }));
    });
  });
});
