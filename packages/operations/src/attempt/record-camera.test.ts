import { formatInstant } from '@assay/domain';
import { second, somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { cancelInvitation } from '../invitation/cancel-invitation.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import { getInvitationTimeline } from '../invitation/get-invitation.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { getAttempt } from './get-attempt.ts';
import type { Candidate } from './open-invitation.ts';
import { recordCamera } from './record-camera.ts';
import { startAttempt } from './start-attempt.ts';

const states = ['granted', 'denied', 'lost'] as const;

describe('the camera', () => {
  const service = useService();
  const send = (candidate: Candidate, body: unknown = { state: 'granted' }) => recordCamera({ candidate, input: { body } });
  const entries = async (ctx: Context, testInvitationId: string) =>
    (await value(getInvitationTimeline({ ctx, input: { testInvitationId } }))).timeline.filter(({ type }) => type.startsWith('camera.'));

  it('what becomes of it is in the timeline, with the attempt and the time of the server, and the test goes on', async () => {
    const { ctx, testId } = await service.mint();
    const { id, candidate } = await service.invite(ctx, testId, 'In progress');
    const times = states.map((_, index) => formatInstant(service.clock.now + (index + 1) * second));
    for (const state of states) {
      service.clock.advance(second);
      expect(await value(send(candidate, { state }))).toEqual({ recorded: true });
    }
    await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
    await value(startAttempt({ candidate }));
    await value(send(candidate, { state: 'denied' }));
    expect(await entries(ctx, id)).toMatchObject([
      { type: 'camera.granted', at: times[0], data: { attempt: 1 } },
      { type: 'camera.denied', at: times[1], data: { attempt: 1 } },
      { type: 'camera.lost', at: times[2], data: { attempt: 1 } },
      { type: 'camera.denied', at: times[2], data: { attempt: 2 } },
    ]);
    expect(await value(getAttempt({ candidate }))).toMatchObject({ status: 'In progress' });
  });

  it.each([
    ['Pending', '409.1'],
    ['Reset', '409.1'],
    ['Completed', '403.17'],
    ['Cancelled', '403.15'],
  ] as const)('an attempt that is %s records nothing: %s', async (status, statuscode) => {
    const { ctx, testId } = await service.mint();
    const { id, candidate } = await service.invite(ctx, testId, status);
    expect(await statuscodeOf(send(candidate))).toBe(statuscode);
    expect(await entries(ctx, id)).toEqual([]);
  });

  it('an address that was replaced records nothing', async () => {
    const { ctx, testId } = await service.mint();
    const person = somebody();
    const old = await service.register(ctx, testId, person);
    await value(cancelInvitation({ ctx, input: { testInvitationId: old.id, query: {} } }));
    const { id, candidate } = await service.register(ctx, testId, person);
    await value(startAttempt({ candidate }));
    expect(await statuscodeOf(send(old.candidate))).toBe('403.18');
    expect(await entries(ctx, id)).toEqual([]);
  });

  it.each([[{}], [{ state: 'on' }], [{ state: 1 }], [{ state: ['granted'] }]])('%j is 400.1 and names the state', async (body) => {
    const { ctx, testId } = await service.mint();
    const { id, candidate } = await service.invite(ctx, testId, 'In progress');
    expect(await refusalOf(send(candidate, body))).toMatchObject({ statuscode: '400.1', message: expect.stringContaining('state') });
    expect(await entries(ctx, id)).toEqual([]);
  });
});
