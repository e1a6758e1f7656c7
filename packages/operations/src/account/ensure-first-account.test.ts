import { describe, expect, it } from 'vitest';
import { createTestLink } from '../link/create-test-link.ts';
import { value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { getAccount } from './account-settings.ts';
import { ensureFirstAccount } from './ensure-first-account.ts';

describe('the first account', () => {
  const service = useService();
  const ensure = (email?: string) =>
    ensureFirstAccount({ assay: service.assay, settings: { name: 'Acme', email, timeZoneId: 190, apiKey: undefined } });

  it('needs no address: its links then notify nobody; a later start with one gives it to the account, and never replaces it', async () => {
    const { context: ctx } = await ensure();
    expect(await value(getAccount({ ctx }))).toMatchObject({ name: 'Acme', email: '' });
    const testId = await service.importTest(ctx);
    const link = () => value(createTestLink({ ctx, input: { testId, body: { testLinkName: 'Spring', accessTime: 0, timeZoneId: 190 } } }));
    expect(await link()).toMatchObject({ emailToStakeholder: null });
    await ensure('hiring@acme.example');
    expect(await value(getAccount({ ctx }))).toMatchObject({ email: 'hiring@acme.example' });
    expect(await link()).toMatchObject({ emailToStakeholder: 'hiring@acme.example' });
    await ensure('other@acme.example');
    await ensure();
    expect(await value(getAccount({ ctx }))).toMatchObject({ email: 'hiring@acme.example' });
  });
});
