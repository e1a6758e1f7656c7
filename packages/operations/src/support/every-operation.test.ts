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
const scoped = all.filter(({ scope }) => scope !== 'any').map(({ name }) => name as OperationName);
// A question's number is its place in a test, which every account has.
const idsOfAll = names.flatMap((name) =>
  idsOf(operations[name])
    .filter((id) => id !== 'questionId' && id !== 'pictureId')
    .map((id) => [name, id as ApiId] as const),
);
const fieldsOfAll = all.flatMap(({ name, query, body }) =>
  Object.entries({ query, body }).flatMap(([part, schema]) =>
    Object.keys(schema?.shape ?? {}).map((field) => [name as OperationName, part as keyof Changes, field] as const),
  ),
);

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

describe.each(testDialects)('every operation on %s', (engine) => {
  const service = useService(engine);
  const mint = () => mintIn(service);

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

/** Each write shares its batch with one that fails after it, so that SQLite undoes it and runs it again. */
const amongFailures = (store: Store, counts: { writes: number; runs: number }): Store => ({
  ...store,
  write: (work) => {
    counts.writes += 1;
    process.nextTick(() => void store.write(() => Promise.reject(new Error('undo the batch'))).catch(() => undefined));
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
    expect(counts.runs).toBe(2 * counts.writes);
  });
});
