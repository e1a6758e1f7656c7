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

const digestOf = (request: Fingerprinted): string => createHash('sha256').update(JSON.stringify(request)).digest('hex');

type Stored = { readonly fingerprint: string; readonly response: string };

const repeated = <Value>({ secret }: Context['assay'], stored: Stored, fingerprint: string): Result<Value, Refusal> =>
  stored.fingerprint === fingerprint
    ? readResponse(stored.response, secret)
    : err(refusal('resource.conflict', 'Idempotency-Key: was used with another request'));

/** The response that is stored for a request's Idempotency-Key. */
export const responseBefore = async <Value>(
  { assay, accountId, idempotencyKey: key }: Context,
  request: Fingerprinted,
): Promise<Result<Value, Refusal> | undefined> => {
  if (key === undefined) return undefined;
  const stored = await assay.store.read(async (db) =>
    idempotency.find(db, { accountId, key, forgetBefore: (await db.now()) - rememberedMilliseconds }),
  );
  return stored === undefined ? undefined : repeated(assay, stored, digestOf(request));
};

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
      const fingerprint = digestOf(request);
      const before = await idempotency.claim(tx, { accountId, key, fingerprint, now, forgetBefore: now - rememberedMilliseconds });
      if (before !== undefined) return repeated(assay, before, fingerprint);
      const result = await work(tx);
      if (result.ok) await idempotency.complete(tx, { accountId, key }, seal(JSON.stringify(result), assay.secret));
      else await idempotency.release(tx, { accountId, key });
      return result;
      // A second request with the key waits for the first.
    },
    row ?? (key === undefined ? undefined : rowName('key', accountId, key)),
  );
