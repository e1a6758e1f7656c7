import { type BulkInviteResult, type DecodedInput, emailKey, ok, operations, type Refusal, type Result } from '@assay/domain';
import type { Tx } from '@assay/store';
import { findTest } from '../assessment/find-test.ts';
import type { Context, Outcome } from '../support/context.ts';
import { operation } from '../support/operation.ts';
import { candidateRow } from '../support/row-name.ts';
import { transact } from '../support/transact.ts';
import { type Invited, invite, previewInvite } from './invite-candidate.ts';

/** So many share one disk write; all 500 would keep other requests waiting for as long as they take. */
const atOnce = 20;

const inSlices = async <Item, Value>(items: readonly Item[], work: (item: Item, index: number) => Promise<Value>): Promise<Value[]> => {
  const values: Value[] = [];
  for (let from = 0; from < items.length; from += atOnce)
    values.push(...(await Promise.all(items.slice(from, from + atOnce).map((item, index) => work(item, from + index)))));
  return values;
};

const leftCancelled = 'The invitation was cancelled before and stays so; `revive` restores it';

const resultOf = (outcome: Result<Invited, Refusal>, index: number): BulkInviteResult['results'][number] => {
  if (!outcome.ok)
    return { index, ok: false, outcome: 'invalid', finished: false, invitation: null, email: null, error: outcome.error.message };
  const left = outcome.value.outcome === 'cancelled';
  return { index, ok: !left, ...outcome.value, error: left ? leftCancelled : null };
};

type Candidates = DecodedInput<typeof operations.inviteCandidates>['body']['candidates'];

/** What the list would come to now. A candidate whom an earlier row invites is invited already when a later one names them again. */
const previewAll = async (
  { assay, accountId, scopes }: Context,
  testId: number,
  candidates: Candidates,
): Promise<Result<Invited, Refusal>[]> => {
  const previews = await inSlices(
    candidates,
    async (row): Outcome<Invited> =>
      row.ok ? assay.store.read((db) => previewInvite({ assay, accountId, scopes, db }, testId, row.value)) : row,
  );
  const invited = new Set<string>();
  return previews.map((preview, index) => {
    const row = candidates[index];
    if (!preview.ok || row?.ok !== true || !['invited', 'revived'].includes(preview.value.outcome)) return preview;
    const who = `${row.value.testLinkId ?? 0} ${emailKey(row.value.emailId)}`;
    if (invited.has(who)) return ok({ ...preview.value, outcome: 'already-invited' });
    invited.add(who);
    return preview;
  });
};

/**
 * Invites many candidates, with a result for each. Each is a write of its own; with an Idempotency-Key a repeated call with the same
 * list invites only those that the first one did not reach. A dry run only reads, and leaves the Idempotency-Key unused.
 */
export const inviteCandidates = operation(operations.inviteCandidates, async (ctx, { testId, body, bodyDigest }) => {
  const { assay, accountId, scopes, key, idempotencyKey } = ctx;
  const test = await assay.store.read((db) => findTest(db, accountId, testId));
  if (!test.ok) return test;
  if (body.dryRun) return ok({ results: (await previewAll(ctx, testId, body.candidates)).map(resultOf) });
  const list = await transact(ctx, { verb: 'inviteCandidates', input: [testId, bodyDigest ?? body] }, async () => ok(null));
  if (!list.ok) return list;
  const outcomes = await inSlices(body.candidates, async (row, index): Outcome<Invited> => {
    if (!row.ok) return row;
    // A caller's key came in a header, so it holds no line break.
    const keyed = { ...ctx, idempotencyKey: idempotencyKey === undefined ? undefined : `${idempotencyKey}\n${index}` };
    const write = (tx: Tx) => invite({ assay, accountId, scopes, key, tx }, testId, row.value);
    const candidate = candidateRow({ accountId, email: row.value.emailId });
    return transact(keyed, { verb: 'inviteCandidate', input: [testId, row.value] }, write, candidate);
  });
  if (outcomes.some((outcome) => outcome.ok && outcome.value.email !== null)) assay.wake('deliveries');
  return ok({ results: outcomes.map(resultOf) });
});
