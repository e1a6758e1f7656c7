import { idsOf, type Operation, type OperationName, operations, type PathIdName, scopes } from '@assay/domain';
import type { Store } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { somebody, zone } from '@assay/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, takeApi } from '../api.ts';
import type { Candidate } from '../attempt/open-invitation.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { imageOf, keepImages } from '../testing/proctoring.ts';
import { openReview } from '../testing/reviews.ts';
import { Service, useService } from '../testing/service.ts';
import { smallestBodies, smallestCandidateBodies, smallestQuery } from '../testing/smallest-bodies.ts';
import { dumpAccount } from '../testing/tables.ts';
import type { Context, Outcome } from './context.ts';

type ApiId = Exclude<PathIdName, 'questionId' | 'pictureId'>;
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
  const needed = smallestQuery(name, ids.testInvitationId);
  return run({
    ctx,
    input: {
      questionId: '1',
      ...ids,
      query: { ...needed, ...query },
      body: bodies[name] === undefined ? body : { ...bodies[name], ...body },
    },
  });
};

const all: readonly Operation[] = Object.values(operations);
const names = Object.keys(operations) as OperationName[];
// A question's number is its place in a test, which every account has.
const accountIds = (name: OperationName): ApiId[] =>
  idsOf(operations[name]).filter((id): id is ApiId => id !== 'questionId' && id !== 'pictureId');
const fieldsOf = ({ query, body }: Operation) =>
  Object.entries({ query, body }).flatMap(([part, schema]) =>
    Object.keys(schema?.shape ?? {}).map((field) => [part as keyof Changes, field] as const),
  );
const withIds = names.filter((name) => accountIds(name).length > 0);

const mintIn = async (service: Service): Promise<{ ctx: Context; ids: Ids; candidate: Candidate }> => {
  const { ctx, testId } = await service.mint();
  const testLinkId = await service.createLink(ctx, testId, { imageProctoring: 1 });
  const { id: testInvitationId, candidate } = await service.registerByLink(ctx, { testId, testLinkId });
  const { keyId } = await value(api.createApiKey({ ctx, input: { body: { name: 'ATS', scopes: ['manage'] } } }));
  const { deliveryId } = await value(api.sendInvitationEmail({ ctx, input: { testInvitationId } }));
  const [imageId = ''] = await keepImages(service, ctx, { id: testInvitationId }, 1);
  await value(api.updateAccount({ ctx, input: { body: { logo: Buffer.from('logo').toString('base64') } } }));
  const reviewId = await openReview(service, ctx);
  const ids = { testId, testLinkId, testInvitationId, keyId: String(keyId), deliveryId: String(deliveryId), imageId, reviewId };
  return { ctx, ids, candidate };
};

/** A key with this scope alone; for what needs none, without any. */
const granted = (name: OperationName) => new Set(scopes.filter((scope) => scope === operations[name].scope));

describe('what is decided before any transaction', () => {
  const service = useService();
  let owner: { ctx: Context; ids: Ids };
  let before: string[];
  beforeAll(async () => {
    owner = await mintIn(service);
    before = await dumpAccount(service.assay.store, owner.ctx.accountId);
  });
  const unchanged = async () => expect(await dumpAccount(service.assay.store, owner.ctx.accountId)).toEqual(before);

  it('a key without the scope of an operation is 403.1 that names it, and changes nothing', async () => {
    for (const name of names) {
      const { scope } = operations[name];
      if (scope === 'any') continue;
      const ctx = { ...owner.ctx, scopes: new Set(scopes.filter((one) => one !== scope)) };
      const { statuscode, message } = await refusalOf(call(name, ctx, owner.ids));
      expect([name, statuscode, message]).toEqual([name, '403.1', expect.stringContaining(scope)]);
    }
    await unchanged();
  });

  /** Ids are read by their names in the path: one operation for each shape of path stands for the others. */
  const shapes = [...new Map(withIds.map((name) => [accountIds(name).join(), name])).values()];
  it.each(shapes.flatMap((name) => accountIds(name).map((id) => [name, id] as const)))(
    '%s: a %s that is a decimal Int64 but does not exist is 404.1, anything else 400.1 naming it',
    async (name, id) => {
      const refused = (text: string) => refusalOf(call(name, owner.ctx, { ...owner.ids, [id]: text }));
      for (const text of ['0', '-1', '9007199254740991', '9007199254740993', '9223372036854775807', '-9223372036854775808'])
        expect([text, (await refused(text)).statuscode]).toEqual([text, '404.1']);
      for (const text of [
        'abc',
        '',
        ' 1',
        '1.0',
        '1e3',
        '0x1',
        '٣',
        '9223372036854775808',
        '-9223372036854775809',
        '99999999999999999999',
      ]) {
        const { statuscode, message } = await refused(text);
        expect([text, statuscode]).toEqual([text, '400.1']);
        expect(message).toContain(id);
      }
      await unchanged();
    },
  );
});

describe.each(testDialects)('every operation on %s', (engine) => {
  const service = useService(engine);
  const mint = () => mintIn(service);

  let stranger: { ctx: Context; ids: Ids };
  let owner: { ctx: Context; ids: Ids };
  let owned: string[];
  beforeAll(async () => {
    owner = await mint();
    stranger = await mint();
    owned = await dumpAccount(service.assay.store, owner.ctx.accountId);
  });
  const isUntouched = async () => expect(await dumpAccount(service.assay.store, owner.ctx.accountId)).toEqual(owned);

  it.each(names)("%s: with only its scope, its own ids are found, and do not touch another account's rows", async (name) => {
    const { ctx, ids } = await mint();
    expect(await statuscodeOf(call(name, { ...ctx, scopes: granted(name) }, ids))).not.toMatch(/^(40[0134]\.1|40[45]\.2)$/);
    await isUntouched();
  });

  it.each(withIds)("%s: another account's id is 404.1, and nothing of it changes", async (name) => {
    for (const id of accountIds(name)) {
      const refusal = await refusalOf(call(name, stranger.ctx, { ...stranger.ids, [id]: owner.ids[id] }));
      expect([id, refusal.statuscode]).toEqual([id, '404.1']);
      // Exactly what an id that was never issued is told: nothing says that another account has it.
      const never = await refusalOf(call(name, stranger.ctx, { ...stranger.ids, [id]: '4503599627370496' }));
      expect(refusal.message.replaceAll(owner.ids[id], '?')).toBe(never.message.replaceAll('4503599627370496', '?'));
    }
    await isUntouched();
  });

  it.each(all.filter((one) => fieldsOf(one).length > 0).map(({ name }) => name as OperationName))(
    '%s: text that no engine stores as it was sent is no fault of the service in any field',
    async (name) => {
      const { ctx, ids } = await mint();
      for (const [part, field] of fieldsOf(operations[name]))
        for (const text of ['\u0000', 'Ana\u0000', '\ud83d', 'Ana \ude00'])
          expect([part, field, text, await statuscodeOf(call(name, ctx, ids, { [part]: { [field]: text } }))]).toEqual([
            part,
            field,
            text,
            expect.stringMatching(/^(200|400|404|409)\.1$|^403\.4$/),
          ]);
    },
  );

  it('the exports: a PDF is 409.1 before the attempt is completed, an Excel file there is always', async () => {
    expect(await statuscodeOf(call('exportReportPdf', owner.ctx, owner.ids))).toBe('409.1');
    expect(await statuscodeOf(call('exportReportExcel', owner.ctx, owner.ids))).toBe('200.1');
  });
});

describe('an operation with an Idempotency-Key', () => {
  const service = useService();

  it.each(names.filter((name) => operations[name].repeat === 'by-key'))(
    '%s: again with it returns the same and changes nothing; the key with another request is 409.1',
    async (name) => {
      const { ctx, ids } = await mintIn(service);
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

  it('duplicateTest returns the copy again to its own retry, and 409.1 to another copy', async () => {
    const { ctx, ids } = await mintIn(service);
    const duplicate = (idempotencyKey: string) =>
      api.duplicateTest({ ctx: { ...ctx, idempotencyKey }, input: { testId: ids.testId, body: { key: 'copy' } } });
    const first = await value(duplicate('key-1'));
    expect(await value(duplicate('key-1'))).toEqual(first);
    expect(await statuscodeOf(duplicate('key-2'))).toBe('409.1');
  });
});

/** Each write is undone and runs again, as when it shares its batch with one that fails after it. */
const amongFailures = (store: Store, counts: { writes: number; runs: number }): Store => ({
  ...store,
  write: async (work) => {
    counts.writes += 1;
    const undone = store.write(async (tx) => {
      counts.runs += 1;
      await work(tx);
      throw new Error('undo it');
    });
    await undone.catch(() => undefined);
    return store.write((tx) => {
      counts.runs += 1;
      return work(tx);
    });
  },
});

describe('a write that runs again leaves and does the same as one that runs once', () => {
  const [once, again] = [new Service(), new Service()];
  const counts = { writes: 0, runs: 0 };
  beforeAll(async () => {
    await once.open('sqlite');
    await again.open('sqlite', ({ store }) => ({ store: amongFailures(store, counts) }));
  });
  afterAll(async () => {
    await once.dispose();
    await again.dispose();
  });

  /** What an account has and what left the process, without what is random in each service. */
  const leftIn = async (service: Service, accountId: number) => {
    const rows = await dumpAccount(service.assay.store, accountId);
    const random =
      /candidate[- ]\d+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|"duration":\d+|"(key_hash|prefix|access_key|sealed|nonce|response)":"[^"]*"|"public_id":\d+/gi;
    const plain = rows.map((row) => row.replaceAll(random, '?')).sort();
    const { callbacks, emails } = service.outbound;
    return { rows: plain, woken: [...service.woken], sent: [callbacks.length, emails.length], files: service.images.files.size };
  };
  const compare = async (act: (service: Service) => Promise<{ ctx: Context; outcomes: readonly unknown[] }>) => {
    const [one, other] = [await act(once), await act(again)];
    expect(other.outcomes).toEqual(one.outcomes);
    expect(await leftIn(again, other.ctx.accountId)).toEqual(await leftIn(once, one.ctx.accountId));
  };

  it.each(names)('%s', async (name) => {
    await compare(async (service) => {
      const { ctx, ids } = await mintIn(service);
      return { ctx, outcomes: [await statuscodeOf(call(name, ctx, ids))] };
    });
  });

  it('an attempt from its start to its report and its mails', async () => {
    await compare(async (service) => {
      const { ctx, candidate } = await mintIn(service);
      const bodies: { readonly [Name in keyof typeof takeApi]?: unknown } = { ...smallestCandidateBodies, saveImage: imageOf('image') };
      const order = [
        'startAttempt',
        'saveAnswer',
        'savePlace',
        'issueTicket',
        'runCode',
        'recordEdits',
        'recordEvents',
        'recordCamera',
        'saveImage',
        'submitAttempt',
      ] as const;
      const outcomes: string[] = [];
      for (const name of order) {
        const run = takeApi[name] as (call: { candidate: Candidate; input: object }) => Outcome<unknown>;
        outcomes.push(await statuscodeOf(run({ candidate, input: { questionId: '1', body: bodies[name] } })));
      }
      await service.generate();
      await service.deliver();
      return { ctx, outcomes };
    });
  });

  it('and each did run again', () => {
    // More often where others failed in the same batch.
    expect(counts.runs).toBeGreaterThanOrEqual(2 * counts.writes);
    expect(counts.writes).toBeGreaterThan(0);
  });
});
