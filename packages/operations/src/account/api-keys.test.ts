import { createSecretKey } from 'node:crypto';
import { scopes } from '@assay/domain';
import { openTestStore, type TestStore, testDialects } from '@assay/store/testing';
import { publicUrl, zone } from '@assay/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { TestVersions } from '../support/test-versions.ts';
import { defaultTimings } from '../support/timings.ts';
import { hashApiKey } from '../support/tokens.ts';
import { FakeImages } from '../testing/images.ts';
import { FakeOutbound } from '../testing/outbound.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { tablesWith } from '../testing/tables.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import { authenticate } from './authenticate.ts';
import { ensureFirstAccount } from './ensure-first-account.ts';
import { findAccount, updateAccount } from './manage-accounts.ts';

describe.each(testDialects)('API keys on %s', (engine) => {
  const service = useService(engine);
  const login = (apiKey: string | undefined) => authenticate({ assay: service.assay, apiKey });
  const mintKey = async (body: Record<string, unknown> = { name: 'ATS' }) => {
    const ctx = await service.mintAccount();
    return { ctx, ...(await value(createApiKey({ ctx, input: { body } }))) };
  };

  it('a key leads to its account and scopes', async () => {
    const { ctx, apiKey } = await mintKey();
    expect(await value(login(apiKey))).toEqual({ assay: service.assay, accountId: ctx.accountId, scopes: new Set(scopes) });
    const limited = await mintKey({ name: 'Reader', scopes: ['read'] });
    expect(await value(login(limited.apiKey))).toMatchObject({ accountId: limited.ctx.accountId, scopes: new Set(['read']) });
  });

  it.each([undefined, '', 'assay_unknown', 'x'.repeat(10_000)])('a missing or unknown key is 401.1 (%#)', async (apiKey) => {
    expect((await refusalOf(login(apiKey))).statuscode).toBe('401.1');
  });

  it('a key with anything changed, its hash or its prefix is 401.1', async () => {
    const { apiKey, prefix } = await mintKey();
    const hash = hashApiKey(apiKey);
    expect(await tablesWith(service.assay.store, hash)).toEqual(['api_keys']);
    for (const wrong of [`${apiKey}x`, apiKey.slice(0, -1), apiKey.toUpperCase(), prefix, hash])
      expect((await refusalOf(login(wrong))).statuscode).toBe('401.1');
  });

  it('a revoked key is 401.1 from its next use; revoking again answers the same', async () => {
    const { ctx, apiKey, keyId } = await mintKey();
    const other = await value(createApiKey({ ctx, input: { body: { name: 'Other' } } }));
    const input = { keyId: String(keyId) };
    const revoked = await value(revokeApiKey({ ctx, input }));
    expect(revoked.revokedAt).not.toBeNull();
    expect((await refusalOf(login(apiKey))).statuscode).toBe('401.1');
    expect(await value(login(other.apiKey))).toMatchObject({ accountId: ctx.accountId });
    service.clock.advance(1000);
    expect(await value(revokeApiKey({ ctx, input }))).toEqual(revoked);
  });

  it('keys are stored hashed: no table holds the text of one, and lists show its prefix', async () => {
    const { ctx, apiKey, prefix } = await mintKey();
    expect(await tablesWith(service.assay.store, apiKey.slice(prefix.length))).toEqual([]);
    const { keys } = await value(listApiKeys({ ctx }));
    expect(keys).toMatchObject([{ name: 'ATS', prefix, scopes: [...scopes], revokedAt: null }]);
    expect(apiKey.startsWith(prefix)).toBe(true);
    expect(JSON.stringify(keys)).not.toContain(apiKey.slice(prefix.length));
  });

  it.each([{}, { name: '' }, { name: 'ATS', scopes: ['root'] }, { name: 'ATS', scopes: [] }])('refuses %j with 400.1', async (body) => {
    const ctx = await service.mintAccount();
    expect((await refusalOf(createApiKey({ ctx, input: { body } }))).statuscode).toBe('400.1');
    expect((await value(listApiKeys({ ctx }))).keys).toEqual([]);
  });
});

describe.each(testDialects)('the first account on %s', (engine) => {
  const open: TestStore[] = [];
  afterEach(async () => {
    for (const store of open.splice(0)) await store.dispose();
  });
  const openEmpty = async () => {
    const store = await openTestStore(engine);
    open.push(store);
    return { ...makeAssay(), store };
  };
  const makeAssay = () => ({
    secret: createSecretKey(Buffer.alloc(32, 7)),
    publicUrl,
    testVersions: new TestVersions(),
    timings: defaultTimings,
    outbound: new FakeOutbound(),
    images: new FakeImages(),
    wake: () => undefined,
  });
  const settings = { name: 'Acme', email: 'hiring@acme.example', timeZoneId: zone, apiKey: undefined };

  it('is made once with a key that is told once; later starts know its prefix', async () => {
    const assay = await openEmpty();
    const first = await ensureFirstAccount({ assay, settings });
    expect(first.created).toBe(true);
    const { accountId } = first.context;
    expect(await value(authenticate({ assay, apiKey: first.newKey }))).toMatchObject({ accountId, scopes: new Set(scopes) });
    expect(await tablesWith(assay.store, first.newKey ?? '')).toEqual([]);
    const second = await ensureFirstAccount({ assay, settings: { ...settings, name: 'Renamed' } });
    expect(second).toMatchObject({ created: false, newKey: undefined, keyPrefix: first.keyPrefix, context: { accountId } });
    expect(first.newKey?.startsWith(second.keyPrefix)).toBe(true);
  });

  it('has the notices of its first start; later starts leave them as they are by then', async () => {
    const assay = await openEmpty();
    const notices = { support: 'help@acme.example', privacy: 'https://acme.example/privacy' };
    const { context } = await ensureFirstAccount({ assay, settings: { ...settings, ...notices } });
    const found = () => value(findAccount({ assay, accountId: context.accountId }));
    expect(await found()).toMatchObject(notices);
    await value(updateAccount({ assay, accountId: context.accountId, input: { privacy: null } }));
    await ensureFirstAccount({ assay, settings: { ...settings, support: 'else@acme.example', privacy: 'else' } });
    expect(await found()).toMatchObject({ support: notices.support, privacy: null });
    const unnoticed = await openEmpty();
    const { context: other } = await ensureFirstAccount({ assay: unnoticed, settings });
    expect(await value(findAccount({ assay: unnoticed, accountId: other.accountId }))).toMatchObject({ support: null, privacy: null });
  });

  it("takes the operator's key, at the first start or a later one, and never tells it", async () => {
    const assay = await openEmpty();
    const first = await ensureFirstAccount({ assay, settings: { ...settings, apiKey: 'operator-key-1' } });
    expect(first.newKey).toBeUndefined();
    const later = await ensureFirstAccount({ assay, settings: { ...settings, apiKey: 'operator-key-2' } });
    expect(later.newKey).toBeUndefined();
    for (const apiKey of ['operator-key-1', 'operator-key-2'])
      expect(await value(authenticate({ assay, apiKey }))).toMatchObject({ accountId: first.context.accountId });
    await ensureFirstAccount({ assay, settings: { ...settings, apiKey: 'operator-key-2' } });
    expect((await value(listApiKeys({ ctx: first.context }))).keys).toHaveLength(2);
    for (const apiKey of ['operator-key-1', 'operator-key-2']) expect(await tablesWith(assay.store, apiKey)).toEqual([]);
  });

  it("refuses an operator's key that was revoked, and says which setting", async () => {
    const assay = await openEmpty();
    const { context: ctx } = await ensureFirstAccount({ assay, settings: { ...settings, apiKey: 'operator-key-1' } });
    const [key] = (await value(listApiKeys({ ctx }))).keys;
    await value(revokeApiKey({ ctx, input: { keyId: String(key?.keyId) } }));
    await expect(ensureFirstAccount({ assay, settings: { ...settings, apiKey: 'operator-key-1' } })).rejects.toThrow('ASSAY_API_KEY');
  });

  it.each([undefined, 'operator-key-1'])('processes that start at once make one account (operator key: %s)', async (apiKey) => {
    const assay = await openEmpty();
    const starts = await Promise.all(Array.from({ length: 6 }, () => ensureFirstAccount({ assay, settings: { ...settings, apiKey } })));
    expect(new Set(starts.map(({ context }) => context.accountId)).size).toBe(1);
    expect(starts.filter(({ created }) => created)).toHaveLength(1);
    const [start] = starts;
    if (start !== undefined) expect((await value(listApiKeys({ ctx: start.context }))).keys).toHaveLength(1);
  });
});
