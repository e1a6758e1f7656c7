import { setQuotas } from '@assay/operations';
import { Service, value } from '@assay/operations/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createExports } from './exports-at-once.ts';

const service = new Service();
beforeAll(() => service.open('sqlite'));
afterAll(() => service.dispose());

it('exports at once beyond the quota of an account are 409.1, until one has ended; another account has its own', async () => {
  const [{ accountId }, other] = [await service.mintAccount(), await service.mintAccount()];
  await value(setQuotas({ assay: service.assay, accountId, changes: { exports: 2 } }));
  const enter = createExports(service.assay);
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
  first?.();
  first?.();
  expect((await enter(accountId)).ok).toBe(true);
  expect((await enter(accountId)).ok).toBe(false);
});
