import type { Brand } from '@assay/domain';
import { accountLogos, type accounts, type Db } from '@assay/store';

/** How the account's documents look. */
export const loadBrand = async (db: Db, { account_id: accountId, color, logo }: accounts.Account): Promise<Brand> => {
  const jpeg = logo === null ? undefined : await accountLogos.find(db, accountId);
  return { color, logo: jpeg === undefined ? null : Buffer.from(jpeg, 'base64') };
};
