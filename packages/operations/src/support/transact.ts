import { createHash, type KeyObject } from 'node:crypto';
import { err, type Refusal, type Result, refusal } from '@assay/domain';
import { idempotency, type Tx } from '@assay/store';
import type { Context, Outcome } from './context.ts';
import { rowName } from './row-name.ts';
import { seal, unseal } from './sealed.ts';

export const rememberedMilliseconds = 24 * 60 * 60_000;

/** Reads a stored response. It has the type of this verb's result, because the fingerprint holds the verb; only this file writes it. */
const readResponse = <Value>(sealed: string, secret: KeyObject): Result<Value, Refusal> => JSON.parse(unseal(sealed, secret));

/** What makes two calls with one Idempotency-Key the same request. */
export type Fingerprinted = { readonly verb: string; readonly input: unknown };

/**
 * Runs the write of one request. With an Idempotency-Key the first success is stored for 24 h and returned again, in the same
 * transaction as the write, so that a crash leaves both or neither. It is encrypted, because it may hold a take URL. A refusal is not
 * stored: it changed nothing.
 */
export const transact = <Value>(
  { assay, accountId, idempotencyKey: key }: Context,
  request: Fingerprinted,
  work: (tx: Tx) => Promise<Result<Value, Refusal>>,
  row?: string,
): Outcome<Value> =>
  assay.store.write(
    async (tx) => {
      if (key === undefined) return work(tx);
      const now = await tx.now();
      const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest('hex');
      const before = await idempotency.claim(tx, { accountId, key, fingerprint, now, forgetBefore: now - rememberedMilliseconds });
      if (before !== undefined) {
        if (before.fingerprint !== fingerprint) return err(refusal('resource.conflict', 'Idempotency-Key: was used with another request'));
        return readResponse(before.response, assay.secret);
      }
      const result = await work(tx);
      if (result.ok) await idempotency.complete(tx, { accountId, key }, seal(JSON.stringify(result), assay.secret));
      else await idempotency.release(tx, { accountId, key });
      return result;
      // A second request with the key waits for the first.
    },
    row ?? (key === undefined ? undefined : rowName('key', accountId, key)),
  );
