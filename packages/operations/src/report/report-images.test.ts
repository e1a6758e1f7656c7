import { publicUrl, second } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { startAttempt } from '../attempt/start-attempt.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import type { Context } from '../support/context.ts';
import { reportPdfUrl } from '../support/tokens.ts';
import { value } from '../testing/outcomes.ts';
import { imageOf, imageRows, keepImages } from '../testing/proctoring.ts';
import { useService } from '../testing/service.ts';
import { exportReportPdf, openReport } from './export-report.ts';

describe('webcam images of a report', () => {
  const service = useService();
  const mintCompleted = async (count: number) => {
    const { ctx, testId } = await service.mint();
    const { id, candidate } = await service.invite(ctx, testId, 'Completed');
    await service.generate();
    const from = service.clock.now;
    await keepImages(service, ctx, { id }, count);
    return { ctx, id, candidate, from };
  };
  const imagesOf = async (ctx: Context, testInvitationId: string) =>
    (await value(exportReportPdf({ ctx, input: { testInvitationId } }))).images;

  it.each([0, 1, 11, 12])('%i are all shown, oldest first, with their times', async (count) => {
    const { ctx, id, from } = await mintCompleted(count);
    const shown = Array.from({ length: count }, (_, index) => ({ takenAt: from + index * second, jpeg: imageOf(`image ${index}`) }));
    expect(await imagesOf(ctx, id)).toEqual({ count, shown });
  });

  it.each([13, 23, 24, 100, 777])('of %i twelve are shown, evenly spread, with the first and the last; all are counted', async (count) => {
    const { ctx, id, from } = await mintCompleted(count);
    const images = await imagesOf(ctx, id);
    const indexes = images.shown.map(({ takenAt }) => (takenAt - from) / second);
    expect([images.count, indexes.length, indexes[0], indexes[11]]).toEqual([count, 12, 0, count - 1]);
    const gaps = indexes.slice(1).map((index, at) => index - (indexes[at] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
    expect(images.shown.map(({ jpeg }) => jpeg)).toEqual(indexes.map((index) => imageOf(`image ${index}`)));
  });

  it('are those of the attempt that the report is of', async () => {
    const { ctx, id, candidate, from } = await mintCompleted(2);
    const { nonce } = await service.row(ctx, id);
    const address = { accountId: ctx.accountId, invitationId: Number(id), attempt: 1, generation: 2, issuedAt: service.clock.now, nonce };
    const token = reportPdfUrl(service.assay, address).slice(`${publicUrl}/report/`.length);
    await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
    await value(startAttempt({ candidate }));
    await keepImages(service, ctx, { id, attempt: 2 }, 1);
    const { images } = await value(openReport({ assay: service.assay, token }));
    expect(images.shown.map(({ takenAt }) => takenAt)).toEqual([from, from + second]);
    await service.complete(candidate);
    await service.generate();
    expect((await imagesOf(ctx, id)).count).toBe(1);
  });

  it('one whose file was deleted is counted, and shown as empty beside the others', async () => {
    const { ctx, id } = await mintCompleted(3);
    const [, middle] = await imageRows(service, ctx, id);
    service.images.files.delete(middle?.storage_key ?? '');
    const { count, shown } = await imagesOf(ctx, id);
    expect([count, shown.map(({ jpeg }) => jpeg)]).toEqual([3, [imageOf('image 0'), new Uint8Array(), imageOf('image 2')]]);
  });
});
