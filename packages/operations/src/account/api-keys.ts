import { type ApiKeySummary, formatInstant, ok, operations, scopes } from '@assay/domain';
import { apiKeys, type Tx } from '@assay/store';
import { readOperation, writeOperation } from '../support/operation.ts';
import { conflict, notFound } from '../support/refusals.ts';
import { apiKeyPrefix, hashApiKey, issueApiKey } from '../support/tokens.ts';

const summary = (key: apiKeys.ApiKey): ApiKeySummary => ({
  keyId: key.key_id,
  name: key.name,
  prefix: key.prefix,
  scopes: scopes.filter((scope) => key.scopes.split(' ').includes(scope)),
  createdAt: formatInstant(key.created_at),
  revokedAt: key.revoked_at === null ? null : formatInstant(key.revoked_at),
});

const find = async (tx: Tx, accountId: number, keyId: number): Promise<apiKeys.ApiKey | undefined> =>
  (await apiKeys.list(tx, accountId)).find((key) => key.key_id === keyId);

/** Inserts a new key. What it returns is the only place that shows the key: only its hash is stored. */
const issue = async (tx: Tx, accountId: number, key: { name: string; scopes: string }, now: number) => {
  const apiKey = issueApiKey();
  const row = await apiKeys.insert(tx, {
    account_id: accountId,
    key_hash: hashApiKey(apiKey),
    prefix: apiKeyPrefix(apiKey),
    name: key.name,
    scopes: key.scopes,
    created_at: now,
  });
  return { ...summary(row), apiKey };
};

/** Makes a key, which is shown only in this result. */
export const createApiKey = writeOperation(operations.createApiKey, async ({ tx, accountId }, { body }) =>
  ok(await issue(tx, accountId, { name: body.name, scopes: body.scopes.join(' ') }, await tx.now())),
);

const hour = 60 * 60_000;

/** Makes a key with the name and scopes of another one, which ends after `overlapHours`. */
export const rotateApiKey = writeOperation(operations.rotateApiKey, async ({ tx, accountId }, { keyId, body }) => {
  const former = await find(tx, accountId, keyId);
  if (former === undefined) return notFound('API key', keyId);
  if (former.revoked_at !== null) return conflict('The key is revoked already; make a new one');
  const now = await tx.now();
  const ended = await apiKeys.revoke(tx, accountId, keyId, now + body.overlapHours * hour);
  if (!ended) return conflict('The key was revoked meanwhile; make a new one');
  return ok(await issue(tx, accountId, former, now));
});

export const listApiKeys = readOperation(operations.listApiKeys, async ({ db, accountId }) =>
  ok({ keys: (await apiKeys.list(db, accountId)).map(summary) }),
);

/** Ends a key at once, also during the overlap of a rotation; revoking it again returns the same. */
export const revokeApiKey = writeOperation(operations.revokeApiKey, async ({ tx, accountId }, { keyId }) => {
  await apiKeys.revoke(tx, accountId, keyId, await tx.now());
  const row = await find(tx, accountId, keyId);
  return row === undefined ? notFound('API key', keyId) : ok(summary(row));
});
