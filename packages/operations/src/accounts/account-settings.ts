import { AccountBody, type AccountSummary, decodeBody } from '@assay/domain';
import type { Context, Outcome } from '../support/context.ts';
import { requireScope } from '../support/refusals.ts';
import { transact } from '../support/transact.ts';
import { changeAccount, findAccount } from './manage-accounts.ts';

/** The account that the key belongs to. */
export const getAccount = async ({ ctx }: { ctx: Context }): Outcome<AccountSummary> => {
  const allowed = requireScope(ctx, 'read');
  return allowed.ok ? findAccount(ctx) : allowed;
};

/** Changes what is named of the account's name, email, zone and notices; the rest stays. */
export const updateAccountSettings = async ({ ctx, input }: { ctx: Context; input: { body: unknown } }): Outcome<AccountSummary> => {
  const allowed = requireScope(ctx, 'manage');
  if (!allowed.ok) return allowed;
  const body = decodeBody(AccountBody, input.body);
  if (!body.ok) return body;
  return transact(ctx, { verb: 'updateAccountSettings', input: body.value }, (tx) => changeAccount(tx, ctx.accountId, body.value));
};
