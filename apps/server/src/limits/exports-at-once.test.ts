import { setQuotas } from '@assay/operations';
import { Service, value } from '@assay/operations/testing';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createExports } from './exports-at-once.ts';

const service = new Service();
beforeAll(() => service.open('sqlite'));
afterAll(() => service.dispose());

it('exports at once beyond the quota of an account are 409.1, until one has ended; another account has its own', async () => {
  const [{ accountId }, other] = [await service.mintAccount(), await service.mintAccount()];
  await value(setQuotas({ assay: service.assay, accountId, changes: { exports: 2 } }));
  const registry = new Registry();
  const enter = createExports(service.assay, registry);
  const outcomes = await Promise.all([enter(accountId), enter(accountId), enter(accountId)]);
  const [first] = outcomes.flatMap((one) => (one.ok ? [one.value] : []));
  expect(outcomes.filter(({ ok }) => !ok)).toEqual([
    {
      ok: false,
      error: {
        code: 'resource.conflict',
        message:
          'The account has reached its quota of 2 exports at once; try again when one of them has ended, or the operator of this service can raise it',
      },
    },
  ]);
  expect((await enter(other.accountId)).ok).toBe(true);
  const metric = async () => (await registry.getSingleMetric('assay_account_exports_under_way')?.get())?.values;
  expect(await metric()).toMatchObject([
    { labels: { account: accountId }, value: 2 },
    { labels: { account: other.accountId }, value: 1 },
  ]);
  first?.();
  first?.();
  expect((await enter(accountId)).ok).toBe(true);
  expect((await enter(accountId)).ok).toBe(false);
});
