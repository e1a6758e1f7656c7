import { scopes } from '@assay/domain';
import { accounts, apiKeys } from '@assay/store';
import type { Assay, Context } from '../support/context.ts';
import { apiKeyPrefix, hashApiKey, issueApiKey } from '../support/tokens.ts';

type Settings = {
  readonly name: string;
  readonly email: string;
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
        email: settings.email,
        time_zone_id: settings.timeZoneId,
        support: settings.support ?? null,
        privacy: settings.privacy ?? null,
        created_at: now,
      }));
    const accountId = account.account_id;
    const told = { context: { assay, accountId, scopes: new Set(scopes) }, created: existing === undefined };

    const keys = await apiKeys.list(tx, accountId);
    const usable = keys.find((key) => key.revoked_at === null);
    if (settings.apiKey === undefined && usable !== undefined) return { ...told, newKey: undefined, keyPrefix: usable.prefix };

    const key = settings.apiKey ?? issueApiKey();
    const prefix = apiKeyPrefix(key);
    const hash = hashApiKey(key);
    const known = await apiKeys.findByHash(tx, hash);
    if (known?.account_id !== undefined && (known.account_id !== accountId || known.revoked_at !== null))
      throw new Error('ASSAY_API_KEY: this key is revoked or belongs to another account; choose another one');
    if (known === undefined)
      await apiKeys.insert(tx, {
        account_id: accountId,
        key_hash: hash,
        prefix,
        name: 'first key',
        scopes: scopes.join(' '),
        created_at: now,
      });
    return { ...told, newKey: settings.apiKey === undefined ? key : undefined, keyPrefix: prefix };
  });
