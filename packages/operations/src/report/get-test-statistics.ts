import { ok, operations, type TestDefinition, testStatistics } from '@assay/domain';
import { findTest } from '../assessment/find-test.ts';
import { operation } from '../support/operation.ts';
import { countAttempts } from './count-attempts.ts';
import { firstLine } from './first-line.ts';

/** A second's work on a small machine. */
const mostPerRequest = 5000;

/** Statistics of a test and its questions, over all versions, from finished attempts. */
export const getTestStatistics = operation(operations.getTestStatistics, async ({ assay, accountId }, { testId }) => {
  const { store } = assay;
  const test = await store.read((db) => findTest(db, accountId, testId));
  if (!test.ok) return test;
  const { tally, isComplete } = await countAttempts(assay, { accountId, testId }, mostPerRequest);
  const versions = Object.keys(tally.versions).map(Number);
  const definitions = new Map<number, TestDefinition>();
  for (const version of versions) {
    const { definition } = await store.read((db) => assay.testVersions.load(db, { accountId, testId, version }));
    definitions.set(version, definition);
  }
  const { questions, ...statistics } = testStatistics(tally, definitions);
  return ok({
    testId,
    isComplete,
    ...statistics,
    questions: questions.map(({ prompt, options, ...question }) => ({
      ...question,
      prompt: firstLine(prompt),
      options: options.map(({ text, ...option }) => ({ ...option, text: firstLine(text) })),
    })),
  });
});
