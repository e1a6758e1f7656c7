import { formatInstant } from '@assay/domain';
import { answers, reviews } from '@assay/store';
import { minute } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { resetInvitation } from '../invitation/change-invitation.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { smallEssay } from '../testing/reviews.ts';
import { useService } from '../testing/service.ts';
import { claimReview } from './claim-review.ts';
import { gradeReview } from './grade-review.ts';
import { getReview, listReviews } from './read-reviews.ts';

/** Whoever grades may have other scopes too, and see when an attempt was completed. */
describe('what a grader sees of an answer whose author is hidden', () => {
  const service = useService();
  const grader = (ctx: Context, keyId: number): Context => ({ ...ctx, scopes: new Set(['grade']), key: { keyId, endsAt: null } });
  const complete = async (people: number, over: object = {}) => {
    const { ctx, testId } = await service.mint({
      sections: [{ name: 'Essays', questions: [0, 1, 2].map(() => ({ ...smallEssay, ...over })) }],
    });
    const ids: string[] = [];
    for (let person = 0; person < people; person += 1) {
      const { id, candidate } = await service.register(ctx, testId, { emailId: `p${person}@acme.example`, fullName: 'Ana Example' });
      service.clock.advance(7 * minute + 1234);
      await service.complete(candidate, { 1: 'Because.', 2: 'So.', 3: 'Thus.' });
      ids.push(id);
    }
    return { ctx, testId, ids };
  };
  const list = async (ctx: Context, query: object = {}) => (await value(listReviews({ ctx, input: { query } }))).reviews;
  const grade = (ctx: Context, reviewId: number, body: object = { marks: [1] }) =>
    gradeReview({ ctx, input: { reviewId: String(reviewId), body } });
  /** To the minute. */
  const minutesOf = async (ctx: Context, id: string): Promise<string[]> => {
    const row = await service.row(ctx, id);
    const key = { accountId: ctx.accountId, invitationId: row.invitation_id, attempt: row.attempt };
    const saved = await service.assay.store.read((db) => answers.list(db, key));
    const instants = [row.started_at, row.completed_at, row.created_at, ...saved.map(({ saved_at }) => saved_at)];
    return instants.flatMap((at) => (at === null ? [] : [formatInstant(at).slice(0, 16)]));
  };

  it('has in its whole walk no instant of the invitation, and no id of it', async () => {
    const { ctx, ids } = await complete(2);
    service.clock.advance(3 * 60 * minute);
    const by = grader(ctx, 5);
    const seen: unknown[] = [await value(listReviews({ ctx: by, input: { query: { limit: '2' } } }))];
    for (const { reviewId } of await list(by)) {
      const input = { reviewId: String(reviewId) };
      seen.push(await value(getReview({ ctx: by, input })), await value(claimReview({ ctx: by, input })), await value(grade(by, reviewId)));
    }
    seen.push(await list(by, { state: 'graded' }));
    const text = JSON.stringify(seen);
    for (const id of ids) for (const at of (await minutesOf(ctx, id)).filter((one) => !one.endsWith(':00'))) expect(text).not.toContain(at);
    expect(text).toMatch(/"waitingSince":"[^"]+:00:00\.000Z"/);
    expect(text).not.toMatch(/invitation|attempt"|acme/i);
  });

  it('has ids of 15 digits, and none of one attempt is near another', async () => {
    const { ctx } = await complete(3);
    const ids = (await list(grader(ctx, 5))).map(({ reviewId }) => reviewId).toSorted((one, other) => one - other);
    expect(ids.every((id) => /^\d{15}$/.test(String(id)))).toBe(true);
    for (const [index, id] of ids.entries()) expect((ids[index + 1] ?? Number.MAX_VALUE) - id).toBeGreaterThan(1000);
  });

  it('pages by those ids, and not by what counts rows', async () => {
    const { ctx } = await complete(2);
    const { reviews: page, nextCursor } = await value(listReviews({ ctx: grader(ctx, 5), input: { query: { limit: '2' } } }));
    expect(nextCursor).toBe(String(page.at(-1)?.reviewId));
    expect(await refusalOf(listReviews({ ctx, input: { query: { cursor: '3' } } }))).toMatchObject({
      statuscode: '400.1',
      message: expect.stringMatching(/cursor: must be the nextCursor/),
    });
  });

  it('shows when another graded to the hour, as that grade may have made the report', async () => {
    const { ctx } = await complete(1, { graders: 2 });
    service.clock.advance(minute * 17);
    const [one, other] = [grader(ctx, 5), grader(ctx, 6)];
    const [review] = await list(one);
    for (const by of [one, other]) await value(grade(by, review?.reviewId ?? 0));
    const { grades } = await value(getReview({ ctx: other, input: { reviewId: String(review?.reviewId) } }));
    expect(grades.map(({ mine, at }) => [mine, at.endsWith(':00:00.000Z')])).toEqual([
      [false, true],
      [true, false],
    ]);
  });

  it('does not say why an answer is not graded any more: an attempt that was reset is in a timeline', async () => {
    const { ctx, ids } = await complete(1);
    const [review] = await list(ctx);
    await value(resetInvitation({ ctx, input: { testInvitationId: ids[0] ?? '' } }));
    expect(await refusalOf(grade(grader(ctx, 5), review?.reviewId ?? 0))).toMatchObject({ message: 'The answer is not graded any more' });
    const stored = await service.assay.store.read((db) => reviews.find(db, { accountId: ctx.accountId, publicId: review?.reviewId ?? 0 }));
    expect(stored?.state).toBe('withdrawn');
  });
});
