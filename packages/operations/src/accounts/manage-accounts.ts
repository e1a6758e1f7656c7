import { type AccountSummary, err, formatInstant, ok, refusal, scopes, timeZoneName } from '@assay/domain';
import { accounts, apiKeys } from '@assay/store';
import type { Assay, Outcome } from '../support/context.ts';
import { apiKeyPrefix, hashApiKey, issueApiKey } from '../support/tokens.ts';

const summary = (row: accounts.Account): AccountSummary => ({
  accountId: row.account_id,
  name: row.name,
  email: row.email,
  timeZone: timeZoneName(row.time_zone_id),
  tests: row.tests_count,
  createdAt: formatInstant(row.created_at),
});

type NewAccount = { readonly name: string; readonly email: string; readonly timeZoneId: number };

/** For the operator: an account with a first key, which is told this once. */
export const createAccount = ({
  assay,
  input,
}: {
  assay: Assay;
  input: NewAccount;
}): Promise<{ account: AccountSummary; apiKey: string }> => {
  const apiKey = issueApiKey();
  return assay.store.write(async (tx) => {
    const now = await tx.now();
    const { name, email, timeZoneId } = input;
    const row = await accounts.insert(tx, { name, email, time_zone_id: timeZoneId, created_at: now });
    await apiKeys.insert(tx, {
      account_id: row.account_id,
      key_hash: hashApiKey(apiKey),
      prefix: apiKeyPrefix(apiKey),
      name: 'first key',
      scopes: scopes.join(' '),
      created_at: now,
    });
    return { account: summary(row), apiKey };
  });
};

/** For the operator: every account, oldest first. */
export const listAccounts = async ({ assay }: { assay: Assay }): Promise<AccountSummary[]> =>
  (await assay.store.read((db) => accounts.list(db))).map(summary);

/** For the operator: one account. */
export const findAccount = async ({ assay, accountId }: { assay: Assay; accountId: number }): Outcome<AccountSummary> => {
  const row = await assay.store.read((db) => accounts.find(db, accountId));
  return row === undefined ? err(refusal('resource.not-found', `No account ${accountId} in this installation`)) : ok(summary(row));
};
