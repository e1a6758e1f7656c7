import { allGrants, formatInstant, scopes } from '@assay/domain';
import { zone } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { listTests } from '../assessment/list-tests.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { tablesWith } from '../testing/tables.ts';
import { listApiKeys } from './api-keys.ts';
import { authenticate } from './authenticate.ts';
import { createAccount, findAccount, listAccounts, updateAccount } from './manage-accounts.ts';

const utc = 10_000;

describe('accounts for the operator', () => {
  const service = useService();
  const create = (name: string) =>
    createAccount({ assay: service.assay, input: { name, email: `${name.toLowerCase()}@example.com`, timeZoneId: zone } });

  it('a new account has a first key with every scope, which is told once and kept nowhere', async () => {
    const { account, apiKey } = await create('Initech');
    expect(account).toEqual({
      accountId: expect.any(Number),
      name: 'Initech',
      email: 'initech@example.com',
      timeZone: 'Asia/Kolkata',
      support: null,
      privacy: null,
      receipts: 'mailed',
      lateMinutes: 10,
      color: null,
      logo: null,
      tests: 0,
      createdAt: formatInstant(service.clock.now),
    });
    const ctx = await value(authenticate({ assay: service.assay, apiKey }));
    expect(ctx).toMatchObject({ accountId: account.accountId, scopes: allGrants });
    const { keys } = await value(listApiKeys({ ctx }));
    expect(keys).toMatchObject([{ name: 'first key', scopes: [...scopes], revokedAt: null }]);
    expect(apiKey.startsWith(keys[0]?.prefix ?? 'none')).toBe(true);
    expect(await tablesWith(service.assay.store, apiKey)).toEqual([]);
    expect(await value(listTests({ ctx, input: { query: {} } }))).toMatchObject({ testsCount: 0 });
  });

  it('are listed oldest first, and found one by one', async () => {
    const before = await listAccounts({ assay: service.assay });
    const made = [];
    for (const name of ['Globex', 'Umbrella']) made.push((await create(name)).account);
    expect(await listAccounts({ assay: service.assay })).toEqual([...before, ...made]);
    for (const account of made) expect(await value(findAccount({ assay: service.assay, accountId: account.accountId }))).toEqual(account);
  });

  it('one that was never made is 404.1', async () => {
    const accountId = 4503599627370496;
    expect((await refusalOf(findAccount({ assay: service.assay, accountId }))).statuscode).toBe('404.1');
    for (const input of [{}, { support: 'help@example.com' }])
      expect((await refusalOf(updateAccount({ assay: service.assay, accountId, input }))).statuscode).toBe('404.1');
  });

  it('a new account may have its notices from the start', async () => {
    const input = { name: 'Hooli', email: 'hooli@example.com', timeZoneId: zone, support: 'help@hooli.example', privacy: 'Kept a year' };
    const { account } = await createAccount({ assay: service.assay, input });
    expect(account).toMatchObject({ support: 'help@hooli.example', privacy: 'Kept a year' });
  });

  it('a change writes what it names and leaves the rest, and every other account; null takes a notice away', async () => {
    const update = (accountId: number, input: Parameters<typeof updateAccount>[0]['input']) =>
      value(updateAccount({ assay: service.assay, accountId, input }));
    const { account: other } = await create('Vandelay');
    const { account } = await create('Soylent');
    const { accountId } = account;
    const noticed = { ...account, support: 'https://soylent.example/help', privacy: 'Deleted after a month' };
    expect(await update(accountId, { support: noticed.support, privacy: noticed.privacy })).toEqual(noticed);
    expect(await update(accountId, {})).toEqual(noticed);
    expect(await update(accountId, { support: undefined, privacy: null })).toEqual({ ...noticed, privacy: null });
    const renamed = { ...noticed, privacy: null, name: 'Soylent AG', email: 'hr@soylent.example', timeZone: 'UTC' };
    expect(await update(accountId, { name: renamed.name, email: renamed.email, timeZoneId: utc })).toEqual(renamed);
    expect(await value(findAccount({ assay: service.assay, accountId }))).toEqual(renamed);
    expect(await value(findAccount({ assay: service.assay, accountId: other.accountId }))).toEqual(other);
  });
});
