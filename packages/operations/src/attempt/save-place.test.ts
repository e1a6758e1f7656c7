import { testDialects } from '@assay/store/testing';
import { describe, expect, it } from 'vitest';
import { resetInvitation } from '../invitation/change-invitation.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { getAttempt } from './get-attempt.ts';
import type { Candidate } from './open-invitation.ts';
import { savePlace } from './save-place.ts';
import { startAttempt } from './start-attempt.ts';

describe.each(testDialects)('the place of a candidate on %s', (engine) => {
  const service = useService(engine);
  const save = (candidate: Candidate, body: Record<string, unknown>) => savePlace({ candidate, input: { body } });
  const placeOf = async (candidate: Candidate) => (await value(getAttempt({ candidate }))).place;
  const mint = async () => {
    const { ctx, testId } = await service.mint();
    return { ctx, ...(await service.invite(ctx, testId, 'In progress')) };
  };

  it('comes back with the state, also with that of a start; the last one stands, and a flag counts once', async () => {
    const { candidate } = await mint();
    expect(await value(getAttempt({ candidate }))).not.toHaveProperty('place');
    await value(save(candidate, { questionId: 2, flags: [1] }));
    expect(await value(save(candidate, { questionId: 3, flags: [4, 2, 4] }))).toEqual({ recorded: true });
    expect(await placeOf(candidate)).toEqual({ questionId: 3, flags: [4, 2] });
    expect(await value(startAttempt({ candidate }))).toMatchObject({ place: { questionId: 3, flags: [4, 2] } });
  });

  it('is saved only by the session that started last, as answers are', async () => {
    const { candidate } = await mint();
    const start = (sessionId: string) => value(startAttempt({ candidate, input: { body: { sessionId } } }));
    await start('the-first-device');
    await value(save(candidate, { questionId: 2, flags: [], sessionId: 'the-first-device' }));
    await start('the-second-device');
    const late = save(candidate, { questionId: 1, flags: [], sessionId: 'the-first-device' });
    expect(await statuscodeOf(late)).toBe('403.19');
    expect(await statuscodeOf(save(candidate, { questionId: 1, flags: [] }))).toBe('403.19');
    expect(await placeOf(candidate)).toEqual({ questionId: 2, flags: [] });
  });

  it('belongs to the attempt: another one begins without', async () => {
    const { ctx, id, candidate } = await mint();
    await value(save(candidate, { questionId: 2, flags: [] }));
    await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
    expect(await placeOf(candidate)).toBeUndefined();
    expect(await value(startAttempt({ candidate }))).not.toHaveProperty('place');
  });

  it.each([
    [{ questionId: 5, flags: [] }, 5],
    [{ questionId: 1, flags: [1, 1000] }, 1000],
  ])('%j is 404.1: the test has no such question', async (body, unknown) => {
    const { candidate } = await mint();
    const message = `No question ${unknown} in this test`;
    expect(await refusalOf(save(candidate, body))).toMatchObject({ statuscode: '404.1', message: expect.stringContaining(message) });
  });

  it.each([[{}], [{ questionId: 0, flags: [] }], [{ questionId: 1 }], [{ questionId: 1, flags: [1.5] }]])('%j is 400.1', async (body) => {
    const { candidate } = await mint();
    expect(await statuscodeOf(save(candidate, body))).toBe('400.1');
  });
});
