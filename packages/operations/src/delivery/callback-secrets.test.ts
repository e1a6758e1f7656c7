import { formatInstant, type Scope, scopes } from '@assay/domain';
import { testDialects } from '@assay/store/testing';
import { hour, second } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import type { Context } from '../support/context.ts';
import { mintDue } from '../testing/deliveries.ts';
import { newReceiver } from '../testing/outbound.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { tablesWith } from '../testing/tables.ts';
import { listCallbackSecrets, rotateCallbackSecret } from './callback-secrets.ts';
import { sendSampleCallback } from './send-sample-callback.ts';

describe.each(testDialects)('callback secrets on %s', (engine) => {
  const service = useService(engine);
  const list = async (ctx: Context) => (await value(listCallbackSecrets({ ctx }))).secrets;
  const rotate = async (ctx: Context, body: unknown = {}) => (await value(rotateCallbackSecret({ ctx, input: { body } }))).secrets;
  const texts = (secrets: readonly { secret: string }[]) => secrets.map(({ secret }) => secret);
  /** What a callback is signed with at this moment. */
  const signing = async (ctx: Context) => {
    const { host, url } = newReceiver();
    await value(sendSampleCallback({ ctx, input: { body: { url } } }));
    return service.outbound.callbacksTo(host)[0]?.secrets;
  };

  it('an account gets its secret when it is first asked for: whsec_ and base64 of 32 bytes, the same ever after', async () => {
    const ctx = await service.mintAccount();
    const secrets = await list(ctx);
    expect(secrets).toEqual([{ secret: expect.stringMatching(/^whsec_/), createdAt: formatInstant(service.clock.now), expiresAt: null }]);
    const [, base64 = ''] = /^whsec_(.*)$/.exec(secrets[0]?.secret ?? '') ?? [];
    expect(Buffer.from(base64, 'base64')).toHaveLength(32);
    expect(Buffer.from(base64, 'base64').toString('base64')).toBe(base64);
    service.clock.advance(1000 * hour);
    expect(await list(ctx)).toEqual(secrets);
    expect(await signing(ctx)).toEqual(texts(secrets));
  });

  it('at most 20 sign at a time; a rotation that ends the earlier ones is never refused', async () => {
    const ctx = await service.mintAccount();
    for (let count = 0; count < 20; count += 1) await rotate(ctx, { overlapHours: 1 });
    expect(await refusalOf(rotateCallbackSecret({ ctx, input: { body: { overlapHours: 1 } } }))).toMatchObject({
      statuscode: '409.1',
      message: expect.stringContaining('20 callback secrets'),
    });
    expect(await list(ctx)).toHaveLength(20);
    expect(await rotate(ctx, { overlapHours: 0 })).toHaveLength(1);
  });

  it('asked for by many at once, it is made once', async () => {
    const ctx = await service.mintAccount();
    const answers = await Promise.all(Array.from({ length: 12 }, () => list(ctx)));
    expect(new Set(answers.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
    expect(await list(ctx)).toHaveLength(1);
  });

  it('is made by the first callback when nobody has asked for it before', async () => {
    const { ctx, receiver } = await mintDue(service);
    await service.deliver();
    expect(service.outbound.callbacksTo(receiver.host)).toMatchObject([{ secrets: texts(await list(ctx)) }]);
  });

  it('rotations at once each make a secret', async () => {
    const ctx = await service.mintAccount();
    const made = await Promise.all(Array.from({ length: 5 }, () => rotate(ctx, { overlapHours: 1 })));
    expect(new Set(made.map(([newest]) => newest?.secret)).size).toBe(5);
    expect(await list(ctx)).toHaveLength(5);
  });

  it('rotated: both sign until the overlap ends, the new one first, then only the new one', async () => {
    const ctx = await service.mintAccount();
    const [old] = await list(ctx);
    service.clock.advance(second);
    const rotated = await rotate(ctx, { overlapHours: 2 });
    expect(rotated).toEqual([
      { secret: expect.stringMatching(/^whsec_/), createdAt: formatInstant(service.clock.now), expiresAt: null },
      { ...old, expiresAt: formatInstant(service.clock.now + 2 * hour) },
    ]);
    expect(rotated[0]?.secret).not.toBe(old?.secret);
    expect((await value(listCallbackSecrets({ ctx }))).current).toBe(rotated[0]?.secret);
    service.clock.advance(2 * hour - 1);
    expect(await list(ctx)).toEqual(rotated);
    expect(await signing(ctx)).toEqual(texts(rotated));
    service.clock.advance(1);
    expect(await list(ctx)).toEqual(rotated.slice(0, 1));
    expect(await signing(ctx)).toEqual(texts(rotated.slice(0, 1)));
  });

  it.each([[undefined], [null], [{}]])('the overlap is 24 h unless told (%j)', async (body) => {
    const ctx = await service.mintAccount();
    await list(ctx);
    expect((await rotate(ctx, body))[1]?.expiresAt).toBe(formatInstant(service.clock.now + 24 * hour));
  });

  it('overlapHours 0: the old one signs no more, nor does an earlier one', async () => {
    const ctx = await service.mintAccount();
    await list(ctx);
    await rotate(ctx, { overlapHours: 100 });
    const rotated = await rotate(ctx, { overlapHours: 0 });
    expect(rotated).toHaveLength(1);
    expect(await signing(ctx)).toEqual(texts(rotated));
  });

  it('a longer overlap does not prolong the end that an earlier secret has', async () => {
    const ctx = await service.mintAccount();
    await list(ctx);
    const end = formatInstant(service.clock.now + hour);
    await rotate(ctx, { overlapHours: 1 });
    const rotated = await rotate(ctx, { overlapHours: 10 });
    expect(rotated.map(({ expiresAt }) => expiresAt)).toEqual([null, formatInstant(service.clock.now + 10 * hour), end]);
    service.clock.advance(hour);
    expect(await list(ctx)).toHaveLength(2);
  });

  it('rotated before anybody asked: there is one', async () => {
    const ctx = await service.mintAccount();
    expect(await rotate(ctx)).toHaveLength(1);
  });

  it('many rotations at once leave one secret in use', async () => {
    const ctx = await service.mintAccount();
    await list(ctx);
    await Promise.all(Array.from({ length: 6 }, () => rotate(ctx)));
    expect((await list(ctx)).filter(({ expiresAt }) => expiresAt === null)).toHaveLength(1);
  });

  it.each([-1, 721, 1.5, '24', 'soon'])('overlapHours %j is 400.1 and rotates nothing', async (overlapHours) => {
    const ctx = await service.mintAccount();
    const before = await list(ctx);
    const refusal = await refusalOf(rotateCallbackSecret({ ctx, input: { body: { overlapHours } } }));
    expect(refusal).toMatchObject({ statuscode: '400.1', message: expect.stringContaining('overlapHours') });
    expect(await list(ctx)).toEqual(before);
  });

  it('an Idempotency-Key rotates once; the answer kept for it gives no secret away', async () => {
    const ctx = await service.mintAccount();
    await list(ctx);
    const keyed = { ...ctx, idempotencyKey: 'rotate-1' };
    const first = await rotate(keyed);
    expect(await rotate(keyed)).toEqual(first);
    expect(await list(ctx)).toEqual(first);
    expect(await statuscodeOf(rotateCallbackSecret({ ctx: keyed, input: { body: { overlapHours: 1 } } }))).toBe('409.1');
  });

  it('accounts have secrets of their own, and rotate only those', async () => {
    const one = await service.mintAccount();
    const two = await service.mintAccount();
    const before = await list(two);
    expect(texts(await list(one))).not.toEqual(texts(before));
    await rotate(one);
    expect(await list(two)).toEqual(before);
    expect(await signing(two)).toEqual(texts(before));
  });

  it('no secret can be read in the database', async () => {
    const { ctx } = await mintDue(service);
    await list(ctx);
    await service.deliver();
    for (const { secret } of await rotate({ ...ctx, idempotencyKey: 'sealed' })) {
      const base64 = secret.slice('whsec_'.length);
      const forms = [secret, base64, Buffer.from(base64, 'base64').toString('base64url'), Buffer.from(base64, 'base64').toString('hex')];
      for (const form of forms) expect(await tablesWith(service.assay.store, form)).toEqual([]);
    }
  });

  it.each(scopes.filter((scope) => scope !== 'manage'))('are not told to a key with the scope %s', async (scope: Scope) => {
    const ctx = { ...(await service.mintAccount()), scopes: new Set([scope]) };
    expect(await statuscodeOf(listCallbackSecrets({ ctx }))).toBe('403.1');
    expect(await statuscodeOf(rotateCallbackSecret({ ctx, input: { body: {} } }))).toBe('403.1');
  });
});
