import { decodeBody, InviteBody, ok, operations } from '@assay/domain';
import { findTest } from '../assessment/find-test.ts';
import { operation } from '../support/operation.ts';
import { transact } from '../support/transact.ts';
import { invite } from './invite-candidate.ts';

/**
 * Invites many candidates, with a result for each. Each is a write of its own; with an Idempotency-Key a repeated call with the same
 * list invites only those that the first one did not reach.
 */
export const inviteCandidates = operation(operations.inviteCandidates, async (ctx, { testId, body }) => {
  const { assay, accountId, idempotencyKey } = ctx;
  const test = await assay.store.read((db) => findTest(db, accountId, testId));
  if (!test.ok) return test;
  const list = await transact(ctx, { verb: 'inviteCandidates', input: [testId, body] }, async () => ok(null));
  if (!list.ok) return list;
  // All at once, so that group commit writes to disk once.
  const outcomes = await Promise.all(
    body.candidates.map(async (sent, index) => {
      const candidate = decodeBody(InviteBody, sent);
      if (!candidate.ok) return candidate;
      // A caller's key came in a header, so it holds no line break.
      const keyed = { ...ctx, idempotencyKey: idempotencyKey === undefined ? undefined : `${idempotencyKey}\n${index}` };
      return transact(keyed, { verb: 'inviteCandidate', input: [testId, candidate.value] }, (tx) =>
        invite({ assay, accountId, tx }, testId, candidate.value),
      );
    }),
  );
  if (outcomes.some((outcome) => outcome.ok && outcome.value.email !== null)) assay.wake('deliveries');
  return ok({
    results: outcomes.map((outcome, index) =>
      outcome.ok
        ? { index, ok: true, ...outcome.value, error: null }
        : { index, ok: false, invitation: null, email: null, error: outcome.error.message },
    ),
  });
});
