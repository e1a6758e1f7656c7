import { allGrants, parseGrants, type Scope, scopes } from '@assay/domain';
import { accounts, apiKeys } from '@assay/store';
import type { Assay, Context } from '../support/context.ts';
import { apiKeyPrefix, hashApiKey } from '../support/tokens.ts';
import { issueFirstKey } from './issue-key.ts';

type Settings = {
  readonly name: string;
  /** Stored when the account is made, and while it has none. */
  readonly email: string | undefined;
  readonly timeZoneId: number;
  /** Shown to candidates: where to get help, and how their data is used. */
  readonly support?: string | undefined;
  readonly privacy?: string | undefined;
  /** A key chosen by the operator; if there is none, the first start makes one. */
  readonly apiKey: string | undefined;
};

/** `newKey` is known only to the start that made it; later starts know its prefix. */
export type FirstAccount = {
  readonly context: Context;
  readonly created: boolean;
  readonly newKey: string | undefined;
  readonly keyPrefix: string;
  /** The scopes of that key. */
  readonly keyScopes: readonly Scope[];
  /** The operator's key opens nothing any more: it was revoked or rotated, or has expired. */
  readonly endedKey: boolean;
};

/** ASSAY_API_KEY cannot be the first account's key; the message says why. */
export class ApiKeyRefused extends Error {
  override readonly name = 'ApiKeyRefused';
}

const scopesOf = ({ scopes: stored }: Pick<apiKeys.ApiKey, 'scopes'>): readonly Scope[] => {
  const granted = parseGrants(stored);
  return scopes.filter((scope) => granted.has(scope));
};

/** Makes the first account and its key, or finds them. A key given by the operator is added when it is not there yet. */
export const ensureFirstAccount = ({ assay, settings }: { assay: Assay; settings: Settings }): Promise<FirstAccount> =>
  assay.store.write(async (tx) => {
    await accounts.lockFirst(tx);
    const now = await tx.now();
    const existing = await accounts.findFirst(tx);
    const account =
      existing ??
      (await accounts.insert(tx, {
        name: settings.name,
        email: settings.email ?? null,
        time_zone_id: settings.timeZoneId,
        support: settings.support ?? null,
        privacy: settings.privacy ?? null,
        created_at: now,
      }));
    const accountId = account.account_id;
    if (account.email === null && settings.email !== undefined) await accounts.update(tx, accountId, { email: settings.email });
    const isOver = (end: number | null): boolean => end !== null && end <= now;
    const hasEnded = (key: Pick<apiKeys.ApiKey, 'revoked_at' | 'expires_at'>): boolean => isOver(key.revoked_at) || isOver(key.expires_at);
    const started = {
      context: { assay, accountId, scopes: allGrants },
      created: existing === undefined,
      newKey: undefined,
      endedKey: false,
    };

    if (settings.apiKey === undefined) {
      const usable = (await apiKeys.list(tx, accountId)).filter((key) => key.revoked_at === null && !hasEnded(key));
      const [strongest] = usable.toSorted((one, other) => scopesOf(other).length - scopesOf(one).length);
      if (strongest !== undefined) return { ...started, keyPrefix: strongest.prefix, keyScopes: scopesOf(strongest) };
      const { row, apiKey } = await issueFirstKey(tx, { accountId, now });
      return { ...started, newKey: apiKey, keyPrefix: row.prefix, keyScopes: scopes };
    }

    const { apiKey } = settings;
    const known = await apiKeys.findByHash(tx, hashApiKey(apiKey));
    if (known !== undefined && known.account_id !== accountId)
      throw new ApiKeyRefused('ASSAY_API_KEY: this key belongs to another account; choose another one');
    const { scopes: stored } = known ?? (await issueFirstKey(tx, { accountId, now, apiKey })).row;
    const endedKey = known !== undefined && hasEnded(known);
    return { ...started, keyPrefix: apiKeyPrefix(apiKey), keyScopes: scopesOf({ scopes: stored }), endedKey };
  });
