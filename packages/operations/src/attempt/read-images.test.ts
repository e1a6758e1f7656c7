import { formatInstant } from '@assay/domain';
import { minute } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { resetInvitation } from '../invitation/change-invitation.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { imageOf, imageRows } from '../testing/proctoring.ts';
import { useService } from '../testing/service.ts';
import { getImage, listImages } from './read-images.ts';
import { saveImage } from './save-image.ts';
import { startAttempt } from './start-attempt.ts';

describe('webcam images in the management API', () => {
  const service = useService();
  const mintRunning = async () => {
    const invited = await service.inviteByLink({ accessTime: 0, imageProctoring: 1 });
    await service.bringTo(invited.ctx, invited, 'In progress');
    const { ctx, id, candidate } = invited;
    const list = async () => (await value(listImages({ ctx, input: { testInvitationId: id } }))).images;
    const get = (imageId: number | undefined, testInvitationId = id) =>
      getImage({ ctx, input: { testInvitationId, imageId: String(imageId) } });
    const send = (bytes = imageOf()) => value(saveImage({ candidate, input: { body: bytes } }));
    return { ...invited, list, get, send };
  };

  it('are listed oldest first, and each is read as it came', async () => {
    const { list, get, send } = await mintRunning();
    expect(await list()).toEqual([]);
    const sent = [];
    for (const text of ['one', 'two', 'and three']) {
      await send(imageOf(text));
      sent.push({ text, takenAt: formatInstant(service.clock.now) });
      service.clock.advance(minute);
    }
    const images = await list();
    expect(images).toEqual(
      sent.map(({ text, takenAt }) => ({ imageId: expect.any(Number), takenAt, bytes: text.length, width: 640, height: 480 })),
    );
    for (const [index, { imageId }] of images.entries()) expect((await value(get(imageId))).bytes).toEqual(imageOf(sent[index]?.text));
  });

  it('one of another invitation of the same account is 404.1', async () => {
    const one = await mintRunning();
    await one.send();
    const other = await service.registerByLink(one.ctx, one);
    const [image] = await one.list();
    const message = `No image ${image?.imageId} of invitation ${other.id}`;
    expect(await refusalOf(one.get(image?.imageId, other.id))).toMatchObject({ statuscode: '404.1', message });
    expect(await statuscodeOf(one.get(image?.imageId))).toBe('200.1');
  });

  it('after a reset the list shows those of the new attempt only', async () => {
    const { ctx, id, candidate, list, get, send } = await mintRunning();
    await send(imageOf('before'));
    await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
    expect(await list()).toEqual([]);
    await value(startAttempt({ candidate }));
    await send(imageOf('afterwards'));
    const images = await list();
    expect(images).toHaveLength(1);
    expect((await value(get(images[0]?.imageId))).bytes).toEqual(imageOf('afterwards'));
  });

  it('one whose file was deleted is 404.1, and is listed still', async () => {
    const { ctx, id, list, get, send } = await mintRunning();
    await send();
    const [image] = await list();
    for (const { storage_key } of await imageRows(service, ctx, id)) service.images.files.delete(storage_key);
    expect(await statuscodeOf(get(image?.imageId))).toBe('404.1');
    expect(await list()).toEqual([image]);
  });
});
