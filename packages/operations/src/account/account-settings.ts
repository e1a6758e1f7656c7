import { type AccountSummary, ok, operations, type Refusal, type Result } from '@assay/domain';
import { readOperation, type Services, writeOperation } from '../support/operation.ts';
import { changeAccount, readAccount } from './manage-accounts.ts';

const settings = ({ publicUrl }: Services, account: Result<AccountSummary, Refusal>) =>
  account.ok ? ok({ ...account.value, publicUrl }) : account;

/** The account that the key belongs to. */
export const getAccount = readOperation(operations.getAccount, async ({ assay, accountId, db }) =>
  settings(assay, await readAccount(db, accountId)),
);

/** Changes the given ones of the account's name, email, zone, notices and rule for receipts; the rest stays. */
export const updateAccountSettings = writeOperation(
  operations.updateAccount,
  async (call, { body }) => settings(call.assay, await changeAccount(call, body)),
  { fingerprint: ({ body }) => ({ verb: 'updateAccountSettings', input: body }) },
);
