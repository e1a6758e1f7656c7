import { createSecretKey } from 'node:crypto';
import { allGrants, scopes } from '@assay/domain';
import { poolWhenNeeded } from '@assay/runner/testing';
import { type Store, StoreUnavailable } from '@assay/store';
import { openTestStore, type TestStore, testDialects } from '@assay/store/testing';
import { day, hour, publicUrl, zone } from '@assay/testing';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Assay, Context, Outcome } from '../support/context.ts';
import { RenderedVersions } from '../support/rendered-versions.ts';
import { TestVersions } from '../support/test-versions.ts';
import { defaultTimings } from '../support/timings.ts';
import { hashApiKey } from '../support/tokens.ts';
import { FakeFiles } from '../testing/files.ts';
import { FakeImages } from '../testing/images.ts';
import { FakeOutbound } from '../testing/outbound.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { tablesWith } from '../testing/tables.ts';
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './api-keys.ts';
import { listAudit } from './audit.ts';
import { authenticate } from './authenticate.ts';
import { ensureFirstAccount } from './ensure-first-account.ts';
import { createAccount, findAccount, updateAccount } from './manage-accounts.ts';
import { recordUse, usePause } from './record-use.ts';

describe('a look-up of an API key on SQLite', () => {
  const service = useService('sqlite');
  const login = (assay: Assay, apiKey: string) => authenticate({ assay, apiKey });

  it('is shared by the requests with this key of one turn of the event loop, and by no later one', async () => {
    const ctx = await service.mintAccount();
    const mint = async () => (await value(createApiKey({ ctx, input: { body: { name: 'ATS', scopes: ['read'] } } }))).apiKey;
    const [one, other] = [await mint(), await mint()];
    let reads = 0;
    const { store } = service.assay;
    const read: Store['read'] = (work) => {
      reads += 1;
      return store.read(work);
    };
    const assay = { ...service.assay, store: { ...store, read } };
    await Promise.all([one, one, other, one].map((apiKey) => value(login(assay, apiKey))));
    expect(reads).toBe(2);
    await value(login(assay, one));
    expect(reads).toBe(3);
  });

  it('that could not begin is not shared with later requests', async () => {
    const ctx = await service.mintAccount();
    const { apiKey } = await value(createApiKey({ ctx, input: { body: { name: 'ATS', scopes: ['read'] } } }));
    const { store } = service.assay;
    let away = true;
    const read: Store['read'] = async (work) => {
      if (away) throw new StoreUnavailable('away');
      return store.read(work);
    };
    const assay = { ...service.assay, store: { ...store, read } };
    await expect(Promise.all([login(assay, apiKey), login(assay, apiKey)])).rejects.toBeInstanceOf(StoreUnavailable);
    away = false;
    await value(login(assay, apiKey));
  });
});

describe.each(testDialects)('API keys on %s', (engine) => {
  const service = useService(engine);
  const login = (apiKey: string | undefined) => authenticate({ assay: service.assay, apiKey });
  const mintKey = async (body: Record<string, unknown> = { name: 'ATS', scopes: [...scopes] }) => {
    const ctx = await service.mintAccount();
    return { ctx, ...(await value(createApiKey({ ctx, input: { body } }))) };
  };

  it('a key leads to its account and scopes', async () => {
    const { ctx, apiKey, keyId } = await mintKey();
    expect(await value(login(apiKey))).toEqual({
      assay: service.assay,
      accountId: ctx.accountId,
      scopes: new Set(scopes),
      key: { keyId, endsAt: null, name: 'ATS' },
    });
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
    const other = await value(createApiKey({ ctx, input: { body: { name: 'Other', scopes: ['read'] } } }));
    const input = { keyId: String(keyId) };
    const revoked = await value(revokeApiKey({ ctx, input }));
    expect(revoked.revokedAt).not.toBeNull();
    expect((await refusalOf(login(apiKey))).statuscode).toBe('401.1');
    expect(await value(login(other.apiKey))).toMatchObject({ accountId: ctx.accountId });
    service.clock.advance(1000);
    expect(await value(revokeApiKey({ ctx, input }))).toEqual(revoked);
  });

  it('a key that is revoked between two uses is 401.1 in the second, also when both come at once with others', async () => {
    const { ctx, apiKey, keyId } = await mintKey();
    const all = () => Promise.all(Array.from({ length: 20 }, () => statuscodeOf(login(apiKey))));
    expect(new Set(await all())).toEqual(new Set(['200.1']));
    const during = [all()];
    const revoking = revokeApiKey({ ctx, input: { keyId: String(keyId) } }).then((result) => {
      during.push(all());
      return result;
    });
    await value(revoking);
    expect(new Set(await during[1])).toEqual(new Set(['401.1']));
    await during[0];
  });

  it('keys are stored hashed: no table holds the text of one, and lists show its prefix', async () => {
    const { ctx, apiKey, prefix } = await mintKey();
    expect(await tablesWith(service.assay.store, apiKey.slice(prefix.length))).toEqual([]);
    const { keys } = await value(listApiKeys({ ctx }));
    expect(keys).toMatchObject([{ name: 'ATS', prefix, scopes: [...scopes], revokedAt: null }]);
    expect(apiKey.startsWith(prefix)).toBe(true);
    expect(JSON.stringify(keys)).not.toContain(apiKey.slice(prefix.length));
  });

  it.each([
    [{ scopes: ['read'] }, 'name'],
    [{ name: '', scopes: ['read'] }, 'name'],
    [{ name: 'ATS' }, 'scopes'],
    [{ name: 'ATS', scopes: ['root'] }, 'scopes'],
    [{ name: 'ATS', scopes: [] }, 'scopes'],
    [{ name: 'ATS', scopes: ['read'], expiresInDays: 0 }, 'expiresInDays'],
    [{ name: 'ATS', scopes: ['read'], expiresInDays: 3651 }, 'expiresInDays'],
  ])('refuses %j with 400.1 that names %s', async (body, field) => {
    const ctx = await service.mintAccount();
    expect(await refusalOf(createApiKey({ ctx, input: { body } }))).toMatchObject({
      statuscode: '400.1',
      message: expect.stringContaining(field),
    });
    expect((await value(listApiKeys({ ctx }))).keys).toEqual([]);
  });
});

describe.each(testDialects)('a key gives at most what it has, on %s', (engine) => {
  const service = useService(engine);
  const login = (apiKey: string) => authenticate({ assay: service.assay, apiKey });
  const create = (ctx: Context, body: object) => createApiKey({ ctx, input: { body: { name: 'made', ...body } } });

  /** A key of a new account, and the context of calls with it. */
  const holder = async (body: object) => {
    const owner = { ...(await service.mintAccount()), scopes: allGrants };
    const key = await value(create(owner, body));
    return { owner, key, ctx: await value(login(key.apiKey)) };
  };

  it('its last use is recorded once in five minutes, by however many requests', async () => {
    const owner = { ...(await service.mintAccount()), scopes: allGrants };
    const key = await value(create(owner, { scopes: ['read'] }));
    const { store } = service.assay;
    const row = { account_id: owner.accountId, key_id: key.keyId };
    const lastUsed = async () => (await value(listApiKeys({ ctx: owner }))).keys.find(({ keyId }) => keyId === key.keyId)?.lastUsedAt;
    const write = vi.spyOn(store, 'write');
    onTestFinished(() => write.mockRestore());
    const use = (clock: number) => Promise.all(Array.from({ length: 100 }, () => recordUse(store, row, clock)));
    service.clock.advance(usePause);
    await use(1000);
    const first = await lastUsed();
    expect(Date.parse(first ?? '')).toBe(service.clock.now);
    service.clock.advance(hour);
    await use(1000 + usePause - 1);
    expect(await lastUsed()).toBe(first);
    expect(write).toHaveBeenCalledTimes(1);
    await use(1000 + usePause);
    expect(write).toHaveBeenCalledTimes(2);
    expect(Date.parse((await lastUsed()) ?? '')).toBe(service.clock.now);
  });

  it('a use that cannot be recorded disturbs nobody', async () => {
    const away = { write: () => Promise.reject(new Error('away')) } as unknown as typeof service.assay.store;
    await expect(recordUse(away, { account_id: 1, key_id: 1 })).resolves.toBeUndefined();
  });

  // What follows is about neither locks nor SQL.
  if (engine !== 'sqlite') return;

  it('it makes keys with its own scopes or fewer, and others are 403.1 that names what it lacks', async () => {
    const { ctx } = await holder({ scopes: ['read', 'manage'] });
    expect(await value(create(ctx, { scopes: ['read'] }))).toMatchObject({ scopes: ['read'], allScopes: false });
    for (const [wanted, lacks] of [
      [['read', 'invite'], 'invite'],
      [['all'], 'all'],
    ] as const)
      expect(await refusalOf(create(ctx, { scopes: wanted }))).toMatchObject({
        statuscode: '403.1',
        message: expect.stringMatching(`scope ${lacks}$`),
      });
    expect((await value(listApiKeys({ ctx }))).keys).toHaveLength(2);
  });

  it('a key with the three scopes of this version cannot give those of later ones', async () => {
    const { ctx } = await holder({ scopes: [...scopes] });
    expect((await refusalOf(create(ctx, { scopes: ['all'] }))).statuscode).toBe('403.1');
    const { ctx: full } = await holder({ scopes: ['all'] });
    expect(await value(create(full, { scopes: ['all'] }))).toMatchObject({ scopes: [...scopes], allScopes: true });
  });

  it('it rotates itself and its equals, and stronger keys not: the new key would be in its hands', async () => {
    const { owner, ctx, key } = await holder({ scopes: ['manage'] });
    const stronger = await value(create(owner, { scopes: ['invite', 'manage'] }));
    const refusal = await refusalOf(rotateApiKey({ ctx, input: { keyId: String(stronger.keyId) } }));
    expect(refusal).toMatchObject({ statuscode: '403.1', message: expect.stringContaining('invite') });
    expect((await login(stronger.apiKey)).ok).toBe(true);
    expect(await value(rotateApiKey({ ctx, input: { keyId: String(key.keyId) } }))).toMatchObject({ name: 'made', scopes: ['manage'] });
  });

  it('it revokes a stronger key: anyone who sees that a key leaked can end it', async () => {
    const { owner, ctx } = await holder({ scopes: ['manage'] });
    const stronger = await value(create(owner, { scopes: ['all'] }));
    await value(revokeApiKey({ ctx, input: { keyId: String(stronger.keyId) } }));
    expect((await refusalOf(login(stronger.apiKey))).statuscode).toBe('401.1');
  });

  it('it makes no key that outlives it, by creating or by rotating', async () => {
    const { ctx, key } = await holder({ scopes: ['manage'], expiresInDays: 10 });
    for (const body of [{ scopes: ['manage'] }, { scopes: ['manage'], expiresInDays: 11 }])
      expect(await value(create(ctx, body))).toMatchObject({ expiresAt: key.expiresAt });
    const shorter = await value(create(ctx, { scopes: ['manage'], expiresInDays: 9 }));
    expect(Date.parse(shorter.expiresAt ?? '') - service.clock.now).toBe(9 * day);
    const rotated = await value(rotateApiKey({ ctx, input: { keyId: String(shorter.keyId), body: { expiresInDays: 3650 } } }));
    expect(rotated.expiresAt).toBe(key.expiresAt);
  });

  it('in the overlap of its rotation it makes no key that outlives the overlap', async () => {
    const { owner, key } = await holder({ scopes: ['manage'] });
    await value(rotateApiKey({ ctx: owner, input: { keyId: String(key.keyId), body: { overlapHours: 24 } } }));
    const made = await value(create(await value(login(key.apiKey)), { scopes: ['manage'] }));
    expect(Date.parse(made.expiresAt ?? '') - service.clock.now).toBe(day);
  });

  it('rotating keeps the end of the former key, or sets the one that is asked for', async () => {
    const { owner } = await holder({ scopes: ['read'] });
    const former = await value(create(owner, { scopes: ['read'], expiresInDays: 5 }));
    const kept = await value(rotateApiKey({ ctx: owner, input: { keyId: String(former.keyId), body: { overlapHours: 1 } } }));
    expect(kept.expiresAt).toBe(former.expiresAt);
    const later = await value(rotateApiKey({ ctx: owner, input: { keyId: String(kept.keyId), body: { expiresInDays: 30 } } }));
    expect(Date.parse(later.expiresAt ?? '') - service.clock.now).toBe(30 * day);
  });

  it('a key that expired is 401.1 that says so, from its last millisecond on; it cannot be rotated', async () => {
    const { owner, key } = await holder({ scopes: ['read'], expiresInDays: 1 });
    service.clock.advance(day - 1);
    expect((await login(key.apiKey)).ok).toBe(true);
    service.clock.advance(1);
    expect(await refusalOf(login(key.apiKey))).toMatchObject({
      statuscode: '401.1',
      message: expect.stringContaining(`expired at ${key.expiresAt}`),
    });
    expect((await refusalOf(rotateApiKey({ ctx: owner, input: { keyId: String(key.keyId) } }))).statuscode).toBe('409.1');
  });

  it('which of the keys calls is said: it need not be guessed from how they begin', async () => {
    const { ctx, key } = await holder({ scopes: ['manage'] });
    const other = await value(create(ctx, { scopes: ['manage'] }));
    expect((await value(listApiKeys({ ctx }))).keys.map(({ keyId, current }) => [keyId, current])).toEqual([
      [other.keyId, false],
      [key.keyId, true],
    ]);
  });

  it('each change of a key is recorded with the key that made it, the operator as none', async () => {
    const { owner, ctx, key } = await holder({ scopes: ['read', 'manage'] });
    const made = await value(create(ctx, { scopes: ['read'] }));
    const rotated = await value(rotateApiKey({ ctx, input: { keyId: String(made.keyId) } }));
    await value(revokeApiKey({ ctx, input: { keyId: String(rotated.keyId) } }));
    await value(revokeApiKey({ ctx, input: { keyId: String(rotated.keyId) } }));
    const by = { keyId: key.keyId, keyName: 'made' };
    const { entries } = await value(listAudit({ ctx: owner, input: { query: {} } }));
    expect(entries).toMatchObject([
      { ...by, type: 'key.revoked', data: { keyId: rotated.keyId } },
      { ...by, type: 'key.rotated', data: { keyId: rotated.keyId, formerKeyId: made.keyId } },
      { ...by, type: 'key.created', data: { keyId: made.keyId, scopes: ['read'], expiresAt: null } },
      { keyId: null, keyName: null, type: 'key.created', data: { keyId: key.keyId } },
    ]);
    for (const secret of [key.apiKey, made.apiKey, rotated.apiKey]) expect(JSON.stringify(entries)).not.toContain(secret);
  });
});

const operatorKey = 'operator-key-1-0123456789abcdefghij';
const laterKey = 'operator-key-2-0123456789abcdefghij';

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
  const images = new FakeImages();
  const makeAssay = (): Omit<Assay, 'store'> => ({
    secret: createSecretKey(Buffer.alloc(32, 7)),
    publicUrl,
    testVersions: new TestVersions(),
    rendered: new RenderedVersions(),
    timings: defaultTimings,
    outbound: new FakeOutbound(),
    images,
    files: new FakeFiles(images),
    cleanFile: (_, read) => read(),
    runner: poolWhenNeeded,
    wake: () => undefined,
  });
  const settings = { name: 'Acme', email: 'hiring@acme.example', timeZoneId: zone, apiKey: undefined };

  it('is made once with a key that is told once; later starts know its prefix', async () => {
    const assay = await openEmpty();
    const first = await ensureFirstAccount({ assay, settings });
    expect(first.created).toBe(true);
    const { accountId } = first.context;
    expect(await value(authenticate({ assay, apiKey: first.newKey }))).toMatchObject({ accountId, scopes: allGrants });
    expect(await tablesWith(assay.store, first.newKey ?? '')).toEqual([]);
    const second = await ensureFirstAccount({ assay, settings: { ...settings, name: 'Renamed' } });
    expect(second).toMatchObject({ created: false, newKey: undefined, keyPrefix: first.keyPrefix, context: { accountId } });
    expect(first.newKey?.startsWith(second.keyPrefix)).toBe(true);
    expect(second.keyScopes).toEqual(['read', 'invite', 'manage', 'read-answers', 'grade']);
  });

  it('tells a later start its strongest key that can still be used, and the scopes of that', async () => {
    const assay = await openEmpty();
    const { context } = await ensureFirstAccount({ assay, settings });
    const ctx = context;
    const weak = await value(createApiKey({ ctx, input: { body: { name: 'reads', scopes: ['read'] } } }));
    const strong = await value(createApiKey({ ctx, input: { body: { name: 'invites', scopes: ['read', 'invite'] } } }));
    const first = (await value(listApiKeys({ ctx }))).keys.find(({ name }) => name === 'first key');
    await value(revokeApiKey({ ctx, input: { keyId: String(first?.keyId) } }));
    expect(await ensureFirstAccount({ assay, settings })).toMatchObject({ keyPrefix: strong.prefix, keyScopes: ['read', 'invite'] });
    await value(revokeApiKey({ ctx, input: { keyId: String(strong.keyId) } }));
    expect(await ensureFirstAccount({ assay, settings })).toMatchObject({ keyPrefix: weak.prefix, keyScopes: ['read'] });
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
    const first = await ensureFirstAccount({ assay, settings: { ...settings, apiKey: operatorKey } });
    expect(first.newKey).toBeUndefined();
    const later = await ensureFirstAccount({ assay, settings: { ...settings, apiKey: laterKey } });
    expect(later.newKey).toBeUndefined();
    for (const apiKey of [operatorKey, laterKey])
      expect(await value(authenticate({ assay, apiKey }))).toMatchObject({ accountId: first.context.accountId });
    await ensureFirstAccount({ assay, settings: { ...settings, apiKey: laterKey } });
    expect((await value(listApiKeys({ ctx: first.context }))).keys).toHaveLength(2);
    for (const apiKey of [operatorKey, laterKey]) expect(await tablesWith(assay.store, apiKey)).toEqual([]);
  });

  it.each([
    ['revoked', (ctx: Context, keyId: string): Outcome<unknown> => revokeApiKey({ ctx, input: { keyId } })],
    ['rotated', (ctx: Context, keyId: string): Outcome<unknown> => rotateApiKey({ ctx, input: { keyId, body: { overlapHours: 0 } } })],
  ] as const)("starts with an operator's key that was %s meanwhile, says so, and does not bring it back", async (_, end) => {
    const assay = await openEmpty();
    const start = () => ensureFirstAccount({ assay, settings: { ...settings, apiKey: operatorKey } });
    const { context: ctx, endedKey } = await start();
    expect(endedKey).toBe(false);
    const [key] = (await value(listApiKeys({ ctx }))).keys;
    expect(await statuscodeOf(end(ctx, String(key?.keyId)))).toBe('200.1');
    const { keys } = await value(listApiKeys({ ctx }));
    expect(await start()).toMatchObject({ endedKey: true, created: false, newKey: undefined });
    expect((await value(listApiKeys({ ctx }))).keys).toEqual(keys);
    expect(await statuscodeOf(authenticate({ assay, apiKey: operatorKey }))).toBe('401.1');
  });

  it("refuses an operator's key that another account has, and says which setting", async () => {
    const assay = await openEmpty();
    await ensureFirstAccount({ assay, settings });
    const { apiKey } = await createAccount({ assay, input: { name: 'B', email: 'b@acme.example', timeZoneId: zone } });
    await expect(ensureFirstAccount({ assay, settings: { ...settings, apiKey } })).rejects.toThrow('ASSAY_API_KEY');
  });

  it.each([undefined, operatorKey])('processes that start at once make one account (operator key: %s)', async (apiKey) => {
    const assay = await openEmpty();
    const starts = await Promise.all(Array.from({ length: 6 }, () => ensureFirstAccount({ assay, settings: { ...settings, apiKey } })));
    expect(new Set(starts.map(({ context }) => context.accountId)).size).toBe(1);
    expect(starts.filter(({ created }) => created)).toHaveLength(1);
    const [start] = starts;
    if (start !== undefined) expect((await value(listApiKeys({ ctx: start.context }))).keys).toHaveLength(1);
  });

  it('every first key has every scope, those of later versions too: made, given, or of another account', async () => {
    const assay = await openEmpty();
    const first = await ensureFirstAccount({ assay, settings });
    const { apiKey } = await createAccount({ assay, input: { name: 'B', email: 'b@acme.example', timeZoneId: zone } });
    await ensureFirstAccount({ assay, settings: { ...settings, apiKey: operatorKey } });
    for (const key of [first.newKey, operatorKey, apiKey])
      expect(await value(authenticate({ assay, apiKey: key }))).toMatchObject({ scopes: allGrants });
  });

  it('shows 12 characters of a key that it made, and 6 of one that the operator chose', async () => {
    const assay = await openEmpty();
    const { newKey = '', keyPrefix } = await ensureFirstAccount({ assay, settings });
    expect(keyPrefix).toBe(newKey.slice(0, 12));
    expect(await ensureFirstAccount({ assay, settings: { ...settings, apiKey: operatorKey } })).toMatchObject({ keyPrefix: 'operat' });
  });

  it('makes another first key when the ones that there are have expired', async () => {
    const assay = await openEmpty();
    const { context } = await ensureFirstAccount({ assay, settings });
    await assay.store.write((tx) =>
      tx.kysely.updateTable('api_keys').set({ expires_at: 1 }).where('account_id', '=', context.accountId).execute(),
    );
    expect((await ensureFirstAccount({ assay, settings })).newKey).toMatch(/^assay_/);
  });
});
