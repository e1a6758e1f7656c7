import { type InviteResult, ok, operations } from '@assay/domain';
import { findTest } from '../assessment/find-test.ts';
import type { Outcome } from '../support/context.ts';
import { operation } from '../support/operation.ts';
import { transact } from '../support/transact.ts';
import { invite } from './invite-candidate.ts';

/** So many share one disk write; all 500 would keep other requests waiting for as long as they take. */
const atOnce = 20;

/**
 * Invites many candidates, with a result for each. Each is a write of its own; with an Idempotency-Key a repeated call with the same
 * list invites only those that the first one did not reach.
 */
export const inviteCandidates = operation(operations.inviteCandidates, async (ctx, { testId, body, bodyDigest }) => {
  const { assay, accountId, scopes, key, idempotencyKey } = ctx;
  const test = await assay.store.read((db) => findTest(db, accountId, testId));
  if (!test.ok) return test;
  const list = await transact(ctx, { verb: 'inviteCandidates', input: [testId, bodyDigest ?? body] }, async () => ok(null));
  if (!list.ok) return list;
  const inviteOne = async (candidate: (typeof body.candidates)[number], index: number): Outcome<InviteResult> => {
    if (!candidate.ok) return candidate;
    // A caller's key came in a header, so it holds no line break.
    const keyed = { ...ctx, idempotencyKey: idempotencyKey === undefined ? undefined : `${idempotencyKey}\n${index}` };
    return transact(keyed, { verb: 'inviteCandidate', input: [testId, candidate.value] }, (tx) =>
      invite({ assay, accountId, scopes, key, tx }, testId, candidate.value),
    );
  };
  const outcomes: Awaited<Outcome<InviteResult>>[] = [];
  for (let from = 0; from < body.candidates.length; from += atOnce) {
    const some = body.candidates.slice(from, from + atOnce);
    outcomes.push(...(await Promise.all(some.map((candidate, index) => inviteOne(candidate, from + index)))));
  }
  if (outcomes.some((outcome) => outcome.ok && outcome.value.email !== null)) assay.wake('deliveries');
  return ok({
    results: outcomes.map((outcome, index) =>
      outcome.ok
        ? { index, ok: true, ...outcome.value, error: null }
        : { index, ok: false, invitation: null, email: null, error: outcome.error.message },
    ),
  });
});
