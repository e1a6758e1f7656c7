import { createSecretKey } from 'node:crypto';
import { type AttemptState, questionsOf, type TestFile } from '@assay/domain';
import { renderedVersions } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { describe, expect, it } from 'vitest';
import { submitAttempt } from '../attempt/complete-attempt.ts';
import { getAttempt } from '../attempt/get-attempt.ts';
import { getPicture } from '../attempt/get-picture.ts';
import { saveAnswer } from '../attempt/save-answer.ts';
import { startAttempt } from '../attempt/start-attempt.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import { rendererVersion } from '../rendering/render-job.ts';
import type { Assay, Context } from '../support/context.ts';
import { forgetStagedTexts } from '../support/forget-staged-texts.ts';
import { RenderedVersions } from '../support/rendered-versions.ts';
import { TestVersions } from '../support/test-versions.ts';
import { value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { duplicateTest } from './duplicate-test.ts';
import { exportTest } from './export-test.ts';
import { importTest } from './import-test.ts';
import { previewTest } from './preview-test.ts';

/** 0.6 MB of prompts, and as much of pictures. */
const prompts = Array.from({ length: 15 }, (_, index) => `*Nr* ${index} "\\" ${'漢'.repeat(13_000)}`);
const pictures = Array.from(
  { length: 12 },
  (_, index) => `![p](data:image/png;base64,${Buffer.alloc(30_000, index + 1).toString('base64')})`,
);
const file = (changes: object = {}) => ({
  key: 'large',
  name: 'Large',
  duration: 30,
  sections: [{ name: 'All', questions: [...prompts, ...pictures].map((prompt) => ({ kind: 'text', prompt, answer: 'yes' })) }],
  ...changes,
});

describe.each(testDialects)('a test of megabytes on %s', (engine) => {
  const service = useService(engine);
  const send = (ctx: Context, body: object = file()) => value(importTest({ ctx, input: { body } }));
  /** Another process, which has read nothing yet. */
  const process = (): Assay => ({ ...service.assay, testVersions: new TestVersions(), rendered: new RenderedVersions() });
  const stored = (ctx: Context, testId: number, version = 1) =>
    service.assay.store.read((db) =>
      db.kysely
        .selectFrom('test_versions')
        .select(['definition', 'definition_digest'])
        .where('account_id', '=', ctx.accountId)
        .where('test_id', '=', testId)
        .where('version', '=', version)
        .executeTakeFirstOrThrow(),
    );
  const exported = async (ctx: Context, testId: number, version?: number): Promise<TestFile> =>
    value(
      exportTest({
        ctx: { ...ctx, assay: process() },
        input: { testId: String(testId), query: version === undefined ? {} : { version: String(version) } },
      }),
    );
  const questions = ({ questions: shown = [] }: AttemptState) => shown.map(({ prompt }) => prompt);

  it('is stored in rows of their own, and is the same for every process', async () => {
    const ctx = await service.mintAccount();
    const { testId } = await send(ctx);
    expect(await stored(ctx, testId)).toEqual({ definition: '', definition_digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const rendered = await service.assay.store.read((db) =>
      renderedVersions.find(db, { accountId: ctx.accountId, testId, version: 1, renderer: rendererVersion }),
    );
    expect(rendered).toMatchObject({ content: '', digest: expect.any(String) });
    const { sections } = await exported(ctx, testId);
    expect(sections[0]?.questions.map(({ prompt }) => prompt)).toEqual([...prompts, ...pictures]);
    const preview = await value(previewTest({ ctx: { ...ctx, assay: process() }, input: { testId: String(testId) } }));
    expect(preview.questions[0]?.html).toContain('<em>Nr</em> 0');
    expect(preview.questions[15]?.html).toContain(`src="${pictures[0]?.slice(5, -1)}"`);
  });

  it('is one test when two processes import it at once', async () => {
    const ctx = await service.mintAccount();
    const both = await Promise.all([send({ ...ctx, assay: process() }), send({ ...ctx, assay: process() })]);
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(['created', 'unchanged']);
    expect(new Set(both.map(({ testId }) => testId)).size).toBe(1);
  });

  it('keeps its texts when those that were staged for nothing are forgotten', async () => {
    const ctx = await service.mintAccount();
    const { testId } = await send(ctx);
    service.clock.advance(3 * 24 * 3_600_000);
    await forgetStagedTexts({ assay: service.assay });
    expect((await exported(ctx, testId)).sections[0]?.questions).toHaveLength(prompts.length + pictures.length);
  });

  // What follows is about neither locks nor SQL.
  if (engine !== 'sqlite') return;

  it('is unchanged when it is imported again, also as it was exported, and another version otherwise', async () => {
    const ctx = await service.mintAccount();
    const { testId } = await send(ctx);
    expect(await send({ ...ctx, assay: process() })).toMatchObject({ outcome: 'unchanged', version: 1 });
    expect(await send({ ...ctx, assay: process() }, await exported(ctx, testId))).toMatchObject({ outcome: 'unchanged', version: 1 });
    expect(await send({ ...ctx, assay: process() }, file({ duration: 31 }))).toMatchObject({ outcome: 'updated', version: 2 });
    const { testVersions, store } = service.assay;
    const load = (version: number) => store.read((db) => testVersions.load(db, { ...ctx, testId, version }));
    expect(questionsOf((await load(2)).definition).map(({ id }) => id)).toEqual(
      questionsOf((await load(1)).definition).map(({ id }) => id),
    );
  });

  it('stays the one that a candidate took, through saves, a reset and a new version', async () => {
    const ctx = await service.mintAccount();
    const { testId } = await send(ctx);
    const { candidate, id } = await service.register(ctx, String(testId));
    const first = await value(startAttempt({ candidate: { ...candidate, assay: process() } }));
    await send(ctx, file({ duration: 45, sections: [{ name: 'All', questions: [{ kind: 'text', prompt: 'Short', answer: 'yes' }] }] }));
    const elsewhere = { ...candidate, assay: process() };
    expect(
      await value(saveAnswer({ candidate: elsewhere, input: { questionId: '3', body: { answer: 'yes', revision: 1 } } })),
    ).toMatchObject({
      revision: 1,
    });
    const seen = await value(getAttempt({ candidate: { ...candidate, assay: process() } }));
    expect(questions(seen)).toEqual(questions(first));
    expect(seen.answers).toMatchObject([{ questionId: 3, answer: 'yes' }]);
    await value(submitAttempt({ candidate: { ...candidate, assay: process() } }));
    await service.generate(process());
    await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
    const again = service.candidateOf(service.urlOf(await service.row(ctx, id)));
    expect(questions(await value(startAttempt({ candidate: { ...again, assay: process() } })))).toEqual(['Short']);
  });

  it('is copied, with what candidates see of it', async () => {
    const ctx = await service.mintAccount();
    const { testId } = await send(ctx);
    const copy = await value(
      duplicateTest({ ctx: { ...ctx, assay: process() }, input: { testId: String(testId), body: { name: 'Other' } } }),
    );
    const { sections, name } = await exported(ctx, copy.testId);
    expect([name, sections]).toEqual(['Other', (await exported(ctx, testId)).sections]);
    const { candidate } = await service.register(ctx, String(testId));
    const { pictures: shown = [] } = await value(startAttempt({ candidate }));
    expect(shown).toHaveLength(pictures.length);
    const picture = await value(getPicture({ candidate, input: { pictureId: String(shown[0]?.pictureId) } }));
    expect(Buffer.from(picture.bytes)).toEqual(Buffer.alloc(30_000, 1));
  });

  it('is rendered again for a candidate where an older renderer did it', async () => {
    const ctx = await service.mintAccount();
    const { testId } = await send(ctx);
    const old = { renderer: 2, content: 'old', content_digest: null };
    await service.assay.store.write((tx) =>
      tx.kysely.updateTable('rendered_versions').set(old).where('account_id', '=', ctx.accountId).execute(),
    );
    const { candidate } = await service.register(ctx, String(testId));
    const state = await value(startAttempt({ candidate: { ...candidate, assay: process() } }));
    expect(state.questions?.[0]?.html).toContain('<em>Nr</em> 0');
    expect(await send({ ...ctx, assay: process() })).toMatchObject({ outcome: 'unchanged', version: 1 });
  });

  it('shows its pictures after the secret is changed', async () => {
    const ctx = await service.mintAccount();
    const { testId } = await send(ctx);
    const assay = { ...process(), secret: createSecretKey(Buffer.alloc(32, 9)) };
    const preview = await value(previewTest({ ctx: { ...ctx, assay }, input: { testId: String(testId) } }));
    expect(preview.questions[15]?.html).toContain(`src="${pictures[0]?.slice(5, -1)}"`);
    await value(importTest({ ctx: { ...ctx, assay }, input: { body: file({ duration: 31 }) } }));
    const next = await value(
      previewTest({ ctx: { ...ctx, assay: { ...assay, rendered: new RenderedVersions() } }, input: { testId: String(testId) } }),
    );
    expect(next.questions[16]?.html).toContain(`src="${pictures[1]?.slice(5, -1)}"`);
  });
});
