import { storedBytes } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { day, minute, second } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { getAccountQuotas } from '../account/get-quotas.ts';
import { setQuotas } from '../account/set-quotas.ts';
import { duplicateTest } from '../assessment/duplicate-test.ts';
import { importTest } from '../assessment/import-test.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import { reattemptInvitation } from '../invitation/reattempt-invitation.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { imageOf } from '../testing/proctoring.ts';
import { smallUpload } from '../testing/reviews.ts';
import { useService } from '../testing/service.ts';
import { submitAttempt } from './complete-attempt.ts';
import type { Candidate } from './open-invitation.ts';
import { saveAnswer } from './save-answer.ts';
import { saveFile } from './save-file.ts';
import { saveImage } from './save-image.ts';
import { startAttempt } from './start-attempt.ts';
import { sweepImages } from './sweep-images.ts';

/** A picture in a prompt, as a `data:` address; each has bytes of its own. */
const picture = (text: string) => `![p](data:image/png;base64,${Buffer.from(`\u0089PNG\r\n\u001a\n${text}`, 'latin1').toString('base64')})`;
const sections = (text = '') => [{ name: 'Files', questions: [{ ...smallUpload, prompt: `Upload a plan. ${text}` }, smallUpload] }];
const pdf = (bytes: number) => Buffer.alloc(bytes, '%');

describe.each(testDialects)('bytes that an account stores on %s', (engine) => {
  const service = useService(engine);

  const counted = ({ accountId }: Context) => service.assay.store.read((db) => storedBytes.sum(db, accountId));
  /** What the tables and the files say. */
  const found = ({ accountId }: Context) =>
    service.assay.store.read(async (db) => {
      const placeholder = engine === 'sqlite' ? '?' : '$1';
      const sum = async (size: string, table: string): Promise<number> => {
        const text = `select coalesce(sum(${size}), 0) as bytes from ${table} where account_id = ${placeholder}`;
        return Number((await db.execute<{ bytes: number }>(text, [accountId])).rows[0]?.bytes);
      };
      const files = (await sum('bytes', 'answer_files')) + (await sum('bytes', 'proctoring_images'));
      const texts = (await sum('octet_length(definition)', 'test_versions')) + (await sum('octet_length(content)', 'large_text_parts'));
      return files + texts + (await sum('octet_length(sealed)', 'test_pictures'));
    });
  const filesOf = ({ accountId }: Context) =>
    [...service.images.files].reduce((sum, [key, { length }]) => sum + (key.startsWith(`${accountId}/`) ? length : 0), 0);

  const mint = async () => {
    const { ctx, testId } = await service.mint({ key: 'files', sections: sections() });
    const testLinkId = await service.createLink(ctx, testId, { imageProctoring: 1 });
    const start = async () => {
      const invited = await service.registerByLink(ctx, { testId, testLinkId });
      await value(startAttempt({ candidate: invited.candidate }));
      return invited;
    };
    return { ctx, testId, start };
  };
  const upload = (candidate: Candidate, bytes: number, questionId = '1') =>
    saveFile({ candidate, input: { questionId, query: { name: 'plan.pdf' }, body: pdf(bytes) } });
  const shoot = (candidate: Candidate, bytes: number) => {
    service.clock.advance(3 * second);
    return saveImage({ candidate, input: { body: imageOf('x'.repeat(bytes)) } });
  };
  /** Lets so many bytes more be stored. */
  const leave = async (ctx: Context, bytes: number) =>
    value(setQuotas({ assay: ctx.assay, accountId: ctx.accountId, changes: { bytes: (await counted(ctx)) + bytes } }));

  it('are what the tables hold, after any sequence of what adds and removes them', async () => {
    const { ctx, testId, start } = await mint();
    let seed = 42;
    const pick = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % below;
    };
    let invited = await start();
    let revision = 0;
    const files: unknown[] = [];
    const acts: (() => Promise<unknown>)[] = [
      () => shoot(invited.candidate, pick(500) + 1),
      async () => {
        const stored = await upload(invited.candidate, pick(5000) + 1, String(pick(2) + 1));
        if (stored.ok) files.push(stored.value);
        return stored;
      },
      async () => {
        revision += 1;
        return saveAnswer({ candidate: invited.candidate, input: { questionId: '1', body: { answer: files.at(-1), revision } } });
      },
      // No image, so that what was reserved is given back.
      async () => {
        service.images.see(undefined);
        await shoot(invited.candidate, 9);
        service.images.forget();
      },
      async () => {
        await resetInvitation({ ctx, input: { testInvitationId: invited.id } });
        return startAttempt({ candidate: invited.candidate });
      },
      async () => {
        await submitAttempt({ candidate: invited.candidate });
        const again = await reattemptInvitation({ ctx, input: { testInvitationId: invited.id } });
        if (again.ok)
          invited = { ...invited, id: String(again.value.testInvitationId), candidate: service.candidateOf(again.value.takeTestURL) };
        return startAttempt({ candidate: invited.candidate });
      },
      async () => {
        service.clock.advance(2 * day);
        await sweepImages({ assay: service.assay });
        invited = await start();
      },
      () => importTest({ ctx, input: { body: { name: 'Files', duration: 60, key: 'files', sections: sections(picture(`${pick(5)}`)) } } }),
      () => duplicateTest({ ctx, input: { testId, body: {} } }),
      () => leave(ctx, pick(4000)),
    ];
    for (let step = 0; step < 120; step += 1) {
      service.clock.advance(minute / 4);
      await acts[pick(acts.length)]?.();
      expect(await counted(ctx)).toBe(await found(ctx));
    }
    expect(await found(ctx)).toBeGreaterThan(20_000);
    const { quotas } = await value(getAccountQuotas({ ctx }));
    expect(quotas.find(({ quota }) => quota === 'bytes')).toMatchObject({ used: await counted(ctx), window: 'now', resetsAt: null });
  });

  it('reach their quota exactly: a file that does not fit is refused in words for a candidate, and stores nothing', async () => {
    const { ctx, start } = await mint();
    const { candidate } = await start();
    await leave(ctx, 10);
    const before = [await counted(ctx), filesOf(ctx)];
    const refused = await refusalOf(upload(candidate, 11));
    expect(refused).toMatchObject({ statuscode: '409.1', message: expect.stringContaining('no room for further files') });
    expect(refused.message).not.toMatch(/quota|operator|account/);
    expect([await counted(ctx), filesOf(ctx)]).toEqual(before);
    await value(upload(candidate, 10));
    expect(await statuscodeOf(upload(candidate, 1))).toBe('409.1');
    expect(await statuscodeOf(shoot(candidate, 1))).toBe('409.1');
    await leave(ctx, 5);
    await value(shoot(candidate, 5));
    // The test goes on without.
    await value(submitAttempt({ candidate }));
  });

  it('are refused at the head of an upload whose length does not fit, before a byte is read', async () => {
    const { ctx, start } = await mint();
    const { candidate } = await start();
    await leave(ctx, 10);
    let read = 0;
    const chunks = (async function* () {
      read += 1;
      yield pdf(11);
    })();
    const sent = saveFile({ candidate, input: { questionId: '1', query: { name: 'plan.pdf' }, body: { declared: 11, chunks } } });
    expect(await statuscodeOf(sent)).toBe('409.1');
    expect(read).toBe(0);
  });

  it('have their last bytes taken by one of several uploads at once', async () => {
    const { ctx, start } = await mint();
    const all = await Promise.all([start(), start(), start(), start()]);
    await leave(ctx, 250);
    const outcomes = await Promise.all(all.map(({ candidate }) => upload(candidate, 100)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(2);
    expect(await counted(ctx)).toBe(await found(ctx));
  });

  it('below what is stored: nothing is taken back, and what takes no more than it replaces still fits', async () => {
    const { ctx, start } = await mint();
    const { candidate } = await start();
    // So many are kept for each question.
    for (let file = 0; file < 10; file += 1) await value(upload(candidate, 100));
    await value(setQuotas({ assay: ctx.assay, accountId: ctx.accountId, changes: { bytes: 0 } }));
    expect(await statuscodeOf(upload(candidate, 101))).toBe('409.1');
    await value(upload(candidate, 100));
    expect(await statuscodeOf(upload(candidate, 1, '2'))).toBe('409.1');
    expect(await counted(ctx)).toBe(await found(ctx));
  });

  it('of texts of megabytes are counted once, and refused before any of them is stored', async () => {
    const { ctx, testId } = await mint();
    const question = { kind: 'text', prompt: `Why? ${'x '.repeat(1000)}`, answer: 'So' };
    const questions = Array.from({ length: 200 }, () => question);
    const large = { name: 'Files', duration: 60, key: 'files', sections: [{ name: 'Texts', questions }] };
    const before = await found(ctx);
    await leave(ctx, 1000);
    expect(await refusalOf(importTest({ ctx, input: { body: large } }))).toMatchObject({ statuscode: '409.1' });
    expect([await found(ctx), await counted(ctx)]).toEqual([before, before]);
    await leave(ctx, 2_000_000);
    await value(importTest({ ctx, input: { body: large } }));
    expect(await counted(ctx)).toBe(await found(ctx));
    await value(duplicateTest({ ctx, input: { testId, body: {} } }));
    expect(await counted(ctx)).toBe(await found(ctx));
  });

  it('refuse an import and a copy that do not fit, naming the quota, and change nothing', async () => {
    const { ctx, testId } = await mint();
    await leave(ctx, 100);
    const body = { name: 'Files', duration: 60, key: 'files', sections: sections(picture('one')) };
    const before = await found(ctx);
    const refused = await refusalOf(importTest({ ctx, input: { body } }));
    expect(refused).toMatchObject({ statuscode: '409.1', message: expect.stringMatching(/quota of [\d,]+ bytes stored; the operator/) });
    expect(await statuscodeOf(duplicateTest({ ctx, input: { testId, body: {} } }))).toBe('409.1');
    expect(await found(ctx)).toBe(before);
    await leave(ctx, 10_000);
    await value(importTest({ ctx, input: { body } }));
    // Its pictures are there now: only the version is added.
    const added = { ...body, duration: 61 };
    const size = Buffer.byteLength(JSON.stringify(added));
    await leave(ctx, size + 2000);
    await value(importTest({ ctx, input: { body: added } }));
  });
});
