import { type ApiKeySummary, err, formatInstant, type Grant, ok, operations, parseGrants, refusal, scopes } from '@assay/domain';
import { apiKeys, type Tx } from '@assay/store';
import type { Context } from '../support/context.ts';
import { operation, type WriteCall, writeOperation } from '../support/operation.ts';
import { conflict, notFound } from '../support/refusals.ts';
import { recordChange } from './audit.ts';
import { earlierEnd, issueKey } from './issue-key.ts';

const instant = (at: number | null): string | null => (at === null ? null : formatInstant(at));

/** A key as the management API shows it to the key that calls. */
const summaryFor =
  ({ key: calling }: Pick<Context, 'key'>) =>
  (key: apiKeys.ApiKey): ApiKeySummary => {
    const granted = parseGrants(key.scopes);
    return {
      keyId: key.key_id,
      name: key.name,
      prefix: key.prefix,
      scopes: scopes.filter((scope) => granted.has(scope)),
      allScopes: granted.has('all'),
      createdAt: formatInstant(key.created_at),
      lastUsedAt: instant(key.last_used_at),
      expiresAt: instant(key.expires_at),
      revokedAt: instant(key.revoked_at),
      current: key.key_id === calling?.keyId,
    };
  };

const find = async (tx: Tx, accountId: number, keyId: number): Promise<apiKeys.ApiKey | undefined> =>
  (await apiKeys.list(tx, accountId)).find((key) => key.key_id === keyId);

/** A key gives at most what it has; undefined when it has all of these. */
const refuseToGive = ({ scopes: granted }: WriteCall, wanted: readonly Grant[]) => {
  const lacks = wanted.filter((grant) => !granted.has(grant));
  if (lacks.length === 0) return undefined;
  const named = lacks.includes('all') ? 'all' : lacks.join(', ');
  return err(refusal('request.forbidden', `A key gives at most what it has: this API key lacks the scope ${named}`));
};

const hour = 60 * 60_000;
const day = 24 * hour;

type NewKey = {
  readonly name: string;
  readonly grants: readonly Grant[];
  readonly expiresAt: number | null;
  readonly now: number;
  readonly firstKeyId?: number;
};

/** Inserts a key that does not outlive the one that makes it. */
const issue = async (call: WriteCall, key: NewKey) => {
  const expiresAt = earlierEnd(key.expiresAt, call.key?.endsAt ?? null);
  const { row, apiKey } = await issueKey(call.tx, { ...key, accountId: call.accountId, expiresAt });
  const made = summaryFor(call)(row);
  const recorded = {
    keyId: made.keyId,
    name: made.name,
    scopes: made.allScopes ? ['all'] : made.scopes,
    expiresAt: made.expiresAt,
  };
  return { created: { ...made, apiKey }, recorded };
};

const endAfter = (days: number | undefined, now: number): number | null => (days === undefined ? null : now + days * day);

/** Makes a key, which is shown only in this result. */
export const createApiKey = writeOperation(operations.createApiKey, async (call, { body }) => {
  const refused = refuseToGive(call, body.scopes);
  if (refused !== undefined) return refused;
  const now = await call.tx.now();
  const { created, recorded } = await issue(call, {
    name: body.name,
    grants: body.scopes,
    expiresAt: endAfter(body.expiresInDays, now),
    now,
  });
  await recordChange(call, 'key.created', recorded);
  return ok(created);
});

/** Makes a key with the name and scopes of another one, which ends after `overlapHours`. */
export const rotateApiKey = writeOperation(operations.rotateApiKey, async (call, { keyId, body }) => {
  const { tx, accountId } = call;
  const former = await find(tx, accountId, keyId);
  if (former === undefined) return notFound('API key', keyId);
  const grants = [...parseGrants(former.scopes)];
  const refused = refuseToGive(call, grants);
  if (refused !== undefined) return refused;
  const now = await tx.now();
  if (former.revoked_at !== null) return conflict('The key is revoked already; make a new one');
  if (former.expires_at !== null && former.expires_at <= now) return conflict('The key has expired; make a new one');
  const ended = await apiKeys.revoke(tx, accountId, keyId, now + body.overlapHours * hour);
  if (!ended) return conflict('The key was revoked meanwhile; make a new one');
  const expiresAt = endAfter(body.expiresInDays, now) ?? former.expires_at;
  const { created, recorded } = await issue(call, { name: former.name, grants, expiresAt, now, firstKeyId: former.first_key_id ?? keyId });
  await recordChange(call, 'key.rotated', { ...recorded, formerKeyId: keyId });
  return ok(created);
});

export const listApiKeys = operation(operations.listApiKeys, ({ assay, accountId, key }) =>
  assay.store.read(async (db) => ok({ keys: (await apiKeys.list(db, accountId)).map(summaryFor({ key })) })),
);

/**
 * Ends a key at once, also during the overlap of a rotation; revoking it again returns the same. A key with more scopes than the calling
 * one too: that gives nothing away, and anyone who sees that a key leaked should be able to end it.
 */
export const revokeApiKey = writeOperation(operations.revokeApiKey, async (call, { keyId }) => {
  const { tx, accountId } = call;
  const revoked = await apiKeys.revoke(tx, accountId, keyId, await tx.now());
  const row = await find(tx, accountId, keyId);
  if (row === undefined) return notFound('API key', keyId);
  if (revoked) await recordChange(call, 'key.revoked', { keyId, name: row.name });
  return ok(summaryFor(call)(row));
});
