import { api, takeApi } from '../api.ts';
import type { Context } from '../support/context.ts';
import { value } from './outcomes.ts';
import type { Service } from './service.ts';

const levels = [0, 1].map((marks) => ({ marks, text: `For ${marks}` }));
export const smallEssay = { kind: 'essay', prompt: 'Why?', rubric: [{ criterion: 'Argument', levels }] };

export const smallUpload = { ...smallEssay, kind: 'file', prompt: 'Upload a plan.', accept: ['pdf', 'text'] };

/** A candidate of a new test uploaded a file, which waits for a grade. Returns the ids of review and invitation. */
export const openFileReview = async (
  service: Service,
  ctx: Context,
): Promise<{ readonly reviewId: string; readonly testInvitationId: string }> => {
  const testId = await service.importTest(ctx, { key: 'files', sections: [{ name: 'Files', questions: [smallUpload] }] });
  const { candidate, id } = await service.register(ctx, testId);
  await value(takeApi.startAttempt({ candidate }));
  const body = Buffer.from('%PDF-1.4');
  const file = await value(takeApi.saveFile({ candidate, input: { questionId: '1', query: { name: 'plan.pdf' }, body } }));
  await service.complete(candidate, { 1: file });
  const { reviews } = await value(api.listReviews({ ctx, input: { query: { testId } } }));
  return { reviewId: String(reviews[0]?.reviewId), testInvitationId: id };
};

/** A candidate of a new test wrote an essay, which waits for a grade. Returns the id of its review. */
export const openReview = async (service: Service, ctx: Context): Promise<string> => {
  const testId = await service.importTest(ctx, { key: 'essays', sections: [{ name: 'Essays', questions: [smallEssay] }] });
  const { candidate } = await service.register(ctx, testId);
  await service.complete(candidate, { 1: 'Because.' });
  const { reviews } = await value(api.listReviews({ ctx, input: { query: { testId } } }));
  return String(reviews[0]?.reviewId);
};
