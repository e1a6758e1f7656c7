import { testDialects } from '@assay/store/testing';
import { describe, expect, it } from 'vitest';
import { listAudit } from '../account/audit.ts';
import { exportReportBundle } from '../answers/export-bundle.ts';
import { getAnswerFile } from '../answers/get-answer-file.ts';
import { listAnswers } from '../answers/list-answers.ts';
import { saveFile } from '../attempt/save-file.ts';
import { startAttempt } from '../attempt/start-attempt.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import { getReport } from '../report/get-report.ts';
import type { Context } from '../support/context.ts';
import { statuscodeOf, value } from '../testing/outcomes.ts';
import { smallEssay, smallUpload } from '../testing/reviews.ts';
import { useService } from '../testing/service.ts';
import { getReviewFile } from './get-review-file.ts';
import { gradeReview } from './grade-review.ts';
import { getReview, listReviews } from './read-reviews.ts';

const bytes = Buffer.from('%PDF-1.4');

describe.each(testDialects)('files that people grade, on %s', (engine) => {
  const service = useService(engine);
  const complete = async (over: object = {}) => {
    const questions = [{ ...smallUpload, id: 'plan', ...over }, smallEssay];
    const { ctx, testId } = await service.mint({ sections: [{ name: 'Files', questions }] });
    const invited = await service.register(ctx, testId);
    const { candidate, id } = invited;
    await value(startAttempt({ candidate }));
    const file = await value(saveFile({ candidate, input: { questionId: '1', query: { name: 'Ana Example.pdf' }, body: bytes } }));
    await service.complete(candidate, { 1: file });
    const { reviews } = await value(listReviews({ ctx, input: { query: {} } }));
    return { ctx, id, file, reviews, reviewId: String(reviews[0]?.reviewId) };
  };
  const audit = async (ctx: Context) => (await value(listAudit({ ctx, input: { query: {} } }))).entries;
  const report = (ctx: Context, id: string) => value(getReport({ ctx, input: { testInvitationId: id } }));

  it('hold the report until they are graded; the queue shows type and size, and a name that is nobody’s', async () => {
    const { ctx, id, file, reviews, reviewId } = await complete();
    const shown = { kind: 'file', questionId: 1, file: { name: 'plan.pdf', type: 'pdf', bytes: 1000, sha256: null } };
    expect(reviews).toMatchObject([shown]);
    const review = await value(getReview({ ctx, input: { reviewId } }));
    expect(review).toMatchObject({ ...shown, candidate: null, answer: '', words: { count: 0, min: null, max: null } });
    expect(JSON.stringify([reviews, review])).not.toMatch(new RegExp(`Ana|${file.fileId}|${file.sha256}`));
    expect(await value(getReviewFile({ ctx, input: { reviewId } }))).toEqual({ name: 'plan.pdf', bytes });
    await service.generate();
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'In progress' });
    await value(gradeReview({ ctx, input: { reviewId, body: { marks: [1] } } }));
    await service.generate();
    expect(await report(ctx, id)).toMatchObject({ reportStatus: 'Generated', score: '1', totalScore: '2' });
  });

  it('keep the name that the candidate gave where graders see who it is', async () => {
    const { ctx, reviewId } = await complete({ blind: false });
    expect(await value(getReview({ ctx, input: { reviewId } }))).toMatchObject({ file: { name: 'Ana Example.pdf' }, candidate: {} });
    expect(await value(getReviewFile({ ctx, input: { reviewId } }))).toMatchObject({ name: 'Ana Example.pdf' });
  });

  it('come to graders as they are cleaned; what cannot be is not sent, and no look', async () => {
    const { ctx, id, reviewId } = await complete();
    const input = { reviewId };
    const cleanedTo = async (cleaned: typeof service.cleaned) => {
      service.cleaned = cleaned;
      const answered = await getReviewFile({ ctx, input });
      service.cleaned = undefined;
      return answered;
    };
    expect(await cleanedTo('encrypted')).toMatchObject({
      ok: false,
      error: { code: 'resource.conflict', message: expect.stringContaining('it is encrypted. A key with read-answers opens the original') },
    });
    expect(await cleanedTo('busy')).toMatchObject({ ok: false, error: { code: 'service.unavailable' } });
    expect((await audit(ctx)).filter(({ type }) => type === 'answers.read')).toEqual([]);
    expect(await cleanedTo(Buffer.from('cleaned'))).toEqual({ ok: true, value: { name: 'plan.pdf', bytes: Buffer.from('cleaned') } });
    expect(await value(getAnswerFile({ ctx, input: { testInvitationId: id, questionId: '1' } }))).toMatchObject({ bytes });
  });

  it('are read by who may read answers, with their names; every look is in the audit', async () => {
    const { ctx, id, file, reviewId } = await complete();
    const input = { testInvitationId: id, questionId: '1' };
    const readers: Context = { ...ctx, scopes: new Set(['read-answers']) };
    const graders: Context = { ...ctx, scopes: new Set(['grade']) };
    expect(await value(getAnswerFile({ ctx: readers, input }))).toEqual({ name: 'Ana Example.pdf', bytes });
    expect(await statuscodeOf(getAnswerFile({ ctx: graders, input }))).toBe('403.1');
    expect(await statuscodeOf(getReviewFile({ ctx: readers, input: { reviewId } }))).toBe('403.1');
    await value(getReviewFile({ ctx: graders, input: { reviewId } }));
    const looks = (await audit(ctx)).filter(({ type }) => type === 'answers.read').map(({ data }) => data);
    expect(looks).toHaveLength(2);
    expect(looks).toEqual(
      expect.arrayContaining([
        { form: 'file', testInvitationId: Number(id), attempt: 1, questionId: 1 },
        { form: 'file', reviewId: Number(reviewId) },
      ]),
    );
    const { questions } = await value(listAnswers({ ctx, input: { testInvitationId: id } }));
    expect(questions).toMatchObject([
      { kind: 'file', answer: file, answerText: 'Ana Example.pdf (PDF, 8 bytes)', key: null },
      { answer: null },
    ]);
    expect(questions[0]?.revisions).toMatchObject([{ size: 8 }]);
  });

  it('are found by questions that have one, and by the account whose they are', async () => {
    const { ctx, id, reviewId } = await complete();
    const stranger = await service.mintAccount();
    const read = (questionId: string) => statuscodeOf(getAnswerFile({ ctx, input: { testInvitationId: id, questionId } }));
    expect([await read('2'), await read('3')]).toEqual(['409.1', '404.1']);
    expect(await statuscodeOf(getAnswerFile({ ctx: stranger, input: { testInvitationId: id, questionId: '1' } }))).toBe('404.1');
    expect(await statuscodeOf(getReviewFile({ ctx: stranger, input: { reviewId } }))).toBe('404.1');
  });

  it('that are gone from the disk are 404, and no look', async () => {
    const { ctx, id, reviewId } = await complete();
    for (const key of service.images.files.keys()) if (key.startsWith(`${ctx.accountId}/`)) service.images.files.delete(key);
    expect(await statuscodeOf(getReviewFile({ ctx, input: { reviewId } }))).toBe('404.1');
    expect(await statuscodeOf(getAnswerFile({ ctx, input: { testInvitationId: id, questionId: '1' } }))).toBe('404.1');
    expect((await audit(ctx)).filter(({ type }) => type === 'answers.read')).toEqual([]);
  });

  it('stay with the attempt that a reset archived', async () => {
    const { ctx, id, reviewId } = await complete();
    await value(gradeReview({ ctx, input: { reviewId, body: { marks: [1] } } }));
    await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
    const input = { testInvitationId: id, questionId: '1', query: { attempt: '1' } };
    expect(await value(getAnswerFile({ ctx, input }))).toMatchObject({ bytes });
  });

  it('are in a bundle by name, size and SHA-256, and not by content', async () => {
    const { ctx, id, file, reviewId } = await complete();
    await value(gradeReview({ ctx, input: { reviewId, body: { marks: [1] } } }));
    await service.generate();
    const bundle = await value(exportReportBundle({ ctx, input: { testInvitationId: id } }));
    const { payload } = JSON.parse(Buffer.concat(bundle.file).toString()) as { payload: string };
    expect(JSON.parse(Buffer.from(payload, 'base64').toString())).toMatchObject({
      answers: [{ questionId: 1, answer: file }],
      reviews: [{ questionId: 1, score: '1' }],
    });
  });
});
