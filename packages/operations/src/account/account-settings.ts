import { type AccountSummary, ok, operations, type Refusal, type Result, scopes } from '@assay/domain';
import type { Context } from '../support/context.ts';
import { readOperation, type Services, writeOperation } from '../support/operation.ts';
import { accountRow } from '../support/row-name.ts';
import { changeAccount, readAccount } from './manage-accounts.ts';

type Caller = { readonly assay: Services } & Pick<Context, 'scopes'>;

const settings = ({ assay, scopes: granted }: Caller, account: Result<AccountSummary, Refusal>) =>
  account.ok ? ok({ ...account.value, publicUrl: assay.publicUrl, scopes: scopes.filter((scope) => granted.has(scope)) }) : account;

/** The account that the key belongs to. */
export const getAccount = readOperation(operations.getAccount, async (call) => settings(call, await readAccount(call.db, call.accountId)));

/** Changes the given ones of the account's name, email, zone, notices and rule for receipts; the rest stays. */
export const updateAccountSettings = writeOperation(
  operations.updateAccount,
  async (call, { body }) => settings(call, await changeAccount(call, body)),
  { row: accountRow, fingerprint: ({ body }) => ({ verb: 'updateAccountSettings', input: body }) },
);
