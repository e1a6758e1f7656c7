import { api } from '../api.ts';
import type { Context } from '../support/context.ts';
import { value } from './outcomes.ts';
import type { Service } from './service.ts';

const levels = [0, 1].map((marks) => ({ marks, text: `For ${marks}` }));
export const smallEssay = { kind: 'essay', prompt: 'Why?', rubric: [{ criterion: 'Argument', levels }] };

/** A candidate of a new test wrote an essay, which waits for a grade. Returns the id of its review. */
export const openReview = async (service: Service, ctx: Context): Promise<string> => {
  const testId = await service.importTest(ctx, { key: 'essays', sections: [{ name: 'Essays', questions: [smallEssay] }] });
  const { candidate } = await service.register(ctx, testId);
  await service.complete(candidate, { 1: 'Because.' });
  const { reviews } = await value(api.listReviews({ ctx, input: { query: { testId } } }));
  return String(reviews[0]?.reviewId);
};
