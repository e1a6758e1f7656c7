import { imageBounds } from '@assay/domain';
import { testDialects } from '@assay/store/testing';
import { hour, somebody } from '@assay/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { cancelInvitation } from '../invitation/cancel-invitation.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import { getInvitationTimeline } from '../invitation/get-invitation.ts';
import { loadReportImages } from '../report/report-images.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { imageOf, imageRows, keepImages } from '../testing/proctoring.ts';
import { useService } from '../testing/service.ts';
import { submitAttempt } from './complete-attempt.ts';
import { getAttempt } from './get-attempt.ts';
import type { Candidate } from './open-invitation.ts';
import { listImages } from './read-images.ts';
import { saveImage } from './save-image.ts';
import { startAttempt } from './start-attempt.ts';

const asks = { accessTime: 0, imageProctoring: 1 };

describe.each(testDialects)('webcam images on %s', (engine) => {
  const service = useService(engine);
  afterEach(() => service.images.forget());
  const send = (candidate: Candidate, bytes = imageOf()) => saveImage({ candidate, input: { body: bytes } });
  const mintRunning = async (changes: Record<string, unknown> = asks) => {
    const invited = await service.inviteByLink(changes);
    await service.bringTo(invited.ctx, invited, 'In progress');
    return { ...invited, rows: () => imageRows(service, invited.ctx, invited.id) };
  };
  const filesOf = (accountId: number) => [...service.images.files.keys()].filter((key) => key.startsWith(`${accountId}/`));

  it('are kept: the file under account, invitation and attempt, the row with what decoding found and the server’s time', async () => {
    const { ctx, id, candidate, rows } = await mintRunning();
    service.images.see({ width: 320, height: 240 });
    const bytes = imageOf('a webcam image');
    expect(await value(send(candidate, bytes))).toEqual({ accepted: true, count: 1 });
    const [key = '', ...others] = filesOf(ctx.accountId);
    expect(key).toMatch(new RegExp(`^${ctx.accountId}/${id}/1/[0-9a-f-]{36}\\.jpg$`));
    expect(others).toEqual([]);
    expect(service.images.files.get(key)).toEqual(bytes);
    expect(await rows()).toEqual([
      {
        account_id: ctx.accountId,
        image_id: expect.any(Number),
        invitation_id: Number(id),
        attempt: 1,
        storage_key: key,
        bytes: bytes.length,
        width: 320,
        height: 240,
        taken_at: service.clock.now,
        stored: 1,
      },
    ]);
    service.clock.advance(hour / 2);
    expect(await value(send(candidate))).toEqual({ accepted: true, count: 2 });
  });

  it.each([
    ['a link that does not', async () => mintRunning({ accessTime: 0, imageProctoring: 0 })],
    [
      'a direct invitation',
      async () => {
        const { ctx, testId } = await service.mint();
        const invited = await service.invite(ctx, testId, 'In progress');
        return { ctx, ...invited, rows: () => imageRows(service, ctx, invited.id) };
      },
    ],
  ])('are taken only when the link asks for them: %s', async (_, mintRefusing) => {
    const { ctx, candidate, rows } = await mintRefusing();
    expect(await statuscodeOf(send(candidate))).toBe('409.1');
    expect([await rows(), filesOf(ctx.accountId)]).toEqual([[], []]);
    expect(await value(getAttempt({ candidate }))).toMatchObject({ imageProctoring: 0 });
  });

  it.each([
    ['Pending', '409.1'],
    ['Reset', '409.1'],
    ['Completed', '403.17'],
    ['Cancelled', '403.15'],
  ] as const)('an attempt that is %s takes none: %s', async (status, statuscode) => {
    const invited = await service.inviteByLink(asks);
    await service.bringTo(invited.ctx, invited, status);
    expect(await statuscodeOf(send(invited.candidate))).toBe(statuscode);
    expect([await imageRows(service, invited.ctx, invited.id), filesOf(invited.ctx.accountId)]).toEqual([[], []]);
  });

  it('an address that was replaced takes none', async () => {
    const { ctx, testId } = await service.mint();
    const testLinkId = await service.createLink(ctx, testId, asks);
    const person = somebody();
    const old = await service.registerByLink(ctx, { testId, testLinkId }, person);
    await value(cancelInvitation({ ctx, input: { testInvitationId: old.id, query: {} } }));
    const present = await service.registerByLink(ctx, { testId, testLinkId }, person);
    await value(startAttempt({ candidate: present.candidate }));
    expect(await statuscodeOf(send(old.candidate))).toBe('403.18');
    expect(await value(send(present.candidate))).toEqual({ accepted: true, count: 1 });
  });

  const { bytes: most, side } = imageBounds;
  it.each([
    ['more bytes than allowed', most + 1, { width: 1, height: 1 }],
    ['wider than allowed', 10, { width: side + 1, height: 1 }],
    ['higher than allowed', 10, { width: 1, height: side + 1 }],
    ['no JPEG', 10, undefined],
    ['nothing at all', 0, undefined],
  ])('%s is 400.1, and nothing is kept', async (_, length, size) => {
    const { ctx, candidate, rows } = await mintRunning();
    service.images.see(size);
    const refusal = await refusalOf(send(candidate, new Uint8Array(length)));
    expect(refusal).toMatchObject({ statuscode: '400.1', message: expect.stringMatching(/^image: /) });
    expect([await rows(), filesOf(ctx.accountId)]).toEqual([[], []]);
  });

  it('the largest image that is allowed is taken: 61,440 bytes, 640 × 640', async () => {
    const { candidate } = await mintRunning();
    service.images.see({ width: 640, height: 640 });
    expect(await value(send(candidate, new Uint8Array(61_440)))).toEqual({ accepted: true, count: 1 });
  });

  it('one within two seconds of another is 429.1; other candidates and the next attempt are not held up', async () => {
    const one = await mintRunning();
    const two = await service.registerByLink(one.ctx, one);
    await service.bringTo(one.ctx, two, 'In progress');
    await value(send(one.candidate));
    expect(await value(send(two.candidate))).toEqual({ accepted: true, count: 1 });
    service.clock.advance(1999);
    expect(await statuscodeOf(send(one.candidate))).toBe('429.1');
    expect([(await one.rows()).length, filesOf(one.ctx.accountId).length]).toEqual([1, 2]);
    service.clock.advance(1);
    expect(await value(send(one.candidate))).toEqual({ accepted: true, count: 2 });
    await value(resetInvitation({ ctx: one.ctx, input: { testInvitationId: one.id } }));
    await value(startAttempt({ candidate: one.candidate }));
    expect(await value(send(one.candidate))).toEqual({ accepted: true, count: 1 });
    expect((await one.rows()).map(({ attempt }) => attempt)).toEqual([1, 1, 2]);
  });

  it('of a hundred at once one is looked at, written and taken: as many rows as files', async () => {
    const { ctx, candidate, rows } = await mintRunning();
    const before = service.images.looks;
    const codes = await Promise.all(Array.from({ length: 100 }, () => statuscodeOf(send(candidate))));
    expect(codes.sort()).toEqual(['200.1', ...Array.from({ length: 99 }, () => '429.1')]);
    expect([(await rows()).length, filesOf(ctx.accountId).length, service.images.looks - before]).toEqual([1, 1, 1]);
  });

  it('one that is no image is looked at once in two seconds too, and takes no room', async () => {
    const { candidate, rows } = await mintRunning();
    service.images.see(undefined);
    const before = service.images.looks;
    const codes = await Promise.all(Array.from({ length: 20 }, () => statuscodeOf(send(candidate))));
    expect(codes.sort()).toEqual(['400.1', ...Array.from({ length: 19 }, () => '429.1')]);
    expect([await statuscodeOf(send(candidate)), service.images.looks - before, await rows()]).toEqual(['429.1', 1, []]);
    service.images.forget();
    service.clock.advance(2000);
    expect(await value(send(candidate))).toEqual({ accepted: true, count: 1 });
  });

  it('one that is being stored is not shown, nor in a report', async () => {
    const { ctx, id, candidate } = await mintRunning();
    const list = () => value(listImages({ ctx, input: { testInvitationId: id } }));
    let during: unknown;
    service.images.beforePut(async () => {
      during = [await list(), await loadReportImages(service.assay, { accountId: ctx.accountId, invitationId: Number(id), attempt: 1 })];
    });
    await value(send(candidate));
    expect(during).toEqual([{ images: [] }, { count: 0, shown: [] }]);
    expect((await list()).images).toHaveLength(1);
  });

  it('an attempt takes 2,000', async () => {
    const { ctx, id, candidate, rows } = await mintRunning();
    await keepImages(service, ctx, { id }, 1999);
    service.clock.advance(hour / 2);
    expect(await statuscodeOf(send(candidate))).toBe('429.1');
    service.clock.advance(hour / 4);
    expect(await value(send(candidate))).toEqual({ accepted: true, count: 2000 });
    service.clock.advance(hour / 8);
    expect(await statuscodeOf(send(candidate))).toBe('409.1');
    service.clock.advance(2000);
    expect(await statuscodeOf(send(candidate))).toBe('409.1');
    expect(await rows()).toHaveLength(2000);
    const { timeline } = await value(getInvitationTimeline({ ctx, input: { testInvitationId: id } }));
    expect(timeline.slice(-2)).toMatchObject([
      { type: 'attempt.started' },
      { type: 'recording.stopped', data: { attempt: 1, of: 'images' } },
    ]);
  });

  it('one that cannot be stored is not recorded, and its error is not hidden', async () => {
    const { candidate, rows } = await mintRunning();
    const full = new Error('no space left on device');
    service.images.beforePut(() => Promise.reject(full));
    await expect(send(candidate)).rejects.toBe(full);
    expect(await rows()).toEqual([]);
    service.images.forget();
    service.clock.advance(2000);
    expect(await value(send(candidate))).toEqual({ accepted: true, count: 1 });
  });

  it('one that was being stored when the attempt was completed leaves neither row nor file', async () => {
    const { ctx, candidate, rows } = await mintRunning();
    service.images.beforePut(async () => void (await value(submitAttempt({ candidate }))));
    expect(await statuscodeOf(send(candidate))).toBe('403.17');
    expect([await rows(), filesOf(ctx.accountId)]).toEqual([[], []]);
  });
});
