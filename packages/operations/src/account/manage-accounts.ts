import { type AccountSummary, err, formatInstant, ok, refusal, scopes, timeZoneName } from '@assay/domain';
import { accounts, apiKeys, type Db, type Tx } from '@assay/store';
import type { Assay, Outcome } from '../support/context.ts';
import { apiKeyPrefix, hashApiKey, issueApiKey } from '../support/tokens.ts';

const summary = (row: accounts.Account): AccountSummary => ({
  accountId: row.account_id,
  name: row.name,
  email: row.email,
  timeZone: timeZoneName(row.time_zone_id),
  support: row.support,
  privacy: row.privacy,
  tests: row.tests_count,
  createdAt: formatInstant(row.created_at),
});

const noAccount = (accountId: number) => err(refusal('resource.not-found', `No account ${accountId} in this installation`));

type NewAccount = {
  readonly name: string;
  readonly email: string;
  readonly timeZoneId: number;
  /** Shown to candidates: where to get help, and how their data is used. */
  readonly support?: string | null | undefined;
  readonly privacy?: string | null | undefined;
};

/** For the operator: an account with a first key, which is shown only in this result. */
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
    const { name, email, timeZoneId, support = null, privacy = null } = input;
    const row = await accounts.insert(tx, { name, email, time_zone_id: timeZoneId, support, privacy, created_at: now });
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

export const readAccount = async (db: Db, accountId: number): Outcome<AccountSummary> => {
  const row = await accounts.find(db, accountId);
  return row === undefined ? noAccount(accountId) : ok(summary(row));
};

/** For the operator: one account. */
export const findAccount = ({ assay, accountId }: { assay: Assay; accountId: number }): Outcome<AccountSummary> =>
  assay.store.read((db) => readAccount(db, accountId));

type AccountChanges = { readonly [Field in keyof NewAccount]?: NewAccount[Field] | undefined };

/** Changes the given settings; null removes a notice. */
export const changeAccount = async (tx: Tx, accountId: number, changes: AccountChanges): Outcome<AccountSummary> => {
  const { name, email, timeZoneId, support, privacy } = changes;
  const row = await accounts.update(tx, accountId, {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(timeZoneId === undefined ? {} : { time_zone_id: timeZoneId }),
    ...(support === undefined ? {} : { support }),
    ...(privacy === undefined ? {} : { privacy }),
  });
  return row === undefined ? noAccount(accountId) : ok(summary(row));
};

/** For the operator. */
export const updateAccount = ({
  assay,
  accountId,
  input,
}: {
  assay: Assay;
  accountId: number;
  input: AccountChanges;
}): Outcome<AccountSummary> => assay.store.write((tx) => changeAccount(tx, accountId, input));
