import { type OperationName, operations, type Scope, scopes } from '@assay/domain';
import { somebody } from '@assay/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { api } from '../api.ts';
import { value } from '../testing/outcomes.ts';
import { keepImages } from '../testing/proctoring.ts';
import { openFileReview, openReview } from '../testing/reviews.ts';
import { useService } from '../testing/service.ts';
import { smallestQuery } from '../testing/smallest-bodies.ts';
import type { Context, Outcome } from './context.ts';

const isRead = (name: OperationName): boolean => operations[name].repeat === 'freely';
/** Reads first: a reset leaves them nothing to show. */
const names = (Object.keys(operations) as OperationName[]).sort((one, other) => Number(isRead(other)) - Number(isRead(one)));
const service = useService();

/** An account with everything in it: a completed, reported and delivered attempt with images, a mail, a reset and a reattempt. */
const mint = async () => {
  const { ctx, testId } = await service.mint({ key: 'everything' });
  const testLinkId = await service.createLink(ctx, testId, { emailToStakeholder: 'boss@acme.example' });
  const invited = await service.registerByLink(ctx, { testId, testLinkId }, { ...somebody(), callbackURL: 'https://ats.example/done' });
  const { deliveryId } = await value(api.sendInvitationEmail({ ctx, input: { testInvitationId: invited.id } }));
  await service.complete(invited.candidate);
  await service.generate();
  await service.deliver();
  await service.invite(ctx, testId, 'Reset');
  const [imageId = ''] = await keepImages(service, ctx, invited, 1);
  const { keyId } = await value(api.createApiKey({ ctx, input: { body: { name: 'ATS', scopes: ['read'] } } }));
  const reviewId = await openReview(service, ctx);
  await value(api.updateAccount({ ctx, input: { body: { logo: 'AAAA' } } }));
  const ids = { testId, testLinkId, testInvitationId: invited.id, keyId: String(keyId), deliveryId: String(deliveryId), imageId, reviewId };
  return { ctx, ids };
};

/** Reads too what a file is written from. */
const textOf = async (result: Awaited<Outcome<unknown>>): Promise<string> => {
  const { candidates } = (result.ok ? result.value : {}) as { candidates?: () => AsyncIterable<unknown> };
  const walked: unknown[] = [];
  if (typeof candidates === 'function') for await (const candidate of candidates()) walked.push(candidate);
  return JSON.stringify([result, walked]);
};

const takeToken = /\/take\/[\w.-]+/;
const accessKey = /\b[tl][0-9a-z]+-[2-9b-z]{12}\b/;

describe('what opens a test', () => {
  let owner: Awaited<ReturnType<typeof mint>>;
  let ofFile: object;
  beforeAll(async () => {
    owner = await mint();
    ofFile = { ...(await openFileReview(service, owner.ctx)), questionId: '1' };
  });

  const bodies: { readonly [Name in OperationName]?: unknown } = {
    createApiKey: { name: 'ATS', scopes: ['manage'] },
    duplicateTest: {},
    giveExtraTime: { minutes: 5 },
    gradeReview: { marks: [0] },
    regradeTest: {},
    sendSampleCallback: { url: 'https://ats.example/done' },
    setTestStatus: { status: 'Active' },
    updateLinkSettings: { confirmEmail: 1 },
    updateAccount: { support: 'help@acme.example' },
  };
  const call = (name: OperationName, ctx: Context, body = bodies[name]): Outcome<unknown> => {
    const run = api[name] as (call: { ctx: Context; input: object }) => Outcome<unknown>;
    const ids = name === 'getReviewFile' || name === 'getAnswerFile' ? { ...owner.ids, ...ofFile } : owner.ids;
    return run({ ctx, input: { ...ids, query: smallestQuery(name, owner.ids.testInvitationId), body } });
  };
  const limitedTo = (...granted: Scope[]): Context => ({ ...owner.ctx, scopes: new Set(granted) });

  it('is in the responses of a key with all scopes, so that the tests below search for the right thing', async () => {
    expect(await textOf(await call('getTestLink', owner.ctx))).toMatch(accessKey);
    expect(await textOf(await call('getManagedTest', owner.ctx))).toMatch(accessKey);
    expect(await textOf(await call('getInvitation', owner.ctx))).toMatch(takeToken);
  });

  it.each(names.filter((name) => operations[name].scope !== 'invite'))('%s shows none of it to a key without invite', async (name) => {
    const file = name === 'importTest' || name === 'previewRegrade' ? await value(call('exportTest', owner.ctx)) : undefined;
    const result = await call(name, limitedTo(...scopes.filter((scope) => scope !== 'invite')), file);
    expect(result).toMatchObject({ ok: true });
    const text = await textOf(result);
    expect(text).not.toMatch(takeToken);
    expect(text).not.toMatch(accessKey);
  });

  it.each([
    ['listTests', { tests: [{ accessKey: null }, { accessKey: null }] }],
    ['getTest', { accessKey: null }],
    ['getTestLink', { testLinkAccessKey: null }],
    ['listTestLinks', { testLinks: [{ testLinkAccessKey: null }] }],
    ['listManagedTests', { tests: [{ accessKey: null }, { accessKey: null }] }],
    ['getManagedTest', { accessKey: null }],
    ['listInvitations', { invitations: [{ takeTestURL: null }, { takeTestURL: null }] }],
    ['getInvitation', { takeTestURL: null }],
    ['getInvitationTimeline', { invitation: { takeTestURL: null } }],
  ] as const)('%s has the field all the same, null', async (name, expected) => {
    const { ctx, ids } = await mint();
    const run = api[name] as (call: { ctx: Context; input: object }) => Outcome<unknown>;
    const shown = await value(run({ ctx: { ...ctx, scopes: new Set(['read']) }, input: { ...ids, query: {} } }));
    expect(shown).toMatchObject(expected);
  });

  it('a response stored for an Idempotency-Key is shown to each key as far as it may see, first to the lesser or to the greater', async () => {
    for (const [first, second] of [
      [owner.ctx, limitedTo('manage')],
      [limitedTo('manage'), owner.ctx],
    ] as const) {
      const { ids } = await mint();
      const duplicate = (ctx: Context) =>
        value(api.duplicateTest({ ctx: { ...ctx, idempotencyKey: ids.testInvitationId }, input: { testId: owner.ids.testId } }));
      const [one, other] = [await duplicate(first), await duplicate(second)];
      expect(other.testId).toBe(one.testId);
      expect([one, other].filter((copy) => copy.accessKey === null)).toHaveLength(1);
      expect((first === owner.ctx ? one : other).accessKey).toMatch(accessKey);
    }
  });
});
