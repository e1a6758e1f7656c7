import { renderedVersions, tests } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { describe, expect, it } from 'vitest';
import { getAttempt } from '../attempt/get-attempt.ts';
import { startAttempt } from '../attempt/start-attempt.ts';
import { rendererVersion } from '../rendering/render-job.ts';
import { RenderedVersions } from '../support/rendered-versions.ts';
import { value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { duplicateTest } from './duplicate-test.ts';
import { type RenderWalk, renderVersions } from './render-versions.ts';

const picture = 'data:image/png;base64,iVBORw0KGgo=';
const prompt = `*Look* ![at](${picture})`;
const sections = [{ name: 'All', questions: [{ kind: 'text', prompt, answer: 'yes' }] }];

describe.each(testDialects)('what candidates see of a version, on %s', (engine) => {
  const service = useService(engine);
  const keyOf = (accountId: number, testId: string | number, version = 1) => ({ accountId, testId: Number(testId), version });
  const stored = (key: ReturnType<typeof keyOf>, renderer = 0) =>
    service.assay.store.read((db) => renderedVersions.find(db, { ...key, renderer }));
  /** As a release before left it: with HTML of an older renderer, or without any. */
  const makeOld = (key: ReturnType<typeof keyOf>, how: 'older' | 'none') =>
    service.assay.store.write(async (tx) => {
      const rows = tx.kysely.selectFrom('rendered_versions').select('account_id').where('test_id', '=', key.testId);
      expect(await rows.execute()).toHaveLength(1);
      if (how === 'none') await tx.kysely.deleteFrom('rendered_versions').where('test_id', '=', key.testId).execute();
      else
        await tx.kysely
          .updateTable('rendered_versions')
          .set({ renderer: 0, content: '{"questions":[{"prompt":{"html":"<script>"}}],"pictures":[]}' })
          .where('test_id', '=', key.testId)
          .execute();
    });
  /** Another process, which has read nothing yet. */
  const process = () => ({ ...service.assay, rendered: new RenderedVersions() });
  const walk = async () => {
    const assay = process();
    let rendered = 0;
    let after: RenderWalk | undefined;
    do {
      const slice = await renderVersions({ assay, after });
      rendered += slice.rendered;
      after = slice.next;
    } while (after !== undefined);
    return rendered;
  };

  it.each(['older', 'none'] as const)('is rendered anew for the candidate who comes first, and stored: %s', async (how) => {
    const { ctx, testId } = await service.mint({ sections });
    const { candidate } = await service.register(ctx, testId);
    await makeOld(keyOf(ctx.accountId, testId), how);
    const assay = process();
    const [started, seen] = await Promise.all([
      value(startAttempt({ candidate: { ...candidate, assay }, input: { body: {} } })),
      value(getAttempt({ candidate: { ...candidate, assay } })),
    ]);
    const [question] = started.questions ?? [];
    const address = `pictures/${started.pictures?.[0]?.pictureId}`;
    expect(question?.html).toBe(`<p><em>Look</em> <img src="${address}" alt="at" /></p>\n`);
    expect(question?.prompt).toBe(`*Look* ![at](${address})`);
    expect(seen.pictures?.[0]?.pictureId).toBe(started.pictures?.[0]?.pictureId);
    expect(await stored(keyOf(ctx.accountId, testId), rendererVersion)).toBeDefined();
  });

  it('is rendered anew by the worker, once', async () => {
    const minted = [await service.mint({ sections }), await service.mint({ sections, status: 'Inactive' })];
    await walk();
    for (const { ctx, testId } of minted) await makeOld(keyOf(ctx.accountId, testId), 'older');
    expect(await walk()).toBe(2);
    for (const { ctx, testId } of minted) expect((await stored(keyOf(ctx.accountId, testId)))?.renderer).toBe(rendererVersion);
    expect(await walk()).toBe(0);
  });

  it('is left alone where a newer renderer was there', async () => {
    const { ctx, testId } = await service.mint({ sections });
    const key = keyOf(ctx.accountId, testId);
    const row = { account_id: key.accountId, test_id: key.testId, version: 1, rendered_at: 0 };
    await service.assay.store.write((tx) => renderedVersions.put(tx, { ...row, renderer: rendererVersion + 1, content: 'newer' }));
    await service.assay.store.write((tx) => renderedVersions.put(tx, { ...row, renderer: rendererVersion, content: 'this' }));
    expect(await stored(key)).toEqual({ renderer: rendererVersion + 1, content: 'newer', digest: null });
  });

  it('is copied with a test, and each version has its own', async () => {
    const { ctx, testId } = await service.mint({ sections, key: 'pictures' });
    const copy = await value(duplicateTest({ ctx, input: { testId, body: {} } }));
    expect(await stored(keyOf(ctx.accountId, copy.testId))).toEqual(await stored(keyOf(ctx.accountId, testId)));
    await service.importTest(ctx, {
      key: 'pictures',
      sections: [{ name: 'All', questions: [{ kind: 'text', prompt: 'Next', answer: 'yes' }] }],
    });
    expect((await stored(keyOf(ctx.accountId, testId, 2)))?.content).toContain('<p>Next</p>');
    expect((await stored(keyOf(ctx.accountId, testId, 1)))?.content).toContain('Look');
    const part = { ...keyOf(ctx.accountId, testId, 2), digest: null, part: 0 };
    expect(await service.assay.store.read((db) => tests.definitionPart(db, part))).toContain('Next');
  });
});
