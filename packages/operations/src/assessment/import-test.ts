import {
  err,
  type ImportResult,
  idsAfter,
  type LargeText,
  type ManagedTest,
  ok,
  operations,
  type PreparedTest,
  questionsOf,
  type Refusal,
  type Result,
  recognizeInParts,
  refuseFaults,
} from '@assay/domain';
import { accounts, largeTexts, testPictures, tests } from '@assay/store';
import { shareText } from '../rendering/large-text.ts';
import type { Context } from '../support/context.ts';
import { inParts } from '../support/in-parts.ts';
import { type WriteCall, writeOperation } from '../support/operation.ts';
import { requireBytes } from '../support/quotas.ts';
import { changedMeanwhile } from '../support/refusals.ts';
import { storeRendered, textsOf } from '../support/rendered-versions.ts';
import { accountRow } from '../support/row-name.ts';
import { stageTexts } from '../support/stage-texts.ts';
import { issueAccessKey } from '../support/tokens.ts';
import { checkPrograms } from './check-programs.ts';

export const managedTest = (test: tests.Test): ManagedTest => ({
  testId: test.test_id,
  key: test.test_key,
  testName: test.name,
  status: test.status,
  version: test.version,
  accessKey: test.access_key,
  duration: test.duration,
  questions: test.questions,
  totalScore: test.total_score,
});

type Version = Pick<tests.Test, 'test_id' | 'version'>;

/** What a file makes of the present version of its test. `asStored`: the definition is the same text, whatever the ids of its questions. */
const compareWith = async ({ assay, accountId, tx }: Importing, { test_id: testId, version }: Version, test: PreparedTest) => {
  const key = { accountId, testId, version };
  const asStored = await tests.hasDefinition(tx, key, test.definition);
  // Without ids of its own such a file has those of the version, which need not be read for that.
  if (asStored && test.recognitions.every(({ id }) => id === undefined)) return { asStored, isSame: true } as const;
  const present = await assay.testVersions.load(tx, key);
  const questionIds = idsAfter(test.recognitions, present.definition);
  const hasSameIds = questionsOf(present.definition).every(({ id }, index) => id === questionIds[index]);
  if (asStored && hasSameIds) return { asStored, isSame: true } as const;
  return { asStored, isSame: false, beside: { questionIds, runLimits: asStored ? present.runLimits : test.runLimits } } as const;
};

/**
 * What a version of a test adds to what its account stores, beside its large texts, which are stored before; `testId` undefined: of a new
 * test.
 */
const addedBytes = async (
  { accountId, tx }: Importing,
  { definition, rendered }: PreparedTest,
  testId: number | undefined,
): Promise<number> => {
  const pictures = rendered?.pictures ?? [];
  const ids = pictures.map(({ pictureId }) => pictureId);
  const there = testId === undefined || ids.length === 0 ? [] : await testPictures.listIds(tx, { accountId, testId, ids });
  const added = pictures.filter(({ pictureId }) => !there.includes(pictureId));
  const texts = [definition, ...added.map(({ sealed }) => sealed)];
  return texts.reduce((sum, text) => sum + (typeof text === 'string' ? Buffer.byteLength(text) : 0), 0);
};

/** Stores large texts before the transaction that names them, if the quota of the account admits those that it does not store yet. */
export const stageWithinQuota = async (
  { assay: { store }, accountId }: Pick<Context, 'assay' | 'accountId'>,
  texts: readonly (string | LargeText)[],
): Promise<Result<undefined, Refusal>> => {
  const large = texts.filter((text) => typeof text !== 'string');
  const quota = await store.read(async (db) => {
    const stored = new Set(
      await largeTexts.listStored(
        db,
        accountId,
        large.map(({ digest }) => digest),
      ),
    );
    const added = large.filter(({ digest }) => !stored.has(digest));
    return requireBytes(
      db,
      accountId,
      added.reduce((sum, { bytes }) => sum + bytes.byteLength, 0),
    );
  });
  if (quota.ok) await stageTexts({ store, accountId }, texts);
  return quota;
};

type Importing = Pick<WriteCall, 'assay' | 'accountId' | 'tx'>;

/**
 * A file with a `key` that the account has makes a new version of that test, or nothing when it says the same; any other file makes
 * a new test. Attempts stay on the version they started with.
 */
export const importFile = async (call: Importing, test: PreparedTest): Promise<Result<ImportResult, Refusal>> => {
  const { accountId, tx } = call;
  const { key, status, definition, name, duration, questions, totalScore, codeQuestions, runLimits } = test;
  const content = { name, duration, questions, total_score: totalScore };
  const result = (imported: tests.Test, outcome: ImportResult['outcome']) =>
    ok({ ...managedTest(imported), outcome, ...(test.findings.length === 0 ? {} : { findings: [...test.findings] }) });

  // It was the present version when it was looked up, so that its programs were not run; another import came in between.
  const isUnmeasured = codeQuestions !== undefined && runLimits === undefined;
  type Beside = Pick<Parameters<typeof tests.insertVersion>[1], 'questionIds' | 'runLimits'>;
  const insertVersion = async (testId: number, version: number, now: number, beside: Beside): Promise<void> => {
    await tests.insertVersion(tx, { ...content, account_id: accountId, test_id: testId, version, definition, created_at: now, ...beside });
    if (test.rendered !== undefined) await storeRendered(tx, { accountId, testId, version }, test.rendered);
  };

  // One import at a time in an account: two files with the same new key would otherwise both make a test.
  await accounts.lock(tx, accountId);
  const known = key === undefined ? undefined : await tests.lockByKey(tx, accountId, key);
  const now = await tx.now();

  if (known === undefined) {
    if (isUnmeasured) return changedMeanwhile;
    const quota = await requireBytes(tx, accountId, await addedBytes(call, test, undefined));
    if (!quota.ok) return quota;
    const inserted = await tests.insert(tx, {
      ...content,
      account_id: accountId,
      test_key: key ?? null,
      status: status ?? 'Active',
      access_key: issueAccessKey('t', accountId),
      version: 1,
      created_at: now,
      updated_at: now,
    });
    await insertVersion(inserted.test_id, 1, now, { questionIds: idsAfter(test.recognitions, undefined), runLimits });
    await accounts.countTests(tx, accountId, 1);
    return result(inserted, 'created');
  }

  const compared = await compareWith(call, known, test);
  const nextStatus = status ?? (known.status === 'Archived' ? 'Active' : known.status);
  if (compared.isSame && nextStatus === known.status) return result(known, 'unchanged');
  if (!compared.asStored && isUnmeasured) return changedMeanwhile;
  if (!compared.isSame) {
    const quota = await requireBytes(tx, accountId, await addedBytes(call, test, known.test_id));
    if (!quota.ok) return quota;
  }
  const version = compared.isSame ? known.version : known.version + 1;
  if (!compared.isSame) await insertVersion(known.test_id, version, now, compared.beside);
  const next = { ...content, status: nextStatus, version, updated_at: now };
  if (!(await tests.advance(tx, known, next))) return changedMeanwhile;
  if (known.status === 'Archived') await accounts.countTests(tx, accountId, 1);
  return result({ ...known, ...next }, 'updated');
};

/** What a thread read is shared already. */
const shared = (definition: PreparedTest['definition']) => (typeof definition === 'string' ? shareText(definition) : definition);

/** A large file is compared with the version before it, which is made ready for that in parts. */
const recognizePresent = async ({ assay, accountId }: Context, { key, definition }: PreparedTest): Promise<void> => {
  if (key === undefined || typeof definition === 'string') return;
  const present = await assay.store.read(async (db) => {
    const known = await tests.findByKey(db, accountId, key);
    return known && (await assay.testVersions.load(db, { accountId, testId: known.test_id, version: known.version })).definition;
  });
  if (present !== undefined) await inParts(recognizeInParts(present));
};

/** An author mends the faults of texts and of programs together. */
const refuseBoth = (...refusals: readonly Refusal[]) => err(refuseFaults(refusals.flatMap(({ message }) => message.split('; '))));

/**
 * Imports a test file: a new test, or a new version of the test with the same key. Before, its texts are rendered and the programs of coding
 * questions are run, which takes up to two minutes.
 */
export const importTest = writeOperation(operations.importTest, (call, { body }) => importFile(call, body), {
  row: accountRow,
  prepare: async (ctx, input) => {
    const body = { ...input.body, definition: shared(input.body.definition) };
    await recognizePresent(ctx, body);
    const rendered = await ctx.assay.rendered.render(ctx.assay, ctx.accountId, body.definition);
    if (!rendered.ok && rendered.error.code !== 'request.invalid') return rendered;
    const checked = await checkPrograms(ctx, body);
    if (!rendered.ok) return checked.ok || checked.error.code !== 'request.invalid' ? rendered : refuseBoth(rendered.error, checked.error);
    if (!checked.ok) return checked;
    const staged = await stageWithinQuota(ctx, [checked.value.definition, ...textsOf(rendered.value)]);
    if (!staged.ok) return staged;
    return ok({ ...input, body: { ...checked.value, rendered: rendered.value } });
  },
});
