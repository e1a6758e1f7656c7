import { until } from '@assay/testing';
import { describe, expect } from 'vitest';
import { everyKind, failureOf, recordingClient } from './support/client.ts';
import { completeAll, importEveryKind, register } from './support/client-candidate.ts';
import { it } from './support/service.ts';

const link = { accessTime: 0, timeZoneId: 190 };

describe('an Idempotency-Key on a real server', () => {
  it('with the same request does it once and answers the same, also when it comes many times at once', async ({ service }) => {
    const { client } = recordingClient(service);
    const testId = await importEveryKind(client);
    const [key, body] = ['autumn 2026', { testId, testLinkName: 'Autumn', ...link }];
    const made = await Promise.all(Array.from({ length: 5 }, () => client.createTestLink(body, { idempotencyKey: key })));
    expect(new Set(made.map((one) => JSON.stringify(one))).size).toBe(1);
    expect((await client.listTestLinks({ testId })).testLinks).toEqual([made[0]]);
    await client.createTestLink(body);
    expect((await client.listTestLinks({ testId })).testLinks).toHaveLength(2);
  });

  it('holds for cancel and reattempt, although they are GETs', async ({ service }) => {
    const { client } = recordingClient(service);
    const testId = await importEveryKind(client);
    const { testInvitationId } = await register(client, testId, 'ana');
    const cancel = () => client.cancelInvitation({ testInvitationId }, { idempotencyKey: `cancel ${testId}` });
    const cancelled = await cancel();
    await register(client, testId, 'ana');
    expect(await cancel()).toEqual(cancelled);
    // The answer is the one of before, and nothing was done: the candidate who was invited again stays so.
    expect(await client.getInvitation({ testInvitationId })).toMatchObject({ status: 'Pending' });
    await client.cancelInvitation({ testInvitationId });
    expect(await client.getInvitation({ testInvitationId })).toMatchObject({ status: 'Cancelled' });

    const completed = await completeAll(service, client, { testId, emailId: 'bo@example.com', fullName: 'Bo' });
    const reattempt = () => client.reattemptInvitation({ testInvitationId: completed }, { idempotencyKey: `reattempt ${testId}` });
    const first = await reattempt();
    expect(await reattempt()).toEqual(first);
    expect((await client.listInvitations({ testId, search: 'bo@' })).invitations).toHaveLength(2);
    const other = await client.reattemptInvitation({ testInvitationId: completed });
    expect(other.testInvitationId).not.toBe(first.testInvitationId);
  });

  it('with another request is 409.1, whichever write it is, and that write does nothing', async ({ service }) => {
    const { client } = recordingClient(service);
    const testId = await importEveryKind(client);
    const { testLinkId } = await client.createTestLink({ testId, testLinkName: 'There', ...link });
    const { testInvitationId } = await register(client, testId, 'ana');
    const completed = await completeAll(service, client, { testId, emailId: 'bo@example.com', fullName: 'Bo' });
    const receipt = await until('the receipt', async () => {
      const { deliveries } = await client.listDeliveries({ testInvitationId: completed, state: 'delivered' });
      return deliveries[0];
    });
    const used = { idempotencyKey: `used ${testId}` };
    await client.setTestStatus({ testId, status: 'Active' }, used);
    const state = async () => [
      (await client.listManagedTests()).tests.map((one) => ({ ...one, counts: one.testId === testId && one.counts })),
      await client.listTestLinks({ testId }),
      await client.getLinkSettings({ testLinkId }),
      await client.listInvitations({ testId }),
      await client.listDeliveries({ testId }),
      await client.listCallbackSecrets(),
      await client.listApiKeys(),
      await client.getAccount(),
    ];
    const before = await state();
    const { keyId } = (await client.listApiKeys()).keys.at(-1) ?? {};
    const who = { testId, emailId: 'cy@example.com', fullName: 'Cy' };
    const others: Readonly<Record<string, () => Promise<unknown>>> = {
      createTestLink: () => client.createTestLink({ testId, testLinkName: 'Another', ...link }, used),
      updateLinkSettings: () => client.updateLinkSettings({ testLinkId, confirmEmail: 1 }, used),
      updateTestLink: () => client.updateTestLink({ testId, testLinkId, testLinkName: 'Another', ...link }, used),
      registerCandidate: () => client.registerCandidate(who, used),
      registerCandidateByLink: () => client.registerCandidateByLink({ ...who, testLinkId }, used),
      cancelInvitation: () => client.cancelInvitation({ testInvitationId }, used),
      reattemptInvitation: () => client.reattemptInvitation({ testInvitationId: completed }, used),
      importTest: () => client.importTest(everyKind, used),
      duplicateTest: () => client.duplicateTest({ testId }, used),
      setTestStatus: () => client.setTestStatus({ testId, status: 'Inactive' }, used),
      regradeTest: () => client.regradeTest({ testId }, used),
      inviteCandidate: () => client.inviteCandidate(who, used),
      inviteCandidates: () => client.inviteCandidates({ testId, candidates: [{ emailId: 'cy@example.com', fullName: 'Cy' }] }, used),
      updateAccount: () => client.updateAccount({ name: 'Another' }, used),
      resetInvitation: () => client.resetInvitation({ testInvitationId: completed }, used),
      revokeReportUrl: () => client.revokeReportUrl({ testInvitationId: completed }, used),
      giveExtraTime: () => client.giveExtraTime({ testInvitationId, minutes: 5 }, used),
      sendInvitationEmail: () => client.sendInvitationEmail({ testInvitationId }, used),
      redeliverDelivery: () => client.redeliverDelivery({ deliveryId: receipt.deliveryId }, used),
      redeliverFailed: () => client.redeliverFailed({ testId }, used),
      rotateCallbackSecret: () => client.rotateCallbackSecret({ overlapHours: 1 }, used),
      revokeApiKey: () => client.revokeApiKey({ keyId: keyId ?? 0 }, used),
    };
    for (const [operation, call] of Object.entries(others))
      expect([operation, await failureOf(call())]).toEqual([
        operation,
        expect.objectContaining({
          name: 'AssayRefusal',
          operation,
          statuscode: '409.1',
          message: expect.stringContaining('Idempotency-Key'),
        }),
      ]);
    expect(await state()).toEqual(before);
  });
});
