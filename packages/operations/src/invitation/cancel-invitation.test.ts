import { testDialects } from '@assay/store/testing';
import { describe, expect, it } from 'vitest';
import { submitAttempt } from '../attempt/complete-attempt.ts';
import { getAttempt } from '../attempt/get-attempt.ts';
import { recordEvents } from '../attempt/record-events.ts';
import { saveAnswer } from '../attempt/save-answer.ts';
import { startAttempt } from '../attempt/start-attempt.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { cancelInvitation } from './cancel-invitation.ts';
import { getInvitation } from './get-invitation.ts';

describe.each(testDialects)('cancel invitation on %s', (engine) => {
  const service = useService(engine);
  const cancel = (ctx: Context, testInvitationId: string, testId?: string) =>
    cancelInvitation({ ctx, input: { testInvitationId, query: { testId } } });

  it.each(['Pending', 'Reset'] as const)('api-v2 §3.3: %s is cancelled, answered with the id and status `cancelled`', async (status) => {
    const { ctx, testId } = await service.mint();
    const { id } = await service.invite(ctx, testId, status);
    expect(await value(cancel(ctx, id))).toEqual({ testInvitationId: Number(id), status: 'cancelled' });
    expect(await value(getInvitation({ ctx, input: { testInvitationId: id } }))).toMatchObject({ status: 'Cancelled' });
  });

  it.each(['In progress', 'Completed'] as const)(
    'api-v2 §3.3, §7.3: %s cannot be cancelled, 403.4, and stays unchanged',
    async (status) => {
      const { ctx, testId } = await service.mint();
      const { id, candidate } = await service.invite(ctx, testId, status);
      const before = await service.row(ctx, id);
      const refusal = await refusalOf(cancel(ctx, id));
      expect(refusal).toMatchObject({ statuscode: '403.4', description: 'Operation on resource cannot be performed' });
      expect(refusal.message).toMatch(/cannot be cancelled.*in progress or completed/);
      expect(await service.row(ctx, id)).toEqual(before);
      expect(await value(getAttempt({ candidate }))).toMatchObject({ status });
    },
  );

  it('cancelling a cancelled invitation answers the same success again and changes nothing', async () => {
    const { ctx, testId } = await service.mint();
    const { id } = await service.invite(ctx, testId, 'Cancelled');
    const before = await service.row(ctx, id);
    service.clock.advance(1000);
    expect(await value(cancel(ctx, id))).toEqual({ testInvitationId: Number(id), status: 'cancelled' });
    expect(await service.row(ctx, id)).toEqual(before);
  });

  it('testId is optional, and when it is sent it must match', async () => {
    const { ctx, testId } = await service.mint();
    const other = await service.importTest(ctx);
    const { id } = await service.invite(ctx, testId);
    const refusal = await refusalOf(cancel(ctx, id, other));
    expect(refusal).toMatchObject({ statuscode: '400.1' });
    expect(refusal.message).toContain('testId');
    expect(await service.row(ctx, id)).toMatchObject({ status: 'Pending' });
    expect(await value(cancel(ctx, id, testId))).toMatchObject({ status: 'cancelled' });
  });

  it.each(['abc', '1.0', ' 1', '0x1', '9223372036854775807'])(
    'testId %j is refused also with the Idempotency-Key of an earlier cancel',
    async (notAnId) => {
      const { ctx, testId } = await service.mint();
      const { id } = await service.invite(ctx, testId);
      const keyed = { ...ctx, idempotencyKey: 'cancel-1' };
      await value(cancel(keyed, id));
      const sentence = notAnId.length > 4 ? `No test ${notAnId} in this account` : 'testId: must be a decimal Int64';
      expect(await refusalOf(cancel(keyed, id, notAnId))).toMatchObject({ message: sentence });
    },
  );

  it('testId must match in any case of its name, and comes once', async () => {
    const { ctx, testId } = await service.mint();
    const other = await service.importTest(ctx);
    const { id } = await service.invite(ctx, testId);
    const send = (query: unknown) => refusalOf(cancelInvitation({ ctx, input: { testInvitationId: id, query } }));
    for (const name of ['TestId', 'TESTID', 'testid']) expect((await send({ [name]: other })).message).toMatch(/^testId: /);
    for (const query of [{ testId: [testId, testId] }, { testId, TestId: other }])
      expect(await send(query)).toMatchObject({ statuscode: '400.1', message: 'testId: must come once' });
    expect(await service.row(ctx, id)).toMatchObject({ status: 'Pending' });
  });

  it('a cancelled invitation refuses its URL on every call of the candidate', async () => {
    const { ctx, testId } = await service.mint();
    const { candidate } = await service.invite(ctx, testId, 'Cancelled');
    const calls = [
      getAttempt({ candidate }),
      startAttempt({ candidate }),
      saveAnswer({ candidate, input: { questionId: '1', body: { answer: 'a', revision: 1 } } }),
      recordEvents({ candidate, input: { body: { events: [{ type: 'left', at: service.clock.now }] } } }),
      submitAttempt({ candidate }),
    ];
    for (const call of calls) expect(await refusalOf(call)).toMatchObject({ code: 'take.cancelled', statuscode: '403.15' });
  });

  it('of a cancel and a start at once exactly one happens', async () => {
    const { ctx, testId } = await service.mint();
    const invited = await Promise.all(Array.from({ length: 12 }, () => service.invite(ctx, testId)));
    const ends = await Promise.all(
      invited.map(async ({ id, candidate }, index) => {
        const calls = [() => cancel(ctx, id), () => startAttempt({ candidate })];
        const inOrder = index % 2 === 0 ? calls : calls.toReversed();
        const done = await Promise.all(inOrder.map((call) => call()));
        return { done: done.filter((one) => one.ok).length, refused: done.flatMap((one) => (one.ok ? [] : [one.error.code])), id };
      }),
    );
    for (const { done, refused, id } of ends) {
      expect(done).toBe(1);
      const { status } = await service.row(ctx, id);
      expect([status, ...refused]).toEqual(
        status === 'Cancelled' ? [status, 'take.cancelled'] : ['In progress', 'invitation.not-cancellable'],
      );
    }
  });
});
