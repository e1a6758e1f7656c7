import { createHash } from 'node:crypto';
import {
  type AccountBody,
  type AccountSettingName,
  type AccountSummary,
  accountSettingNames,
  accountSettings,
  err,
  formatInstant,
  ok,
  refusal,
  type SettingColumns,
  type SettingValues,
  timeZoneName,
} from '@assay/domain';
import { accountLogos, accounts, type Db, type Tx } from '@assay/store';
import type { Assay, Context, Outcome } from '../support/context.ts';
import { changesOf, recordChange } from './audit.ts';
import { issueFirstKey } from './issue-key.ts';

const settingsOf = (row: accounts.Account): SettingValues =>
  // A row of the table has the columns of all settings.
  Object.fromEntries(accountSettingNames.map((name) => [name, row[accountSettings[name].column]])) as SettingValues;

const summary = (row: accounts.Account): AccountSummary => ({
  accountId: row.account_id,
  name: row.name,
  email: row.email ?? '',
  timeZone: timeZoneName(row.time_zone_id),
  ...settingsOf(row),
  tests: row.tests_count,
  createdAt: formatInstant(row.created_at),
});

export const noAccount = (accountId: number) => err(refusal('resource.not-found', `No account ${accountId} in this installation`));

/** `logo` is a JPEG in base64. */
type NewAccount = AccountBody & { readonly name: string; readonly timeZoneId: number };

const logoName = (jpeg: string): string => createHash('sha256').update(jpeg).digest('hex').slice(0, 16);

/** The columns of the settings that are given. */
const columnsOf = ({ logo, ...given }: AccountBody): Partial<SettingColumns> => {
  const values: Partial<Record<AccountSettingName, unknown>> = { ...given, logo: logo == null ? logo : logoName(logo) };
  const named = accountSettingNames.filter((name) => values[name] !== undefined);
  return Object.fromEntries(named.map((name) => [accountSettings[name].column, values[name]]));
};

/** For the operator: an account with a first key, which is shown only in this result. */
export const createAccount = ({
  assay,
  input,
}: {
  assay: Assay;
  input: NewAccount;
}): Promise<{ account: AccountSummary; apiKey: string }> =>
  assay.store.write(async (tx) => {
    const now = await tx.now();
    const { name, email = null, timeZoneId, logo } = input;
    const row = await accounts.insert(tx, { name, email, time_zone_id: timeZoneId, ...columnsOf(input), created_at: now });
    if (logo != null) await accountLogos.put(tx, row.account_id, logo);
    const { apiKey } = await issueFirstKey(tx, { accountId: row.account_id, now });
    return { account: summary(row), apiKey };
  });

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

type Change = { readonly tx: Tx } & Pick<Context, 'accountId' | 'key'>;

const replaceLogo = async ({ tx, accountId }: Change, jpeg: string | null): Promise<void> =>
  jpeg === null ? accountLogos.remove(tx, accountId) : accountLogos.put(tx, accountId, jpeg);

/** Changes the given settings; null removes the address or a setting. */
export const changeAccount = async (change: Change, changes: AccountBody): Outcome<AccountSummary> => {
  const { tx, accountId } = change;
  const before = await accounts.find(tx, accountId);
  const { name, email, timeZoneId, logo } = changes;
  const row = await accounts.update(tx, accountId, {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(timeZoneId === undefined ? {} : { time_zone_id: timeZoneId }),
    ...columnsOf(changes),
  });
  if (row === undefined || before === undefined) return noAccount(accountId);
  if (logo !== undefined) await replaceLogo(change, logo);
  const changed = changesOf(summary(before), summary(row));
  if (changed !== undefined) await recordChange(change, 'account.updated', { changes: changed });
  return ok(summary(row));
};

/** For the operator. */
export const updateAccount = ({
  assay,
  accountId,
  input,
}: {
  assay: Assay;
  accountId: number;
  input: AccountBody;
}): Outcome<AccountSummary> => assay.store.write((tx) => changeAccount({ tx, accountId }, input));
