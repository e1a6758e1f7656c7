import { type AttemptState, type InvitationStatus, idsOf, keptFiles, mostCounted, type OperationName, operations } from '@assay/domain';
import {
  acceptSecret,
  acceptStorage,
  addRegrades,
  api,
  authenticate,
  type Context,
  confirmJoin,
  countWaitingDeliveries,
  createAccount,
  defaultTimings,
  ensureFirstAccount,
  findAccount,
  getConfirmation,
  getJoinState,
  isSecretOfDatabase,
  isStorageOfDatabase,
  joinTest,
  listAccounts,
  meteredRunner,
  type Outcome,
  openPage,
  openReport,
  readToken,
  setQuotas,
  sweepImages,
  type TestAnswersExport,
  type TestReportExport,
  takeApi,
  updateAccount,
} from '@assay/operations';
import {
  answered,
  claimDue,
  deliveriesOf,
  hang,
  type Invited,
  printingRunner,
  receiptsForAll,
  Service,
  sendClaimed,
  smallEssay,
  smallestBodies,
  smallestCandidateBodies,
  smallUpload,
  value,
} from '@assay/operations/testing';
import { fillTables, openWatchedStore, repositoryFunctions, testDialects, type WatchedStore } from '@assay/store/testing';
import { hour, minute, repetitions, second, smallTest, somebody, until, zone } from '@assay/testing';
import { startWorker } from '@assay/worker';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const inIndex = 'what was deleted before is in the index until it is vacuumed';

/** By function and what is wrong: why it may be so. */
const exceptions: Readonly<Record<string, string>> = {
  'answerFiles.sampleKeys scan': 'the first twenty of its index',
  'auditEntries.forget pages': inIndex,
  'idempotency.forget pages': inIndex,
  'proctoringImages.sampleKeys scan': 'the first twenty of its index',
  'tests.listPage reads': 'API v2 pages by number: the database steps over what comes before, from the nearer end',
  'deliveries.listLanes sort': 'the lanes of a page, not their deliveries',
  'invitations.countByStatus sort': 'it is bounded, and one sum for each status of a page of tests',
  'invitations.countByStatus pages': 'one seek for each test of a page',
  'nearestQuotas.listNearest scan': 'once a minute: the attempts in progress of all accounts',
  'nearestQuotas.listNearest reads': 'once a minute: the attempts in progress of all accounts',
  'nearestQuotas.listNearest sort': 'an account each',
  'search.findOlder sort': 'what a block of the index has of a text',
  'windowEvents.list sort': 'an attempt has 1,000 events at most',
};

/** Counting stops there, and a slice of a search reads a block of its index at most. */
const bounds = {
  ...Object.fromEntries(
    [
      'tests.countManaged',
      'invitations.countListed',
      'invitations.countByStatus',
      'invitations.countOfStatus',
      'invitations.countInProgress',
      'deliveries.countListed',
      'deliveries.countPending',
      'gradings.countBefore',
      'gradings.countRegrading',
      'gradings.countPrograms',
      'gradings.countWaiting',
      'reports.countRegraded',
      'reviewQueue.countListed',
    ].map((name) => [name, mostCounted + 1]),
  ),
  'search.findOlder': 2 ** 15,
};

/** Exports that issue no statement. */
const notQueries = new Set([
  'deliveries.isOfInvitation',
  'regrades.isAhead',
  'reports.never',
  'reports.readContent',
  'tests.LargeDefinition',
  'tests.mostAtOnce',
]);

/** With one writer at a time there is nothing to lock. */
const notOnSqlite = new Set(['accounts.lockFirst', 'invitations.lockAll', 'invitations.lockJoiner']);

/** PostgreSQL keeps its index by itself. */
const notOnPostgres = new Set(['search.isBehind', 'search.addToIndex']);

/** Only tests read what is kept for a dispute. */
const onlyTests = new Set(['setAsideAnswers.list']);

/** `checkClock` issues it, of a store without an injected clock: one row of a table that has one for each fact. */
const notHere = new Set([
  'installation.replaceFound',
  // What a quota refuses is taken back by its key.
  'invitations.takeBack',
  'invitations.reinstate',
  // Of a version that a release before imported, and of texts of megabytes: one row by its key.
  'tests.definitionPart',
  'tests.findLarge',
  'largeTexts.findPart',
  'largeTexts.listStored',
  'largeTexts.keep',
  'largeTexts.stage',
  'largeTexts.putPart',
]);

/** Values for the fields of queries that are not enumerations, or that no statement has. */
const samples: Readonly<Record<string, (big: Big) => readonly string[]>> = {
  limit: () => ['100'],
  page_size: () => ['100'],
  page_no: () => ['1', '400'],
  search: () => ['number 77777', 'EXAMPLE.com', 'nobody at all', 'te'],
  testId: ({ ids }) => [ids.testId ?? ''],
  testInvitationId: ({ ids }) => [ids.testInvitationId ?? ''],
  version: () => ['1'],
  // The first was reset before it was completed, and the completed one is reset on the way.
  attempt: () => ['1', '2'],
  questionId: () => [String(program.questionId)],
  atLeast: () => ['0.5'],
  invitations: ({ ids }) => [ids.testInvitationId ?? ''],
  by: () => ['Choices'],
  language: () => [program.language],
};

type Big = { readonly ctx: Context; readonly ids: Readonly<Record<string, string>> };

const enumOf = (schema: z.core.$ZodType): readonly string[] | undefined => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return enumOf(schema.unwrap());
  return schema instanceof z.ZodEnum ? schema.options.map(String) : undefined;
};

/** Each field of an operation's query alone, and each two together. */
const queriesOf = (name: OperationName, big: Big): Readonly<Record<string, string>>[] => {
  const { query } = operations[name] as { query?: z.ZodObject };
  const fields = Object.entries(query?.shape ?? {}).filter(([field]) => field !== 'cursor');
  const alone = fields.map(([field, schema]) => {
    const values = samples[field]?.(big) ?? enumOf(schema);
    if (values === undefined) throw new Error(`${name} has a new field ${field}: give it samples`);
    return values.map((one) => ({ [field]: one }));
  });
  const together = alone.flatMap((some, index) =>
    alone.slice(index + 1).flatMap((others) => some.flatMap((one) => others.map((other) => ({ ...one, ...other })))),
  );
  return [{}, ...alone.flat(), ...together];
};

const sessionId = 'the-page';

/** The first of the programs that the test with nearly all rows asks for. */
const program = { questionId: 5, language: 'javascript', source: 'print(1)' } as const;
const otherLanguages = ['python'] as const;
const programsThatPrint = (output: string) => {
  const languages = [program.language, ...otherLanguages];
  return ['Print it.', 'Print it again.'].map((prompt) => ({
    kind: 'coding',
    prompt,
    marks: 1,
    languages,
    cases: [{ input: '', output }],
  }));
};

/** Of operations that are about a program. */
const programBodies = {
  recordEdits: {
    ...smallestCandidateBodies.recordEdits,
    edits: smallestCandidateBodies.recordEdits.edits.map((edit) => ({ ...edit, questionId: program.questionId })),
  },
  runCode: { ...smallestCandidateBodies.runCode, questionId: program.questionId },
};
const essayId = 7;
/** As many wrong answers as are compared with those of others. */
const choices = ['One? ![dot](data:image/png;base64,iVBORw0KGgo=)', 'Two?', 'Three?', 'Four?', 'Five?'].map((prompt) => ({
  kind: 'single-choice',
  prompt,
  options: [{ text: 'No' }, { text: 'Yes', correct: true }],
}));
const uploadId = essayId + 1 + choices.length;
const because = { answer: 'Because.', revision: 1, sessionId };
const patternFile = (output: string) => ({
  key: 'pattern',
  sections: [
    ...smallTest.sections,
    { name: 'Programs', questions: programsThatPrint(output) },
    { name: 'Essays', questions: [smallEssay] },
    { name: 'More choices', questions: choices },
    { name: 'Files', questions: [smallUpload] },
  ],
});

/** Each statement is run and measured again; a machine under load takes minutes. */
const wholeWalk = 1_200_000;

const databases = testDialects.flatMap((engine): { engine: 'sqlite' | 'postgres'; counted: boolean; name: string }[] => {
  if (engine === 'pglite') return [];
  const usual = { engine, counted: true, name: engine };
  const all = engine === 'sqlite' ? [usual] : [usual, { engine, counted: false, name: 'postgres without its statistics' }];
  return all.slice(0, repetitions(1, 2));
});

describe.each(databases)('with 100,000 rows in each table that grows, on $name', ({ engine, counted }) => {
  const service = new Service();
  let watched: WatchedStore;
  let big: Big;

  const call = (name: OperationName, ctx: Context, input: object): Outcome<unknown> => {
    const run = api[name] as (call: { ctx: Context; input: object }) => Outcome<unknown>;
    return run({ ctx, input });
  };
  const asCandidate = (name: keyof typeof takeApi, { candidate }: Invited, input: object = {}): Outcome<unknown> => {
    const run = takeApi[name] as (call: { candidate: object; input: object }) => Outcome<unknown>;
    return run({ candidate, input });
  };
  const jpeg = { body: new Uint8Array([1]) };
  const save = (invited: Invited, body: object, questionId = '1') =>
    asCandidate('saveAnswer', invited, { questionId, body: { answer: 'a', revision: 1, sessionId, ...body } });
  const upload = (invited: Invited) =>
    asCandidate('saveFile', invited, { questionId: String(uploadId), query: { name: 'plan.pdf', sessionId }, body: Buffer.from('%PDF-') });
  const answerWithProgram = async (invited: Invited): Promise<void> => {
    const { questionId, ...answer } = program;
    await value(asCandidate('saveAnswer', invited, { questionId: String(questionId), body: { answer, revision: 1, sessionId } }));
    for (const name of ['recordEdits', 'runCode'] as const)
      await value(asCandidate(name, invited, { body: { ...programBodies[name], sessionId } }));
    for (const [index, language] of otherLanguages.entries()) {
      const edits = programBodies.recordEdits.edits.map((edit) => ({ ...edit, language }));
      await value(asCandidate('recordEdits', invited, { body: { ...programBodies.recordEdits, edits, batch: 2 + index, sessionId } }));
    }
  };
  const person = () => ({ ...somebody(), callbackURL: 'https://ats.example/done' });
  const invite = () => service.registerByLink(big.ctx, { testId: big.ids.testId ?? '', testLinkId: big.ids.testLinkId ?? '' }, person());

  /** One attempt with a row in every table, completed after its deadline. */
  const completeWithAll = async (): Promise<Invited> => {
    const invited = await invite();
    await value(asCandidate('startAttempt', invited, { body: { sessionId } }));
    await value(call('resetInvitation', big.ctx, { testInvitationId: invited.id }));
    await value(asCandidate('startAttempt', invited, { body: { sessionId } }));
    const { pictures = [] } = (await value(asCandidate('getAttempt', invited))) as AttemptState;
    for (const { pictureId } of pictures) await value(asCandidate('getPicture', invited, { pictureId: String(pictureId) }));
    await value(asCandidate('recordCamera', invited, { body: smallestCandidateBodies.recordCamera }));
    await value(asCandidate('saveImage', invited, jpeg));
    await value(asCandidate('savePlace', invited, { body: { ...smallestCandidateBodies.savePlace, sessionId } }));
    await value(asCandidate('recordEvents', invited, { body: { ...smallestCandidateBodies.recordEvents, sessionId } }));
    await value(save(invited, {}));
    await value(save(invited, { answer: 'b', revision: 5, base: 0 }));
    await answerWithProgram(invited);
    await value(asCandidate('saveAnswer', invited, { questionId: String(essayId), body: because }));
    for (const index of choices.keys()) await value(save(invited, {}, String(essayId + 1 + index)));
    await value(upload(invited));
    service.clock.advance(hour + minute);
    await save(invited, { answer: 'c', revision: 9 });
    await value(asCandidate('submitAttempt', invited, { body: { sessionId } }));
    return invited;
  };

  beforeAll(async () => {
    watched = await openWatchedStore(engine, { clock: () => service.clock.now, bounds });
    const timings = { ...defaultTimings, drainMs: 100, reportPollMs: 20, gradingPollMs: 20, overduePollMs: 20, deliveryPollMs: 20 };
    await service.open(engine, () => ({ store: watched.store, timings, runner: printingRunner }));
    const { ctx, testId } = await service.mint(patternFile('1'));
    const testLinkId = await service.createLink(ctx, testId, { imageProctoring: 1, emailToStakeholder: 'boss@acme.example' });
    big = { ctx, ids: { testId, testLinkId } };
    await receiptsForAll(ctx);
    const keyed = { ...ctx, idempotencyKey: 'pattern' };
    await value(call('createTestLink', keyed, { testId, body: smallestBodies.createTestLink }));
    const completed = await completeWithAll();
    await service.grade();
    const [review] = (await value(api.listReviews({ ctx, input: { query: {} } }))).reviews;
    const reviewId = String(review?.reviewId);
    await value(call('gradeReview', ctx, { reviewId, body: smallestBodies.gradeReview }));
    await service.generate();
    await service.deliver();
    await service.importTest(ctx, patternFile('2'));
    await value(call('regradeTest', ctx, { testId, body: {} }));
    while ((await addRegrades({ assay: service.assay })) > 0);
    await service.grade();
    // Begins a tally, in which nothing is kept yet.
    await value(call('getTestStatistics', ctx, { testId }));
    const at = async (status: InvitationStatus) => Number((await service.bringTo(ctx, await invite(), status)).id);
    const patterns = {
      accountId: ctx.accountId,
      testId: Number(testId),
      testLinkId: Number(testLinkId),
      completed: Number(completed.id),
      pending: await at('Pending'),
      running: await at('In progress'),
      reset: await at('Reset'),
      cancelled: await at('Cancelled'),
      now: service.clock.now,
    };
    const [delivery] = await deliveriesOf(ctx);
    const { images } = await value(api.listImages({ ctx, input: { testInvitationId: completed.id } }));
    const { keyId } = await value(api.createApiKey({ ctx, input: { body: { name: 'ATS', scopes: ['manage'] } } }));
    await value(api.updateAccount({ ctx, input: { body: { logo: 'AAAA' } } }));
    await fillTables(watched, patterns, counted);
    big = {
      ctx,
      ids: {
        testId,
        testLinkId,
        testInvitationId: completed.id,
        deliveryId: String(delivery?.deliveryId),
        imageId: String(images[0]?.imageId),
        keyId: String(keyId),
        reviewId,
        questionId: '1',
      },
    };
  }, wholeWalk);
  afterAll(async () => {
    await watched.dispose();
    await service.dispose();
  });

  /** An operation for the completed attempt and for a new one, by itself and again, with each filter and with a cursor. */
  const walk = async (name: OperationName): Promise<void> => {
    watched.during(undefined);
    const { ctx } = big;
    const { id: testInvitationId } = await invite();
    const needsMail = idsOf(operations[name]).includes('deliveryId');
    const { deliveryId } = needsMail ? await value(api.sendInvitationEmail({ ctx, input: { testInvitationId } })) : big.ids;
    const { keyId } = await value(api.createApiKey({ ctx, input: { body: { name: 'ATS', scopes: ['manage'] } } }));
    // A test of its own: one is archived, the other has no tally yet.
    const isAlone = name === 'setTestStatus' || name === 'getTestStatistics';
    const testId = isAlone ? await service.importTest(ctx) : big.ids.testId;
    const own = { ...big.ids, testInvitationId, deliveryId: String(deliveryId), keyId: String(keyId), testId };
    watched.during(name);
    // The report of the pattern is generated.
    const body = name === 'gradeReview' ? { ...smallestBodies.gradeReview, reason: 'Misread' } : smallestBodies[name];
    const keyed = { ...ctx, idempotencyKey: `walk ${name}` };
    for (const one of [keyed, keyed, ctx]) await call(name, one, { ...own, query: {}, ...(body === undefined ? {} : { body }) });
    if (body !== undefined) return;
    for (const query of queriesOf(name, big)) {
      const first = await call(name, ctx, { ...big.ids, query });
      const { nextCursor = null } = (first.ok ? first.value : {}) as { nextCursor?: string | null };
      if (nextCursor !== null) await call(name, ctx, { ...big.ids, query: { ...query, cursor: nextCursor } });
    }
  };

  const walkCandidate = async (): Promise<void> => {
    watched.during(undefined);
    const [invited, late, other, pictured] = [await invite(), await invite(), await invite(), await invite()];
    await value(asCandidate('startAttempt', pictured, { body: { sessionId } }));
    const { pictures = [] } = (await value(asCandidate('getAttempt', pictured))) as AttemptState;
    const pictureId = String(pictures[0]?.pictureId);
    const { takeovers: _, ...bodies } = { takeovers: undefined, ...smallestCandidateBodies, ...programBodies } as Readonly<
      Record<string, unknown>
    >;
    const { submitAttempt: __, startAttempt: ___, ...others } = takeApi;
    for (const name of ['getAttempt', 'startAttempt', ...Object.keys(others), 'startAttempt', 'submitAttempt', 'getAttempt'] as const) {
      watched.during(`candidate's ${name}`);
      const body = name === 'saveImage' ? jpeg.body : bodies[name];
      const input = { questionId: '1', imageId: '1', pictureId, body };
      for (let times = 0; times < 2; times += 1) await asCandidate(name as keyof typeof takeApi, invited, input);
      // What comes after the first edits reads them.
      if (name === 'recordEdits') await asCandidate(name, invited, { body: { ...programBodies.recordEdits, batch: 2 } });
    }
    watched.during('an answer on two devices');
    await value(asCandidate('startAttempt', other, { body: { sessionId } }));
    await value(save(other, {}));
    await value(save(other, { answer: 'b', revision: 5, base: 0 }));
    await value(save(other, { answer: 'c', revision: 9, base: 1, setAside: true }));
    watched.during('late answers');
    const { ticket } = (await value(asCandidate('startAttempt', late, { body: { sessionId } }))) as { ticket: string };
    const events = { events: Array.from({ length: 3 }, () => smallestCandidateBodies.recordEvents.events[0]), sessionId };
    for (let times = 0; times < 2; times += 1) await value(asCandidate('recordEvents', late, { body: events }));
    service.clock.advance(hour + minute);
    await value(save(late, { ticket, elapsedMs: second }));
    await save(late, { answer: 'c', revision: 9 });
    await save(late, { answer: 'd', revision: 10 });
    await value(call('getInvitation', big.ctx, { testInvitationId: late.id }));
    await value(asCandidate('submitAttempt', late, { body: { sessionId } }));
    await value(call('getInvitation', big.ctx, { testInvitationId: late.id }));
    await value(call('getInvitationTimeline', big.ctx, { testInvitationId: late.id, query: {} }));
    watched.during('the page of a test');
    const token = readToken(invited.candidate);
    if (!token.ok) throw new Error(token.error.message);
    await openPage(invited.candidate.assay, token.value);
  };

  /** Returns the token of the mailed address, once it is mailed. */
  const walkJoin = async (): Promise<() => string | undefined> => {
    watched.during(undefined);
    const { ctx, ids } = big;
    const door = await service.createLink(ctx, ids.testId ?? '');
    const asking = await service.createLink(ctx, ids.testId ?? '');
    await value(api.updateLinkSettings({ ctx, input: { testLinkId: asking, body: { confirmEmail: 1 } } }));
    const body = somebody();
    for (const testLinkId of [door, asking]) {
      const { testLinkAccessKey } = await value(api.getTestLink({ ctx, input: { testId: ids.testId ?? '', testLinkId } }));
      const visitor = { assay: service.assay, accessKey: String(testLinkAccessKey) };
      watched.during('a join');
      await value(getJoinState({ visitor }));
      const who = testLinkId === door ? body : somebody();
      for (let times = 0; times < 2; times += 1) await joinTest({ visitor, input: { body: who } });
    }
    const { testAccessKey } = (await value(api.getTest({ ctx, input: { testId: ids.testId ?? '' } }))) as { testAccessKey?: string };
    if (testAccessKey !== undefined) await getJoinState({ visitor: { assay: service.assay, accessKey: testAccessKey } });
    return () => service.outbound.emails.flatMap((email) => (email.kind === 'confirmation-email' ? tokenAt(email.confirmUrl) : [])).at(-1);
  };
  /** What an operation does only the second time, or by chance. */
  const walkRepeats = async (): Promise<void> => {
    const { ctx, ids } = big;
    const testId = ids.testId ?? '';
    watched.during('importTest again');
    const sections = [...smallTest.sections, { name: 'More choices', questions: choices }];
    const file = { ...smallestBodies.importTest, key: 'walked', sections };
    const imported = await value(api.importTest({ ctx, input: { body: file } }));
    for (const duration of [60, 61]) await value(api.importTest({ ctx, input: { body: { ...file, duration } } }));
    await value(api.setTestStatus({ ctx, input: { testId: String(imported.testId), body: { status: 'Archived' } } }));
    await value(api.duplicateTest({ ctx, input: { testId, body: { key: 'copied' } } }));
    await getJoinState({ visitor: { assay: service.assay, accessKey: imported.accessKey ?? '' } });
    watched.during('registerCandidate again');
    const candidate = person();
    for (const host of ['ats.example', 'new-ats.example'])
      await value(api.registerCandidate({ ctx, input: { testId, body: { ...candidate, callbackURL: `https://${host}/done` } } }));
    watched.during('inviteCandidates, as a preview');
    const { callbackURL: _, ...plain } = candidate;
    await value(api.inviteCandidates({ ctx, input: { testId, body: { candidates: [plain], dryRun: true } } }));
    watched.during('a receipt for those who were mailed');
    await value(api.updateAccount({ ctx, input: { body: { receipts: 'mailed' } } }));
    const mailed = await invite();
    await value(asCandidate('startAttempt', mailed, { body: { sessionId } }));
    service.clock.advance(hour - 20 * second);
    await value(asCandidate('issueTicket', mailed, { body: { sessionId } }));
    await value(asCandidate('submitAttempt', mailed, { body: { sessionId } }));
    watched.during('an image that is none');
    const pictured = await invite();
    await value(asCandidate('startAttempt', pictured));
    service.images.see(undefined);
    await asCandidate('saveImage', pictured, jpeg);
    service.images.forget();
  };
  /** Files of an attempt beyond those that are kept, one of which is the answer, and their sweep. */
  const walkFiles = async (): Promise<void> => {
    watched.during('files');
    const invited = await invite();
    await value(asCandidate('startAttempt', invited, { body: { sessionId } }));
    const uploaded = [];
    for (let times = 0; times <= keptFiles.ofQuestion.files; times += 1) uploaded.push(await value(upload(invited)));
    const body = { answer: uploaded.at(-1), revision: 1, sessionId };
    await value(asCandidate('saveAnswer', invited, { questionId: String(uploadId), body }));
    await value(asCandidate('submitAttempt', invited, { body: { sessionId } }));
    const { reviews } = await value(
      api.listReviews({ ctx: big.ctx, input: { query: { questionId: String(uploadId), testId: big.ids.testId ?? '' } } }),
    );
    const reviewId = String(reviews.at(-1)?.reviewId);
    await value(call('getReviewFile', big.ctx, { reviewId }));
    await value(call('getAnswerFile', big.ctx, { testInvitationId: invited.id, questionId: String(uploadId), query: {} }));
    service.clock.advance(48 * hour);
    await sweepImages({ assay: service.assay });
  };
  const tokenAt = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

  const walkStart = async (): Promise<void> => {
    watched.during('the start of a process');
    const { assay } = service;
    const settings = { name: 'Acme', email: 'hiring@acme.example', timeZoneId: zone, apiKey: undefined };
    await ensureFirstAccount({ assay, settings });
    await ensureFirstAccount({ assay, settings: { ...settings, apiKey: 'k'.repeat(40) } });
    await listAccounts({ assay });
    await isSecretOfDatabase({ assay });
    await acceptSecret({ assay });
    await isStorageOfDatabase({ assay, besideDatabase: false });
    await acceptStorage({ assay });
    watched.during("the operator's commands");
    const { account, apiKey } = await createAccount({ assay, input: { name: 'New', timeZoneId: zone } });
    await value(findAccount({ assay, accountId: account.accountId }));
    await value(updateAccount({ assay, accountId: account.accountId, input: { name: 'Newer', logo: 'AAAA' } }));
    await value(updateAccount({ assay, accountId: account.accountId, input: { logo: null } }));
    watched.during('a key');
    await value(authenticate({ assay, apiKey }));
    await until('the use of the key to be recorded', () => watched.issuers.has('apiKeys.recordUse') || undefined);
  };

  const walkWorker = async (isDone: () => boolean): Promise<void> => {
    watched.during(undefined);
    const coded = await invite();
    await value(asCandidate('startAttempt', coded, { body: { sessionId } }));
    watched.during('a submit with a program');
    await answerWithProgram(coded);
    await value(asCandidate('saveAnswer', coded, { questionId: String(essayId), body: because }));
    await value(asCandidate('submitAttempt', coded, { body: { sessionId } }));
    watched.during('the worker');
    const { outbound, assay } = service;
    outbound.receive('dead.example', hang);
    outbound.receive('ats.example', async () => answered(503));
    const registry = new Registry();
    const worker = startWorker({ assay, log: pino({ level: 'silent' }), registry });
    const loops = [
      'reports',
      'waiting-reports',
      'gradings',
      'overdue',
      'deliveries',
      'search',
      'rendering',
      'idempotency-keys',
      'audit',
      'quota-uses',
      'staged-texts',
      'images',
    ];
    const areDone = async () => {
      const metrics = await registry.metrics();
      // A loop of an hour that failed would be waited for in vain.
      expect(metrics.match(/assay_loop_runs_total\{.*outcome="failed"\} [^0].*/g)).toBeNull();
      const counted = (series: string) => new RegExp(`^${series} [1-9]`, 'm').test(metrics);
      const isGraded = counted('assay_gradings_total{outcome="graded"}');
      const runs = isGraded && loops.every((loop) => counted(`assay_loop_runs_total{loop="${loop}",outcome="ok"}`));
      return (runs && isDone()) || undefined;
    };
    await until('every loop to have run, and what is due to be done', areDone, { limit: wholeWalk / 2 });
    await worker.stop();
    outbound.forget();
    await countWaitingDeliveries({ assay });
  };

  it(
    'no statement scans or sorts one of them, or reads more than a page',
    async () => {
      await walkStart();
      watched.during('quotas');
      const { assay, accountId } = big.ctx;
      await value(setQuotas({ assay, accountId, changes: { candidates: 1_000_000, exports: 'default' } }));
      const confirmation = await walkJoin();
      await walkWorker(() => confirmation() !== undefined);
      watched.during('an attempt whose lease ran out');
      const [claimed] = (await claimDue(service.assay)).filter(({ kind }) => kind === 'callback');
      if (claimed === undefined) throw new Error('the backlog is gone');
      for (let times = 0; times < 2; times += 1) await sendClaimed(service.assay, claimed);
      watched.during('a mailed address');
      const reportUrls = service.outbound.emails.flatMap((one) => (one.kind === 'stakeholder-email' ? one.reportPdfUrl : []));
      await value(openReport({ assay: service.assay, token: tokenAt(reportUrls[0] ?? '') }));
      const holder = { assay: service.assay, token: confirmation() ?? '' };
      await value(getConfirmation({ holder }));
      await value(confirmJoin({ holder }));
      // These move the clock.
      await walkCandidate();
      await walkRepeats();
      const names = Object.keys(operations) as OperationName[];
      for (const name of names.filter((one) => one !== 'redeliverFailed')) await walk(name);
      watched.during('a regrade');
      for (let times = 0; times < 2; times += 1) await addRegrades({ assay: service.assay });
      watched.during('exports');
      for (const export_ of [api.exportReportExcel, api.exportAnswersExcel]) {
        const { candidates } = await value<TestReportExport | TestAnswersExport>(
          export_({ ctx: big.ctx, input: { testId: big.ids.testId ?? '' } }),
        );
        let exported = 0;
        for await (const _ of candidates()) {
          exported += 1;
          if (exported > 1200) break;
        }
      }
      const answers = await value(api.exportAnswersExcel({ ctx: big.ctx, input: { testId: big.ids.testId ?? '' } }));
      let grades = 0;
      for await (const _ of answers.grades()) {
        grades += 1;
        if (grades > 300) break;
      }
      await walkFiles();
      watched.during('programs of a second together');
      const tasks = Array.from({ length: 11 }, () => ({ mode: 'stdio', input: '' }) as const);
      const programs = { language: program.language, source: program.source, tasks, limits: { seconds: 1, memory: 64, output: 1000 } };
      await meteredRunner(printingRunner, watched.store).run(programs, { account: String(accountId), attempt: '1' });
      watched.during('a quota that is used up');
      await value(setQuotas({ assay, accountId, changes: { callbacks: 0 } }));
      expect((await claimDue(assay)).filter(({ kind }) => kind === 'callback')).toEqual([]);
      await value(setQuotas({ assay, accountId, changes: { callbacks: 'default' } }));
      watched.during('redeliverFailed');
      await value(api.redeliverFailed({ ctx: big.ctx, input: { testId: big.ids.testId ?? '' } }));

      const found = watched.findings.filter((one) => !(`${one.by} ${one.kind}` in exceptions));
      expect(found.map(({ by, kind, of, during, detail }) => `${by} ${kind} ${of} (${during}): ${detail}`)).toEqual([]);
    },
    wholeWalk,
  );

  it('every function of every repository was tried', () => {
    const without = [notQueries, onlyTests, notHere, engine === 'sqlite' ? notOnSqlite : notOnPostgres];
    expect(repositoryFunctions.filter((name) => !watched.issuers.has(name) && !without.some((names) => names.has(name)))).toEqual([]);
  });
});
