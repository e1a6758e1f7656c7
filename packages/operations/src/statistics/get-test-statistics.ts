import { ok, operations, type StatisticsReport, testStatistics, timeZoneName } from '@assay/domain';
import { accounts, type tests } from '@assay/store';
import { loadBrand } from '../account/load-brand.ts';
import { findTest } from '../assessment/find-test.ts';
import type { Assay, Outcome } from '../support/context.ts';
import { inParts } from '../support/in-parts.ts';
import { operation } from '../support/operation.ts';
import { conflict, notFound } from '../support/refusals.ts';
import { countAttempts } from './count-attempts.ts';
import { firstLine } from './first-line.ts';
import { loadGradedVersions } from './graded-versions.ts';

/** A few seconds' work on a small machine. */
const mostPerRequest = 50_000;

type Counted = ReturnType<typeof testStatistics>['questions'];

/** With the first lines of prompts and options. Gives way after each question: a test may have 26,000 options. */
const inShort = function* (questions: Counted): Generator<void, Counted[number][]> {
  const short: Counted[number][] = [];
  for (const { prompt, options, ...question } of questions) {
    const lines = options.map(({ text, ...option }) => ({ ...option, text: firstLine(text) }));
    short.push({ ...question, prompt: firstLine(prompt), options: lines });
    yield;
  }
  return short;
};

/** `isComplete`: false if there are more attempts than one request counts. */
export const readStatistics = async (assay: Assay, { account_id: accountId, test_id: testId, version }: tests.Test) => {
  const { tally, isComplete } = await countAttempts(assay, { accountId, testId }, mostPerRequest);
  const graded = await loadGradedVersions(assay, { accountId, testId }, tally);
  const { definition: present } = await assay.store.read((db) => assay.testVersions.load(db, { accountId, testId, version }));
  const { questions, ...statistics } = testStatistics(tally, graded, present);
  return {
    testId,
    isComplete,
    ...statistics,
    questions: await inParts(inShort(questions)),
  };
};

/** Statistics of a test and its questions, over all versions, from finished attempts. */
export const getTestStatistics = operation(operations.getTestStatistics, async ({ assay, accountId }, { testId }) => {
  const test = await assay.store.read((db) => findTest(db, accountId, testId));
  return test.ok ? ok(await readStatistics(assay, test.value)) : test;
});

/** The data of the same as PDF, which is of all attempts or not made. */
export const exportStatisticsPdf = operation(
  operations.exportStatisticsPdf,
  async ({ assay, accountId }, { testId }): Outcome<StatisticsReport> => {
    const { store } = assay;
    const test = await store.read((db) => findTest(db, accountId, testId));
    if (!test.ok) return test;
    const account = await store.read((db) => accounts.find(db, accountId));
    if (account === undefined) return notFound('test', testId);
    const { isComplete, ...statistics } = await readStatistics(assay, test.value);
    if (!isComplete) return conflict('The attempts are still being counted; send the request again');
    return ok({
      accountName: account.name,
      brand: await store.read((db) => loadBrand(db, account)),
      testName: test.value.name,
      generatedAt: await store.read((db) => db.now()),
      zone: timeZoneName(account.time_zone_id),
      statistics,
    });
  },
);
