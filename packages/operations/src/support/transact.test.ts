import { testDialects } from '@assay/store/testing';
import { day, somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { createApiKey } from '../account/api-keys.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import { listInvitations } from '../invitation/list-invitations.ts';
import { reattemptInvitation } from '../invitation/reattempt-invitation.ts';
import { registerCandidate } from '../invitation/register-candidate.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { tokenOf, useService } from '../testing/service.ts';
import { tablesWith } from '../testing/tables.ts';
import type { Context } from './context.ts';
import { forgetIdempotencyKeys } from './forget-idempotency-keys.ts';

describe.each(testDialects)('Idempotency-Key on %s', (engine) => {
  const service = useService(engine);
  const keyed = (ctx: Context, idempotencyKey = 'key-1'): Context => ({ ...ctx, idempotencyKey });
  const reattempt = (ctx: Context, testInvitationId: string) => reattemptInvitation({ ctx, input: { testInvitationId } });
  const countOf = async (ctx: Context, testId: string) =>
    (await value(listInvitations({ ctx, input: { testId, query: {} } }))).invitations.length;

  it('reattempt: a repeated call with the key answers the same and makes no other invitation', async () => {
    const { ctx, testId } = await service.mint();
    const { id } = await service.invite(ctx, testId, 'Completed');
    const first = await value(reattempt(keyed(ctx), id));
    service.clock.advance(1000);
    expect(await value(reattempt(keyed(ctx), id))).toEqual(first);
    expect(await countOf(ctx, testId)).toBe(2);
    expect(await value(reattempt(keyed(ctx, 'key-2'), id))).not.toEqual(first);
    expect(await countOf(ctx, testId)).toBe(3);
  });

  it('ten calls at once with one key are one request', async () => {
    const { ctx, testId } = await service.mint();
    const { id } = await service.invite(ctx, testId, 'Completed');
    const answers = await Promise.all(Array.from({ length: 10 }, () => value(reattempt(keyed(ctx), id))));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await countOf(ctx, testId)).toBe(2);
  });

  it('of ten calls at once with one key and different requests one is done and the others are 409.1', async () => {
    const { ctx, testId } = await service.mint();
    const codes = await Promise.all(
      Array.from({ length: 10 }, () => statuscodeOf(registerCandidate({ ctx: keyed(ctx), input: { testId, body: somebody() } }))),
    );
    expect(codes.sort()).toEqual(['200.1', ...Array.from({ length: 9 }, () => '409.1')]);
    expect(await countOf(ctx, testId)).toBe(1);
  });

  it('the key with another request is 409.1, naming the header, and does nothing', async () => {
    const { ctx, testId } = await service.mint();
    const one = await service.invite(ctx, testId, 'Completed');
    const two = await service.invite(ctx, testId, 'Completed');
    const first = await value(reattempt(keyed(ctx), one.id));
    const others = [
      reattempt(keyed(ctx), two.id),
      resetInvitation({ ctx: keyed(ctx), input: { testInvitationId: one.id } }),
      registerCandidate({ ctx: keyed(ctx), input: { testId, body: somebody() } }),
    ];
    for (const other of others) {
      const refusal = await refusalOf(other);
      expect(refusal.statuscode).toBe('409.1');
      expect(refusal.message).toContain('Idempotency-Key');
    }
    expect(await countOf(ctx, testId)).toBe(3);
    expect(await value(reattempt(keyed(ctx), one.id))).toEqual(first);
  });

  it('a refusal is not remembered: the same call may succeed later', async () => {
    const { ctx, testId } = await service.mint();
    const { id, candidate } = await service.invite(ctx, testId);
    expect(await statuscodeOf(reattempt(keyed(ctx), id))).toBe('403.4');
    await service.complete(candidate);
    const first = await value(reattempt(keyed(ctx), id));
    expect(await value(reattempt(keyed(ctx), id))).toEqual(first);
  });

  it('a refusal leaves the key free for another request', async () => {
    const { ctx, testId } = await service.mint();
    const { id } = await service.invite(ctx, testId);
    expect(await statuscodeOf(reattempt(keyed(ctx), id))).toBe('403.4');
    expect(await statuscodeOf(registerCandidate({ ctx: keyed(ctx), input: { testId, body: somebody() } }))).toBe('200.1');
  });

  it('is remembered for 24 h', async () => {
    const { ctx, testId } = await service.mint();
    const { id } = await service.invite(ctx, testId, 'Completed');
    const first = await value(reattempt(keyed(ctx), id));
    service.clock.advance(day - 1);
    await forgetIdempotencyKeys({ assay: service.assay });
    expect(await value(reattempt(keyed(ctx), id))).toEqual(first);
    service.clock.advance(2);
    expect(await value(reattempt(keyed(ctx), id))).not.toEqual(first);
  });

  it('keys past their 24 h are dropped', async () => {
    const { ctx, testId } = await service.mint();
    await value(registerCandidate({ ctx: keyed(ctx, 'to-be-forgotten'), input: { testId, body: somebody() } }));
    expect(await tablesWith(service.assay.store, 'to-be-forgotten')).toEqual(['idempotency_keys']);
    service.clock.advance(day + 1);
    await forgetIdempotencyKeys({ assay: service.assay });
    expect(await tablesWith(service.assay.store, 'to-be-forgotten')).toEqual([]);
  });

  it("is the account's own: another account's request with the same key is another request", async () => {
    const one = await service.mint();
    const two = await service.mint();
    for (const { ctx, testId } of [one, two]) {
      await value(registerCandidate({ ctx: keyed(ctx), input: { testId, body: somebody() } }));
      expect(await countOf(ctx, testId)).toBe(1);
    }
  });

  it('an API key is made again each time: its answer holds the key, and keys are kept nowhere', async () => {
    const ctx = await service.mintAccount();
    const make = () => value(createApiKey({ ctx: keyed(ctx), input: { body: { name: 'ATS', scopes: ['read'] } } }));
    const [first, second] = [await make(), await make()];
    expect(second.apiKey).not.toBe(first.apiKey);
  });

  it('nothing in the database gives a take URL away, also not the answers kept for a key', async () => {
    const { ctx, testId } = await service.mint();
    const person = somebody();
    const { takeTestURL, testInvitationId } = await value(registerCandidate({ ctx: keyed(ctx, 'a'), input: { testId, body: person } }));
    const testInvitation = String(testInvitationId);
    await service.complete(service.candidateOf(takeTestURL));
    const reattempted = await value(reattempt(keyed(ctx, 'b'), testInvitation));
    const other = await value(registerCandidate({ ctx, input: { testId, body: somebody() } }));
    await service.complete(service.candidateOf(other.takeTestURL));
    const reset = await value(resetInvitation({ ctx: keyed(ctx, 'c'), input: { testInvitationId: String(other.testInvitationId) } }));
    for (const url of [takeTestURL, reattempted.takeTestURL, reset.takeTestURL]) {
      const signature = tokenOf(String(url)).split('.').at(-1) ?? '';
      expect(signature).toHaveLength(24);
      expect(await tablesWith(service.assay.store, signature)).toEqual([]);
    }
  });
});
