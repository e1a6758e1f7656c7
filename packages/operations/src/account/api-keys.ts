import {
  ApiKeyBody,
  type ApiKeyList,
  type ApiKeySummary,
  type CreatedApiKey,
  decodeBody,
  formatInstant,
  ok,
  RotateKeyBody,
  scopes,
} from '@assay/domain';
import { apiKeys } from '@assay/store';
import type { z } from 'zod';
import type { Context, Outcome } from '../support/context.ts';
import { conflict, notFound, pathId, requireScope } from '../support/refusals.ts';
import { apiKeyPrefix, hashApiKey, issueApiKey } from '../support/tokens.ts';
import { transact } from '../support/transact.ts';

const summary = (key: apiKeys.ApiKey): ApiKeySummary => ({
  keyId: key.key_id,
  name: key.name,
  prefix: key.prefix,
  scopes: scopes.filter((scope) => key.scopes.split(' ').includes(scope)),
  createdAt: formatInstant(key.created_at),
  revokedAt: key.revoked_at === null ? null : formatInstant(key.revoked_at),
});

/** Makes a key and tells it this once. */
export const createApiKey = async ({ ctx, input }: { ctx: Context; input: { body: unknown } }): Outcome<z.output<typeof CreatedApiKey>> => {
  const allowed = requireScope(ctx, 'manage');
  if (!allowed.ok) return allowed;
  const body = decodeBody(ApiKeyBody, input.body);
  if (!body.ok) return body;
  const apiKey = issueApiKey();
  // No Idempotency-Key here: the answer holds the key itself, which is kept nowhere.
  return transact({ ...ctx, idempotencyKey: undefined }, { verb: 'createApiKey', input: body.value }, async (tx, now) => {
    const row = await apiKeys.insert(tx, {
      account_id: ctx.accountId,
      key_hash: hashApiKey(apiKey),
      prefix: apiKeyPrefix(apiKey),
      name: body.value.name,
      scopes: body.value.scopes.join(' '),
      created_at: now,
    });
    return ok({ ...summary(row), apiKey });
  });
};

const hour = 60 * 60_000;

/** Makes a key with the name and scopes of another one, which ends after `overlapHours`. Tells it this once. */
export const rotateApiKey = async ({
  ctx,
  input,
}: {
  ctx: Context;
  input: { keyId: string; body: unknown };
}): Outcome<z.output<typeof CreatedApiKey>> => {
  const allowed = requireScope(ctx, 'manage');
  if (!allowed.ok) return allowed;
  const keyId = pathId(input.keyId, 'keyId', 'API key');
  if (!keyId.ok) return keyId;
  const body = decodeBody(RotateKeyBody, input.body ?? {});
  if (!body.ok) return body;
  const apiKey = issueApiKey();
  // No Idempotency-Key, as in createApiKey.
  return transact({ ...ctx, idempotencyKey: undefined }, { verb: 'rotateApiKey', input: keyId.value }, async (tx, now) => {
    const former = (await apiKeys.list(tx, ctx.accountId)).find((key) => key.key_id === keyId.value);
    if (former === undefined) return notFound('API key', keyId.value);
    if (former.revoked_at !== null) return conflict('The key is revoked already; make a new one');
    const ended = await apiKeys.revoke(tx, ctx.accountId, keyId.value, now + body.value.overlapHours * hour);
    if (!ended) return conflict('The key was revoked meanwhile; make a new one');
    const row = await apiKeys.insert(tx, {
      account_id: ctx.accountId,
      key_hash: hashApiKey(apiKey),
      prefix: apiKeyPrefix(apiKey),
      name: former.name,
      scopes: former.scopes,
      created_at: now,
    });
    return ok({ ...summary(row), apiKey });
  });
};

export const listApiKeys = async ({ ctx }: { ctx: Context }): Outcome<z.output<typeof ApiKeyList>> => {
  const allowed = requireScope(ctx, 'manage');
  if (!allowed.ok) return allowed;
  const keys = await ctx.assay.store.read((db) => apiKeys.list(db, ctx.accountId));
  return ok({ keys: keys.map(summary) });
};

/** Ends a key at once, one in the overlap of a rotation too; revoking it again answers the same. */
export const revokeApiKey = async ({ ctx, input }: { ctx: Context; input: { keyId: string } }): Outcome<ApiKeySummary> => {
  const allowed = requireScope(ctx, 'manage');
  if (!allowed.ok) return allowed;
  const keyId = pathId(input.keyId, 'keyId', 'API key');
  if (!keyId.ok) return keyId;
  return transact(ctx, { verb: 'revokeApiKey', input: keyId.value }, async (tx, now) => {
    await apiKeys.revoke(tx, ctx.accountId, keyId.value, now);
    const row = (await apiKeys.list(tx, ctx.accountId)).find((key) => key.key_id === keyId.value);
    return row === undefined ? notFound('API key', keyId.value) : ok(summary(row));
  });
};
