import { idsOf, type Operation, type OperationName, operations, type PathIdName, scopes } from '@assay/domain';
import { testDialects } from '@assay/store/testing';
import { somebody, zone } from '@assay/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { api } from '../api.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { keepImages } from '../testing/proctoring.ts';
import { useService } from '../testing/service.ts';
import { smallestBodies } from '../testing/smallest-bodies.ts';
import { dumpAccount } from '../testing/tables.ts';
import type { Context, Outcome } from './context.ts';

type ApiId = Exclude<PathIdName, 'questionId'>;
type Ids = Record<ApiId, string>;

const link = { testLinkName: 'Autumn', accessTime: 0, timeZoneId: zone };

/** Bodies that change something, or are partly refused, where the smallest ones do not. */
const bodies: { readonly [Name in OperationName]?: object } = {
  ...smallestBodies,
  setTestStatus: { status: 'Archived' },
  inviteCandidates: { candidates: [somebody(), { emailId: 'x' }] },
  updateAccount: { support: 'help@acme.example' },
};

type Changes = { readonly query?: object; readonly body?: object };

const call = (name: OperationName, ctx: Context, ids: Ids, { query = {}, body = {} }: Changes = {}): Outcome<unknown> => {
  const run = api[name] as (call: { ctx: Context; input: object }) => Outcome<unknown>;
  return run({ ctx, input: { ...ids, query, body: bodies[name] === undefined ? body : { ...bodies[name], ...body } } });
};

const all: readonly Operation[] = Object.values(operations);
const names = Object.keys(operations) as OperationName[];
const scoped = all.filter(({ scope }) => scope !== 'any').map(({ name }) => name as OperationName);
const idsOfAll = names.flatMap((name) => idsOf(operations[name]).map((id) => [name, id as ApiId] as const));
const fieldsOfAll = all.flatMap(({ name, query, body }) =>
  Object.entries({ query, body }).flatMap(([part, schema]) =>
    Object.keys(schema?.shape ?? {}).map((field) => [name as OperationName, part as keyof Changes, field] as const),
  ),
);

describe.each(testDialects)('every operation on %s', (engine) => {
  const service = useService(engine);

  const mint = async (): Promise<{ ctx: Context; ids: Ids }> => {
    const { ctx, testId } = await service.mint();
    const testLinkId = await service.createLink(ctx, testId);
    const { id: testInvitationId } = await service.registerByLink(ctx, { testId, testLinkId });
    const { keyId } = await value(api.createApiKey({ ctx, input: { body: { name: 'ATS', scopes: ['manage'] } } }));
    const { deliveryId } = await value(api.sendInvitationEmail({ ctx, input: { testInvitationId } }));
    const [imageId = ''] = await keepImages(service, ctx, { id: testInvitationId }, 1);
    return { ctx, ids: { testId, testLinkId, testInvitationId, keyId: String(keyId), deliveryId: String(deliveryId), imageId } };
  };

  let stranger: { ctx: Context; ids: Ids };
  let owner: { ctx: Context; ids: Ids };
  beforeAll(async () => {
    owner = await mint();
    stranger = await mint();
  });

  it.each(names)("%s: its own ids are found, and do not touch another account's rows", async (name) => {
    const { ctx, ids } = await mint();
    const others = await dumpAccount(service.assay.store, owner.ctx.accountId);
    expect(await statuscodeOf(call(name, ctx, ids))).not.toMatch(/^(40[0134]\.1|40[45]\.2)$/);
    expect(await dumpAccount(service.assay.store, owner.ctx.accountId)).toEqual(others);
  });

  it.each(scoped)('%s: a key without its scope is 403.1, and changes nothing', async (name) => {
    const needed = operations[name].scope;
    const before = await dumpAccount(service.assay.store, owner.ctx.accountId);
    const ctx = { ...owner.ctx, scopes: new Set(scopes.filter((scope) => scope !== needed)) };
    const refusal = await refusalOf(call(name, ctx, owner.ids));
    expect(refusal.statuscode).toBe('403.1');
    expect(refusal.message).toContain(needed);
    expect(await dumpAccount(service.assay.store, owner.ctx.accountId)).toEqual(before);
  });

  it.each(scoped)('%s: a key with only its scope is enough', async (name) => {
    const { ctx, ids } = await mint();
    expect(
      await statuscodeOf(call(name, { ...ctx, scopes: new Set(scopes.filter((scope) => scope === operations[name].scope)) }, ids)),
    ).not.toBe('403.1');
  });

  it.each(idsOfAll)("%s: another account's %s is 404.1, and nothing of it changes", async (name, id) => {
    const before = await dumpAccount(service.assay.store, owner.ctx.accountId);
    const refusal = await refusalOf(call(name, stranger.ctx, { ...stranger.ids, [id]: owner.ids[id] }));
    expect(refusal.statuscode).toBe('404.1');
    // Exactly what an id that was never issued is told: nothing says that another account has it.
    const never = await refusalOf(call(name, stranger.ctx, { ...stranger.ids, [id]: '4503599627370496' }));
    expect(refusal.message.replaceAll(owner.ids[id], '?')).toBe(never.message.replaceAll('4503599627370496', '?'));
    expect(await dumpAccount(service.assay.store, owner.ctx.accountId)).toEqual(before);
  });

  it.each(idsOfAll)('%s: a %s that is a decimal Int64 but does not exist is 404.1, anything else 400.1 naming it', async (name, id) => {
    const refused = (text: string) => refusalOf(call(name, owner.ctx, { ...owner.ids, [id]: text }));
    for (const text of ['0', '-1', '9007199254740991', '9007199254740993', '9223372036854775807', '-9223372036854775808'])
      expect([text, (await refused(text)).statuscode]).toEqual([text, '404.1']);
    for (const text of ['abc', '', ' 1', '1.0', '1e3', '0x1', '٣', '9223372036854775808', '-9223372036854775809', '99999999999999999999']) {
      const { statuscode, message } = await refused(text);
      expect([text, statuscode]).toEqual([text, '400.1']);
      expect(message).toContain(id);
    }
  });

  it.each(names.filter((name) => operations[name].repeat === 'by-key'))(
    '%s: again with its Idempotency-Key returns the same and changes nothing; the key with another request is 409.1',
    async (name) => {
      const { ctx, ids } = await mint();
      const keyed = { ...ctx, idempotencyKey: 'key-1' };
      const first = await call(name, keyed, ids);
      const after = await dumpAccount(service.assay.store, ctx.accountId);
      service.clock.advance(1000);
      expect(await call(name, keyed, ids)).toEqual(first);
      expect(await dumpAccount(service.assay.store, ctx.accountId)).toEqual(after);
      if (!first.ok) return;
      const other = name === 'createTestLink' ? api.registerCandidate : api.createTestLink;
      const body = name === 'createTestLink' ? somebody() : link;
      expect(await statuscodeOf(other({ ctx: keyed, input: { testId: ids.testId, body } }))).toBe('409.1');
      expect(await dumpAccount(service.assay.store, ctx.accountId)).toEqual(after);
    },
  );

  it.each(fieldsOfAll)(
    '%s: text that no engine stores as it was sent is no fault of the service in the %s, as %s',
    async (name, part, field) => {
      const { ctx, ids } = await mint();
      for (const text of ['\u0000', 'Ana\u0000', '\ud83d', 'Ana \ude00'])
        expect([text, await statuscodeOf(call(name, ctx, ids, { [part]: { [field]: text } }))]).toEqual([
          text,
          expect.stringMatching(/^(200|400|404|409)\.1$|^403\.4$/),
        ]);
    },
  );

  it('duplicateTest with a key returns the copy again to its own retry, and 409.1 to another copy', async () => {
    const { ctx, ids } = await mint();
    const duplicate = (idempotencyKey: string) =>
      api.duplicateTest({ ctx: { ...ctx, idempotencyKey }, input: { testId: ids.testId, body: { key: 'copy' } } });
    const first = await value(duplicate('key-1'));
    expect(await value(duplicate('key-1'))).toEqual(first);
    expect(await statuscodeOf(duplicate('key-2'))).toBe('409.1');
  });

  it('the exports: a PDF is 409.1 before the attempt is completed, an Excel file there is always', async () => {
    expect(await statuscodeOf(call('exportReportPdf', owner.ctx, owner.ids))).toBe('409.1');
    expect(await statuscodeOf(call('exportReportExcel', owner.ctx, owner.ids))).toBe('200.1');
  });
});
