import { type AccountBody, type AccountSummary, err, ok, operations, type Refusal, type Result, refusal, scopes } from '@assay/domain';
import { accountLogos } from '@assay/store';
import type { Context, Outcome } from '../support/context.ts';
import { readOperation, type Services, writeOperation } from '../support/operation.ts';
import { accountRow } from '../support/row-name.ts';
import { changeAccount, readAccount } from './manage-accounts.ts';

type Caller = { readonly assay: Services } & Pick<Context, 'scopes'>;

const settings = ({ assay, scopes: granted }: Caller, account: Result<AccountSummary, Refusal>) =>
  account.ok ? ok({ ...account.value, publicUrl: assay.publicUrl, scopes: scopes.filter((scope) => granted.has(scope)) }) : account;

/** The account that the key belongs to. */
export const getAccount = readOperation(operations.getAccount, async (call) => settings(call, await readAccount(call.db, call.accountId)));

/** The logo as documents show it. */
export const getLogo = readOperation(operations.getLogo, async ({ db, accountId }) => {
  const jpeg = await accountLogos.find(db, accountId);
  return jpeg === undefined ? err(refusal('resource.not-found', 'The account has no logo')) : ok(Buffer.from(jpeg, 'base64'));
});

const noLogo = err(refusal('request.invalid', 'logo: must be a PNG or JPEG of at most 4 million pixels'));

/** The same settings with the logo, if there is one, as documents show it: it is decoded, and encoded again. */
export const withDecodedLogo = async <Body extends AccountBody>(images: Services['images'], body: Body): Outcome<Body> => {
  if (body.logo == null) return ok(body);
  const jpeg = await images.logo(Buffer.from(body.logo, 'base64'));
  return jpeg === undefined ? noLogo : ok({ ...body, logo: Buffer.from(jpeg).toString('base64') });
};

/** Changes the given ones of the account's settings; the rest stays. A logo is decoded before the transaction. */
export const updateAccountSettings = writeOperation(
  operations.updateAccount,
  async (call, { body }) => settings(call, await changeAccount(call, body)),
  {
    row: accountRow,
    fingerprint: ({ body }) => ({ verb: 'updateAccountSettings', input: body }),
    prepare: async ({ assay }, input) => {
      const body = await withDecodedLogo(assay.images, input.body);
      return body.ok ? ok({ ...input, body: body.value }) : body;
    },
  },
);
