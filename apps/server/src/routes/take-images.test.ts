import { type InvitationTimeline, imageBounds, type ProctoringImages } from '@assay/domain';
import { beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../testing/images.ts';
import { expectRefusal, type Invited, resultOf, useService } from '../testing/service.ts';

const second = 1000;

/** The same JPEG padded to `length` bytes with a comment after its first marker. */
const padded = (jpeg: Buffer, length: number): Buffer => {
  const comment = Buffer.alloc(length - jpeg.length, 0x20);
  comment.writeUInt16BE(0xff_fe, 0);
  comment.writeUInt16BE(comment.length - 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
};

describe('webcam images over HTTP', () => {
  const service = useService();
  let key: string;
  let testId: string;
  let jpeg: Buffer;
  beforeAll(async () => {
    ({ key, testId } = await service.mint());
    jpeg = await picture({ width: 320, height: 240 });
  });
  const proctored = () => service.startProctored(key, testId);
  const listOf = async ({ id }: Invited) =>
    resultOf<ProctoringImages>(await service.send({ method: 'GET', url: `/manage/v1/invitations/${id}/images`, key })).images;

  it('are counted, and stored unchanged when they have no metadata', async () => {
    const invited = await proctored();
    const other = await picture({ width: 640, height: 640 });
    expect(resultOf(await service.sendImage(invited.token, jpeg))).toEqual({ accepted: true, count: 1 });
    service.clock.advance(2 * second);
    expect(resultOf(await service.sendImage(invited.token, other))).toEqual({ accepted: true, count: 2 });
    const images = await listOf(invited);
    expect(images).toMatchObject([
      { bytes: jpeg.length, width: 320, height: 240, takenAt: new Date(service.clock.now - 2 * second).toISOString() },
      { bytes: other.length, width: 640, height: 640, takenAt: new Date(service.clock.now).toISOString() },
    ]);
    for (const [index, sent] of [jpeg, other].entries()) {
      const url = `/manage/v1/invitations/${invited.id}/images/${images[index]?.imageId}`;
      const response = await service.send({ method: 'GET', url, key });
      expect(response.statusCode).toBe(200);
      expect(response.rawPayload.equals(sent)).toBe(true);
      expect(response.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'content-disposition': `attachment; filename=image-${images[index]?.imageId}.jpg`,
        'cache-control': expect.stringContaining('no-store'),
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('may have 61,440 bytes; longer bodies are 413.1, whether or not they are images', async () => {
    expect(imageBounds.bytes).toBe(61_440);
    const invited = await proctored();
    expectRefusal(await service.sendImage(invited.token, padded(jpeg, 61_441)), '413.1');
    expectRefusal(await service.sendImage(invited.token, Buffer.alloc(200_000)), '413.1');
    expect(await listOf(invited)).toEqual([]);
    resultOf(await service.sendImage(invited.token, padded(jpeg, 61_440)));
    // The padding is a comment, which is not stored.
    expect(await listOf(invited)).toMatchObject([{ bytes: jpeg.length, width: 320, height: 240 }]);
  });

  it.each(['image/png', 'image/webp', 'application/octet-stream', 'multipart/form-data; boundary=x', 'text/plain', 'application/json'])(
    'are 415.1 with the media type %s',
    async (mediaType) => {
      const { token } = await proctored();
      const body = mediaType === 'application/json' ? Buffer.from('{}') : jpeg;
      expectRefusal(await service.sendImage(token, body, mediaType), '415.1');
    },
  );

  it('are refused with a message that names the right media type', async () => {
    const { token } = await proctored();
    expect(expectRefusal(await service.sendImage(token, jpeg, 'image/png'), '415.1')).toContain('image/jpeg');
  });

  it('are checked by decoding: anything but a complete JPEG is 400.1 and is not stored', async () => {
    const invited = await proctored();
    const before = service.images.files.size;
    const wrong = {
      png: await picture({ format: 'png' }),
      webp: await picture({ format: 'webp' }),
      'half a JPEG': jpeg.subarray(0, Math.floor(jpeg.length / 2)),
      'the head of a JPEG before something else': Buffer.concat([jpeg.subarray(0, 300), Buffer.alloc(2000, '<script>alert(1)</script>')]),
      html: Buffer.from('<!doctype html><script>alert(1)</script>'),
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      nothing: Buffer.alloc(0),
    };
    // Each look is two seconds after the one before, whether or not it found an image.
    const send = (bytes: Buffer) => {
      service.clock.advance(2 * second);
      return service.sendImage(invited.token, bytes);
    };
    for (const [name, bytes] of Object.entries(wrong))
      expect([name, expectRefusal(await send(bytes), '400.1')]).toEqual([name, expect.stringMatching(/^image: /)]);
    for (const size of [
      { width: 641, height: 20 },
      { width: 20, height: 641 },
    ])
      expect(expectRefusal(await send(await picture(size)), '400.1')).toContain('at most 640 pixels');
    expect(service.images.files.size).toBe(before);
    expect(await listOf(invited)).toEqual([]);
  });

  it('are 429.1 if less than two seconds apart, counted for each candidate', async () => {
    const [one, other] = [await proctored(), await proctored()];
    resultOf(await service.sendImage(one.token, jpeg));
    resultOf(await service.sendImage(other.token, jpeg));
    service.clock.advance(2 * second - 1);
    expectRefusal(await service.sendImage(one.token, jpeg), '429.1');
    service.clock.advance(1);
    expect(resultOf(await service.sendImage(one.token, jpeg))).toMatchObject({ count: 2 });
  });

  it('are 409.1 for a test link without images, and without a link', async () => {
    const link = await service.createLink(key, testId);
    for (const { token } of [await service.registerByLink(key, testId, link.id), await service.register(key, testId)]) {
      resultOf(await service.start(token));
      expect(expectRefusal(await service.sendImage(token, jpeg), '409.1')).toContain('does not take images');
    }
  });

  it('are accepted only while the attempt runs: 409.1 before the start, 403.17 after the end, 404.1 for an unknown token', async () => {
    const link = await service.createLink(key, testId, { imageProctoring: 1 });
    const { token } = await service.registerByLink(key, testId, link.id);
    expectRefusal(await service.sendImage(token, jpeg), '409.1');
    await service.complete(token);
    expectRefusal(await service.sendImage(token, jpeg), '403.17');
    expectRefusal(await service.sendImage(`${token}A`, jpeg), '404.1');
  });

  it("are no longer among the invitation's images after a reset", async () => {
    const invited = await proctored();
    resultOf(await service.sendImage(invited.token, jpeg));
    resultOf(await service.send({ method: 'POST', url: `/manage/v1/invitations/${invited.id}/reset`, key }));
    resultOf(await service.start(invited.token));
    expect(await listOf(invited)).toEqual([]);
    expect(resultOf(await service.sendImage(invited.token, jpeg))).toMatchObject({ count: 1 });
  });

  it('have responses that must not be cached, on success and on refusal', async () => {
    const { token } = await proctored();
    for (const bytes of [jpeg, Buffer.alloc(9)]) expect((await service.sendImage(token, bytes)).headers['cache-control']).toBe('no-store');
  });

  it('can be read only by the account, with the scope `read`', async () => {
    const invited = await proctored();
    resultOf(await service.sendImage(invited.token, jpeg));
    const [image] = await listOf(invited);
    const paths = [`/manage/v1/invitations/${invited.id}/images`, `/manage/v1/invitations/${invited.id}/images/${image?.imageId}`];
    const { accountId, key: other } = await service.mint();
    for (const url of paths) {
      expectRefusal(await service.send({ method: 'GET', url }), '401.1');
      expectRefusal(await service.send({ method: 'GET', url, key: other }), '404.1');
      for (const scope of ['invite', 'manage'] as const)
        expectRefusal(await service.send({ method: 'GET', url, key: await service.mintKey(accountId, [scope]) }), '403.1');
    }
  });

  it('are found only under their invitation; a malformed id is 400.1, an unknown one 404.1', async () => {
    const [one, other] = [await proctored(), await proctored()];
    resultOf(await service.sendImage(one.token, jpeg));
    const [image] = await listOf(one);
    const get = (invited: Invited, imageId: unknown) =>
      service.send({ method: 'GET', url: `/manage/v1/invitations/${invited.id}/images/${imageId}`, key });
    expectRefusal(await get(other, image?.imageId), '404.1');
    for (const absent of ['0', '-1', '999999', '9223372036854775807']) expectRefusal(await get(one, absent), '404.1');
    for (const wrong of ['x', '1.5', '..%2f1']) expect(expectRefusal(await get(one, wrong), '400.1')).toContain('imageId: ');
  });

  it('are 404.1 after their file is deleted, and the report works without them', async () => {
    const invited = await proctored();
    resultOf(await service.sendImage(invited.token, jpeg));
    await service.complete(invited.token);
    await service.generate();
    const [image] = await listOf(invited);
    service.images.files.clear();
    const url = `/manage/v1/invitations/${invited.id}/images/${image?.imageId}`;
    expectRefusal(await service.send({ method: 'GET', url, key }), '404.1');
    const pdf = await service.send({ method: 'GET', url: `/v2/org/report/${invited.id}/pdf`, key });
    expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString('latin1')]).toEqual([200, '%PDF-']);
  });

  it('appear in the PDF', async () => {
    const [one, without] = [await proctored(), await proctored()];
    resultOf(await service.sendImage(one.token, jpeg));
    const pdfOf = async ({ id, token }: Invited) => {
      await service.complete(token);
      await service.generate();
      return (await service.send({ method: 'GET', url: `/v2/org/report/${id}/pdf`, key })).rawPayload;
    };
    // A PDF contains the bytes of a JPEG unchanged.
    expect((await pdfOf(one)).includes(jpeg)).toBe(true);
    expect((await pdfOf(without)).includes('DCTDecode')).toBe(false);
  });
});

describe('the camera over HTTP', () => {
  const service = useService();
  it.each(['granted', 'denied', 'lost'])('is recorded in the timeline as %s, and the test goes on', async (state) => {
    const { key, testId } = await service.mint();
    const { id, token } = await service.startProctored(key, testId);
    const recorded = await service.take(token, { method: 'POST', path: 'camera', body: { state } });
    expect(resultOf(recorded)).toEqual({ recorded: true });
    const { timeline } = resultOf<InvitationTimeline>(
      await service.send({ method: 'GET', url: `/manage/v1/invitations/${id}/timeline`, key }),
    );
    expect(timeline.at(-1)).toMatchObject({ type: `camera.${state}`, at: new Date(service.clock.now).toISOString() });
    await service.complete(token);
  });

  it.each([{}, { state: 'on' }, { state: ['lost'] }])('is 400.1 with the field name for another state: %j', async (body) => {
    const { key, testId } = await service.mint();
    const { token } = await service.startProctored(key, testId);
    expect(expectRefusal(await service.take(token, { method: 'POST', path: 'camera', body }), '400.1')).toMatch(/^state: /);
  });
});
