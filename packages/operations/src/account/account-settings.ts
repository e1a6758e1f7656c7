import { AccountBody, type AccountSettings, type AccountSummary, decodeBody, ok, type Refusal, type Result } from '@assay/domain';
import type { Context, Outcome } from '../support/context.ts';
import { requireScope } from '../support/refusals.ts';
import { transact } from '../support/transact.ts';
import { changeAccount, findAccount } from './manage-accounts.ts';

const settings = ({ assay }: Context, account: Result<AccountSummary, Refusal>): Result<AccountSettings, Refusal> =>
  account.ok ? ok({ ...account.value, publicUrl: assay.publicUrl }) : account;

/** The account that the key belongs to. */
export const getAccount = async ({ ctx }: { ctx: Context }): Outcome<AccountSettings> => {
  const allowed = requireScope(ctx, 'read');
  return allowed.ok ? settings(ctx, await findAccount(ctx)) : allowed;
};

/** Changes what is named of the account's name, email, zone and notices; the rest stays. */
export const updateAccountSettings = async ({ ctx, input }: { ctx: Context; input: { body: unknown } }): Outcome<AccountSettings> => {
  const allowed = requireScope(ctx, 'manage');
  if (!allowed.ok) return allowed;
  const body = decodeBody(AccountBody, input.body);
  if (!body.ok) return body;
  return transact(ctx, { verb: 'updateAccountSettings', input: body.value }, async (tx) =>
    settings(ctx, await changeAccount(tx, ctx.accountId, body.value)),
  );
};
