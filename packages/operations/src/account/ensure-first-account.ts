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
  /** The operator's key is shorter than new ones may be: it was accepted by an earlier release. */
  readonly shortKey: boolean;
};

const shortestKey = 32;

/** ASSAY_API_KEY cannot be the first account's key; the message says why. */
export class ApiKeyRefused extends Error {
  override readonly name = 'ApiKeyRefused';
}

/** Refuses what cannot be a key of this account; a key that is stored already may be short. */
const checkGiven = (
  apiKey: string,
  known: { account_id: number; revoked_at: number | null; expires_at: number | null } | undefined,
  at: { accountId: number; now: number },
): void => {
  if (known === undefined) {
    if (apiKey.length < shortestKey) throw new ApiKeyRefused(`ASSAY_API_KEY: must be at least ${shortestKey} characters`);
  } else if (known.account_id !== at.accountId || known.revoked_at !== null || (known.expires_at ?? Number.POSITIVE_INFINITY) <= at.now)
    throw new ApiKeyRefused('ASSAY_API_KEY: this key is revoked, has expired or belongs to another account; choose another one');
};

const scopesOf = ({ scopes: stored }: { scopes: string }): readonly Scope[] => {
  const granted = parseGrants(stored);
  return scopes.filter((scope) => granted.has(scope));
};

/** Makes the first account and its key, or finds them. A key given by the operator is added when it is not there yet. */
export const ensureFirstAccount = ({ assay, settings }: { assay: Assay; settings: Settings }): Promise<FirstAccount> =>
  assay.store.write(async (tx) => {
    const now = await tx.now();
    await accounts.lockFirst(tx);
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
    const started = { context: { assay, accountId, scopes: allGrants }, created: existing === undefined };

    if (settings.apiKey === undefined) {
      const keys = await apiKeys.list(tx, accountId);
      const usable = keys.filter((key) => key.revoked_at === null && (key.expires_at === null || key.expires_at > now));
      const [strongest] = usable.toSorted((one, other) => scopesOf(other).length - scopesOf(one).length);
      if (strongest !== undefined)
        return { ...started, newKey: undefined, keyPrefix: strongest.prefix, keyScopes: scopesOf(strongest), shortKey: false };
      const { row, apiKey } = await issueFirstKey(tx, { accountId, now });
      return { ...started, newKey: apiKey, keyPrefix: row.prefix, keyScopes: scopes, shortKey: false };
    }

    const { apiKey } = settings;
    const known = await apiKeys.findByHash(tx, hashApiKey(apiKey));
    checkGiven(apiKey, known, { accountId, now });
    if (known === undefined) await issueFirstKey(tx, { accountId, now, apiKey });
    const keyScopes = known === undefined ? scopes : scopesOf(known);
    return { ...started, newKey: undefined, keyPrefix: apiKeyPrefix(apiKey), keyScopes, shortKey: apiKey.length < shortestKey };
  });
