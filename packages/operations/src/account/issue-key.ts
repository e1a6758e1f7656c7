import { formatGrants, type Grant } from '@assay/domain';
import { apiKeys, type Tx } from '@assay/store';
import { apiKeyPrefix, hashApiKey, issueApiKey } from '../support/tokens.ts';

type NewKey = {
  readonly accountId: number;
  readonly name: string;
  readonly grants: readonly Grant[];
  readonly now: number;
  readonly expiresAt?: number | null;
  /** The key itself, where an operator chose it. */
  readonly apiKey?: string;
  /** Of a key that is rotated, the one that it began as. */
  readonly firstKeyId?: number;
};

/** The earlier of two ends; null is none. */
export const earlierEnd = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** Inserts a key, by default a new one. What it returns is the only place that has the key: only its hash is stored. */
export const issueKey = async (
  tx: Tx,
  { accountId, name, grants, now, expiresAt = null, apiKey = issueApiKey(), firstKeyId }: NewKey,
): Promise<{ row: apiKeys.ApiKey; apiKey: string }> => {
  const row = await apiKeys.insert(tx, {
    account_id: accountId,
    key_hash: hashApiKey(apiKey),
    prefix: apiKeyPrefix(apiKey),
    name,
    scopes: formatGrants(grants),
    created_at: now,
    expires_at: expiresAt,
    first_key_id: firstKeyId ?? null,
  });
  return { row, apiKey };
};

/** The first key of an account has every scope, those of later versions too. */
export const issueFirstKey = (tx: Tx, key: Omit<NewKey, 'name' | 'grants' | 'expiresAt'>) =>
  issueKey(tx, { ...key, name: 'first key', grants: ['all'] });
