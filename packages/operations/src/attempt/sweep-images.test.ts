import { proctoringImages } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { day } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import type { Context } from '../support/context.ts';
import { value } from '../testing/outcomes.ts';
import { imageOf, imageRows } from '../testing/proctoring.ts';
import { useService } from '../testing/service.ts';
import { listImages } from './read-images.ts';
import { saveImage } from './save-image.ts';
import { sweepImages } from './sweep-images.ts';

describe.each(testDialects)('the sweep of image files on %s', (engine) => {
  const service = useService(engine);
  const { files } = service.images;
  const mintRunning = async () => {
    const invited = await service.inviteByLink({ accessTime: 0, imageProctoring: 1 });
    await service.bringTo(invited.ctx, invited, 'In progress');
    return { ...invited, folder: `${invited.ctx.accountId}/${invited.id}/1/` };
  };
  const filesOf = ({ accountId }: Context) => [...files.keys()].filter((key) => key.startsWith(`${accountId}/`)).sort();
  /** What a process leaves that is killed before the confirmation, with its file or without. */
  const reserve = ({ ctx, id, folder }: Awaited<ReturnType<typeof mintRunning>>, ...names: string[]) =>
    service.assay.store.write(async (tx) => {
      for (const name of names)
        await proctoringImages.insert(tx, {
          account_id: ctx.accountId,
          invitation_id: Number(id),
          attempt: 1,
          storage_key: `${folder}${name}`,
          bytes: 0,
          width: 0,
          height: 0,
          taken_at: service.clock.now,
          stored: 0,
        });
    });
  const sweep = async () => {
    service.clock.advance(2 * day);
    return sweepImages({ assay: service.assay });
  };

  it('removes files that no row names, and leaves those of images, of other things and of other accounts', async () => {
    const [one, other] = [await mintRunning(), await mintRunning()];
    await value(saveImage({ candidate: one.candidate, input: { body: imageOf() } }));
    const [kept = ''] = filesOf(one.ctx);
    for (const name of ['a.jpg', 'b.jpg']) files.set(`${one.folder}${name}`, imageOf());
    files.set(`${one.ctx.accountId}/${one.id}/2/c.jpg`, imageOf());
    files.set(`${one.ctx.accountId}/notes.txt`, imageOf());
    const strangers = ['999999/1/1/d.jpg', 'elsewhere.txt'];
    for (const key of strangers) files.set(key, imageOf());
    await sweep();
    expect(filesOf(one.ctx)).toEqual([kept, `${one.ctx.accountId}/notes.txt`].sort());
    expect([filesOf(other.ctx), strangers.every((key) => files.has(key))]).toEqual([[], true]);
    const { images } = await value(listImages({ ctx: one.ctx, input: { testInvitationId: one.id } }));
    expect(images).toHaveLength(1);
  });

  it('removes rows whose file never came, with the file of those that were killed before the confirmation', async () => {
    const one = await mintRunning();
    await reserve(one, 'without.jpg');
    await reserve(one, 'with.jpg');
    files.set(`${one.folder}with.jpg`, imageOf());
    await sweep();
    expect([await imageRows(service, one.ctx, one.id), filesOf(one.ctx)]).toEqual([[], []]);
  });

  it('removes all of them, also more than it reads at once', async () => {
    const one = await mintRunning();
    await reserve(one, ...Array.from({ length: 501 }, (_, index) => `${index}.jpg`));
    expect(await sweep()).toMatchObject({ removed: 501 });
    expect(await imageRows(service, one.ctx, one.id)).toEqual([]);
  });

  it('leaves the files of invitations that the database does not have: it may be a blank one, or older than the files', async () => {
    const one = await mintRunning();
    const unknown = `${one.ctx.accountId}/${Number(one.id) + 1}/1/a.jpg`;
    files.set(unknown, imageOf());
    await sweep();
    expect(filesOf(one.ctx)).toEqual([unknown]);
  });

  it('leaves what is younger than a day: its file may still be written', async () => {
    const one = await mintRunning();
    service.clock.advance(2 * day);
    await reserve(one, 'young.jpg');
    files.set(`${one.folder}young.jpg`, imageOf());
    await sweepImages({ assay: service.assay });
    expect([(await imageRows(service, one.ctx, one.id)).length, filesOf(one.ctx)]).toEqual([1, [`${one.folder}young.jpg`]]);
  });

  it('of several workers one does an account, once a day', async () => {
    await mintRunning();
    await sweep();
    const one = await mintRunning();
    files.set(`${one.folder}a.jpg`, imageOf());
    const removed = (await Promise.all([1, 2, 3].map(() => sweepImages({ assay: service.assay })))).map((done) => done.removed);
    expect(removed.sort()).toEqual([0, 0, 1]);
    expect(await sweepImages({ assay: service.assay })).toEqual({ accounts: 0, removed: 0 });
    files.set(`${one.folder}b.jpg`, imageOf());
    expect((await sweep()).removed).toBe(1);
  });
});
