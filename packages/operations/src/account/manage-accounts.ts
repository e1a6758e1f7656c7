import { createHash } from 'node:crypto';
import { type AccountSummary, err, formatInstant, ok, type ReceiptRule, refusal, timeZoneName } from '@assay/domain';
import { accountLogos, accounts, type Db, type Tx } from '@assay/store';
import type { Assay, Context, Outcome } from '../support/context.ts';
import { changesOf, recordChange } from './audit.ts';
import { issueFirstKey } from './issue-key.ts';

const summary = (row: accounts.Account): AccountSummary => ({
  accountId: row.account_id,
  name: row.name,
  email: row.email ?? '',
  timeZone: timeZoneName(row.time_zone_id),
  support: row.support,
  privacy: row.privacy,
  receipts: row.receipts,
  lateMinutes: row.late_minutes,
  color: row.color,
  logo: row.logo,
  tests: row.tests_count,
  createdAt: formatInstant(row.created_at),
});

export const noAccount = (accountId: number) => err(refusal('resource.not-found', `No account ${accountId} in this installation`));

type NewAccount = {
  readonly name: string;
  /** Replies to mails go there, and completions of links that name nobody. */
  readonly email?: string | null | undefined;
  readonly timeZoneId: number;
  /** Shown to candidates: where to get help, and how their data is used. */
  readonly support?: string | null | undefined;
  readonly privacy?: string | null | undefined;
  readonly receipts?: ReceiptRule | undefined;
  /** How long after the deadline an answer that was typed before it still counts. */
  readonly lateMinutes?: number | undefined;
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
    const { name, email = null, timeZoneId, support = null, privacy = null, receipts = 'mailed', lateMinutes } = input;
    const also = lateMinutes === undefined ? {} : { late_minutes: lateMinutes };
    const row = await accounts.insert(tx, { name, email, time_zone_id: timeZoneId, support, privacy, receipts, ...also, created_at: now });
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

type AccountChanges = { readonly [Field in keyof NewAccount]?: NewAccount[Field] | undefined } & {
  readonly color?: string | null | undefined;
  /** A JPEG in base64. */
  readonly logo?: string | null | undefined;
};

type Change = { readonly tx: Tx } & Pick<Context, 'accountId' | 'key'>;

const logoName = (jpeg: string): string => createHash('sha256').update(jpeg).digest('hex').slice(0, 16);

const replaceLogo = async ({ tx, accountId }: Change, jpeg: string | null): Promise<void> =>
  jpeg === null ? accountLogos.remove(tx, accountId) : accountLogos.put(tx, accountId, jpeg);

/** Changes the given settings; null removes the address, a notice, the colour or the logo. */
export const changeAccount = async (change: Change, changes: AccountChanges): Outcome<AccountSummary> => {
  const { tx, accountId } = change;
  const before = await accounts.find(tx, accountId);
  const { name, email, timeZoneId, support, privacy, receipts, lateMinutes, color, logo } = changes;
  const row = await accounts.update(tx, accountId, {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(timeZoneId === undefined ? {} : { time_zone_id: timeZoneId }),
    ...(support === undefined ? {} : { support }),
    ...(privacy === undefined ? {} : { privacy }),
    ...(receipts === undefined ? {} : { receipts }),
    ...(lateMinutes === undefined ? {} : { late_minutes: lateMinutes }),
    ...(color === undefined ? {} : { color }),
    ...(logo === undefined ? {} : { logo: logo === null ? null : logoName(logo) }),
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
  input: AccountChanges;
}): Outcome<AccountSummary> => assay.store.write((tx) => changeAccount({ tx, accountId }, input));
