import { minute, zone } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { startAttempt } from '../attempt/start-attempt.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { createTestLink } from './create-test-link.ts';
import { getTestLink, listTestLinks } from './read-test-links.ts';
import { updateTestLink } from './update-test-link.ts';

const anytime = { testLinkName: 'Spring', accessTime: 0, timeZoneId: zone };
const bounded = { ...anytime, accessTime: 1, startDateTime: '2026-03-01T08:00:00', endDateTime: '2026-03-09T17:30:00' };

describe('test links', () => {
  const service = useService();
  const create = (ctx: Context, testId: string, body: unknown) => createTestLink({ ctx, input: { testId, body } });
  const get = (ctx: Context, testId: string, testLinkId: number | string) =>
    value(getTestLink({ ctx, input: { testId, testLinkId: String(testLinkId) } }));

  /** Create and update share fields, defaults and rules (api-v2 §4.4). */
  const both = [
    ['create', (ctx: Context, testId: string, body: unknown) => create(ctx, testId, body)],
    [
      'update',
      async (ctx: Context, testId: string, body: unknown) => {
        const before = {
          ...bounded,
          inviteCandidateOnly: 1,
          imageProctoring: 1,
          emailToStakeholder: 'before@acme.example',
          testLinkStatus: 3,
          timeZoneId: 4,
        };
        const { testLinkId } = await value(create(ctx, testId, before));
        return updateTestLink({ ctx, input: { testId, testLinkId: String(testLinkId), body } });
      },
    ],
  ] as const;

  describe.each(both)('%s', (_, write) => {
    it('api-v2 §4.3: what is omitted takes the documented defaults, the email that of the account', async () => {
      const { ctx, testId } = await service.mint();
      const link = await value(write(ctx, testId, anytime));
      expect(link).toEqual({
        testLinkId: expect.any(Number),
        testId: Number(testId),
        testLinkName: 'Spring',
        testLinkAccessKey: expect.stringMatching(/^\S{10,}$/),
        accessTime: 0,
        startDateTime: null,
        endDateTime: null,
        timeZoneId: zone,
        inviteCandidateOnly: 0,
        imageProctoring: 0,
        emailToStakeholder: 'hiring@acme.example',
        testLinkStatus: 1,
      });
      expect(await get(ctx, testId, link.testLinkId)).toEqual(link);
    });

    it.each([null, ''])('emailToStakeholder %j means none', async (emailToStakeholder) => {
      const { ctx, testId } = await service.mint();
      const link = await value(write(ctx, testId, { ...anytime, emailToStakeholder }));
      expect(link.emailToStakeholder).toBeNull();
      expect(await get(ctx, testId, link.testLinkId)).toEqual(link);
    });

    it('keeps what is sent, numbers also as text', async () => {
      const { ctx, testId } = await service.mint();
      const flags = { inviteCandidateOnly: 1, imageProctoring: '1', emailToStakeholder: 'boss@acme.example', testLinkStatus: '3' };
      const link = await value(write(ctx, testId, { ...bounded, ...flags, accessTime: '2' }));
      expect(link).toMatchObject({
        accessTime: 2,
        startDateTime: '2026-03-01T08:00:00',
        endDateTime: '2026-03-09T17:30:00',
        inviteCandidateOnly: 1,
        imageProctoring: 1,
        emailToStakeholder: 'boss@acme.example',
        testLinkStatus: 3,
      });
      expect(await get(ctx, testId, link.testLinkId)).toEqual(link);
    });

    it('api-v2 §4.3 Rule 1, §4.4: with accessTime 0 the dates are not needed and come back null, also empty strings or others', async () => {
      const { ctx, testId } = await service.mint();
      for (const sent of [
        { startDateTime: '', endDateTime: '' },
        { startDateTime: null, endDateTime: null },
        { ...bounded, accessTime: 0 },
      ]) {
        const link = await value(write(ctx, testId, { ...anytime, ...sent, accessTime: 0 }));
        expect(link).toMatchObject({ accessTime: 0, startDateTime: null, endDateTime: null });
        expect(await get(ctx, testId, link.testLinkId)).toEqual(link);
      }
    });

    it.each([1, 2])('api-v2 §4.3 Rules 2, 3: accessTime %i needs both dates', async (accessTime) => {
      const { ctx, testId } = await service.mint();
      for (const field of ['startDateTime', 'endDateTime'])
        for (const blank of [undefined, null, '']) {
          const refusal = await refusalOf(write(ctx, testId, { ...bounded, accessTime, [field]: blank }));
          expect(refusal.statuscode).toBe('400.1');
          expect(refusal.message).toContain(field);
        }
    });

    it.each([1, 2])('accessTime %i needs its dates in order', async (accessTime) => {
      const { ctx, testId } = await service.mint();
      for (const endDateTime of [bounded.startDateTime, '2026-02-28T23:59:59']) {
        const refusal = await refusalOf(write(ctx, testId, { ...bounded, accessTime, endDateTime }));
        expect(refusal.statuscode).toBe('400.1');
        expect(refusal.message).toContain('endDateTime');
      }
    });

    it('dates are accepted with and without fraction and Z, and sent as YYYY-MM-DDTHH:MM:SS', async () => {
      const { ctx, testId } = await service.mint();
      const sent = { startDateTime: '2026-03-01T08:00:00.000Z', endDateTime: '2026-03-09T17:30:00Z' };
      expect(await value(write(ctx, testId, { ...bounded, ...sent }))).toMatchObject({
        startDateTime: '2026-03-01T08:00:00',
        endDateTime: '2026-03-09T17:30:00',
      });
    });

    it.each(['testLinkName', 'accessTime', 'timeZoneId'])(
      'names the missing %s in a 400.1: its default only prefills forms',
      async (field) => {
        const { ctx, testId } = await service.mint();
        for (const blank of [undefined, null, '']) {
          const refusal = await refusalOf(write(ctx, testId, { ...anytime, [field]: blank }));
          expect(refusal.statuscode).toBe('400.1');
          expect(refusal.message).toContain(field);
        }
      },
    );

    it.each([
      ['accessTime', 3],
      ['timeZoneId', 9999],
      ['timeZoneId', -1],
      ['timeZoneId', 1.5],
      ['inviteCandidateOnly', 2],
      ['imageProctoring', -1],
      ['testLinkStatus', 2],
      ['emailToStakeholder', 'nobody'],
      ['testLinkName', 'x'.repeat(201)],
    ])('refuses %s %j with 400.1 naming it', async (field, sent) => {
      const { ctx, testId } = await service.mint();
      const refusal = await refusalOf(write(ctx, testId, { ...anytime, [field]: sent }));
      expect(refusal.statuscode).toBe('400.1');
      expect(refusal.message).toContain(field);
    });

    it('reads field names without regard to case and ignores unknown fields', async () => {
      const { ctx, testId } = await service.mint();
      const link = await value(write(ctx, testId, { TESTLINKNAME: 'Loud', accesstime: 0, TimeZoneID: zone, colour: 'blue' }));
      expect(link).toMatchObject({ testLinkName: 'Loud', timeZoneId: zone });
    });
  });

  it('update replaces the link; its id, test and access key stay', async () => {
    const { ctx, testId } = await service.mint();
    const before = await value(create(ctx, testId, bounded));
    const input = { testId, testLinkId: String(before.testLinkId), body: { ...anytime, testLinkName: 'Autumn' } };
    const after = await value(updateTestLink({ ctx, input }));
    const { testLinkId, testLinkAccessKey } = before;
    expect(after).toMatchObject({ testLinkId, testLinkAccessKey, testLinkName: 'Autumn', accessTime: 0, startDateTime: null });
  });

  it('api-v2 §3.2: a link moves 1 to 3 and 3 to 1 by update, and staying is no fault', async () => {
    const { ctx, testId } = await service.mint();
    const testLinkId = await service.createLink(ctx, testId);
    for (const testLinkStatus of [3, 3, 1, 1])
      expect(await value(updateTestLink({ ctx, input: { testId, testLinkId, body: { ...anytime, testLinkStatus } } }))).toMatchObject({
        testLinkStatus,
      });
  });

  it('an update closes or opens a link at once for who has not started', async () => {
    const { ctx, testId, testLinkId, candidate } = await service.inviteByLink({ testLinkStatus: 1 });
    await value(updateTestLink({ ctx, input: { testId, testLinkId, body: { ...anytime, testLinkStatus: 3 } } }));
    expect(await refusalOf(startAttempt({ candidate }))).toMatchObject({ code: 'take.inactive' });
    await value(updateTestLink({ ctx, input: { testId, testLinkId, body: anytime } }));
    expect(await value(startAttempt({ candidate }))).toMatchObject({ status: 'In progress' });
  });

  it('api-v2 §4.6: all links of a test, newest first, the id breaks ties', async () => {
    const { ctx, testId } = await service.mint();
    const ids = [await service.createLink(ctx, testId), await service.createLink(ctx, testId)];
    service.clock.advance(minute);
    ids.push(await service.createLink(ctx, testId));
    await service.createLink(ctx, await service.importTest(ctx));
    const { testLinks } = await value(listTestLinks({ ctx, input: { testId } }));
    expect(testLinks.map(({ testLinkId }) => String(testLinkId))).toEqual(ids.toReversed());
    expect(testLinks[0]).toEqual(await get(ctx, testId, testLinks[0]?.testLinkId ?? 0));
  });

  it('every link has an access key of its own', async () => {
    const { ctx, testId } = await service.mint();
    for (let count = 0; count < 20; count += 1) await service.createLink(ctx, testId);
    const { testLinks } = await value(listTestLinks({ ctx, input: { testId } }));
    expect(new Set(testLinks.map(({ testLinkAccessKey }) => testLinkAccessKey)).size).toBe(20);
  });

  it('a link of another test of the same account is 404.1 under this test', async () => {
    const { ctx, testId } = await service.mint();
    const other = await service.importTest(ctx);
    const testLinkId = await service.createLink(ctx, other);
    const message = `Test link ${testLinkId} belongs to test ${other}, not to test ${testId}`;
    const input = { testId, testLinkId };
    for (const call of [getTestLink({ ctx, input }), updateTestLink({ ctx, input: { ...input, body: anytime } })])
      expect(await refusalOf(call)).toMatchObject({ statuscode: '404.1', message });
  });

  it('a test has at most 2,000: one more is 409.1, and other tests are not concerned', async () => {
    const { ctx, testId } = await service.mint();
    const other = await service.importTest(ctx);
    await service.createLink(ctx, testId);
    await service.assay.store.write(async (tx) => {
      const { test_link_id: _, ...row } = await tx.kysely
        .selectFrom('test_links')
        .selectAll()
        .where('test_id', '=', Number(testId))
        .executeTakeFirstOrThrow();
      for (let count = 1; count < 2000; count += 1)
        await tx.kysely
          .insertInto('test_links')
          .values({ ...row, access_key: `key ${count}` })
          .execute();
    });
    expect(await refusalOf(create(ctx, testId, anytime))).toMatchObject({
      statuscode: '409.1',
      message: expect.stringContaining('2000 links'),
    });
    expect(await value(create(ctx, other, anytime))).toMatchObject({ testLinkName: 'Spring' });
  });
});
