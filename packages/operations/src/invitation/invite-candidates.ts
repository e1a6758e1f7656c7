import { BulkInviteBody, type BulkInviteResult, decodeBody, ok } from '@assay/domain';
import { findTest } from '../assessment/find-test.ts';
import type { Context, Outcome } from '../support/context.ts';
import { pathId, requireScope } from '../support/refusals.ts';
import { transact } from '../support/transact.ts';
import { inviteCandidate } from './invite-candidate.ts';

type Input = { testId: string; body: unknown };

/**
 * Invites many candidates, with a result for each. Every one is a write of its own; with an Idempotency-Key a repeated call with the
 * same list invites only those that the first one did not get to.
 */
export const inviteCandidates = async ({ ctx, input }: { ctx: Context; input: Input }): Outcome<BulkInviteResult> => {
  const allowed = requireScope(ctx, 'invite');
  if (!allowed.ok) return allowed;
  const testId = pathId(input.testId, 'testId', 'test');
  if (!testId.ok) return testId;
  const body = decodeBody(BulkInviteBody, input.body);
  if (!body.ok) return body;
  const test = await ctx.assay.store.read((db) => findTest(ctx, db, testId.value));
  if (!test.ok) return test;
  const list = await transact(ctx, { verb: 'inviteCandidates', input: [testId.value, body.value] }, async () => ok(null));
  if (!list.ok) return list;
  // All at once: group commit makes one disk write of them.
  const outcomes = await Promise.all(
    body.value.candidates.map((candidate, index) => {
      // No key of a caller holds a line break: it came in a header.
      const key = ctx.idempotencyKey === undefined ? undefined : `${ctx.idempotencyKey}\n${index}`;
      return inviteCandidate({ ctx: { ...ctx, idempotencyKey: key }, input: { testId: input.testId, body: candidate } });
    }),
  );
  return ok({
    results: outcomes.map((outcome, index) =>
      outcome.ok
        ? { index, ok: true, ...outcome.value, error: null }
        : { index, ok: false, invitation: null, email: null, error: outcome.error.message },
    ),
  });
};
