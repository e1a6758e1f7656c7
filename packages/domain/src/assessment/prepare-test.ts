import { z } from 'zod';
import type { RunLimitsOfTest } from '../coding/time-limits.ts';
import { totalScoreOf } from '../report/scoring.ts';
import { type Finding, findingsOf } from './findings.ts';
import type { LargeText } from './large-text.ts';
import type { Recognition } from './question-ids.ts';
import type { RenderedTest } from './rendered-test.ts';
import { codeQuestionsOf, defineStored, questionsOf, type StoredDefinition, type TestFile } from './test-file.ts';
import { recognitionsOf } from './test-version.ts';

/** A test file as it is stored; `definition` is the JSON of its `StoredDefinition`. */
export type PreparedTest = Pick<TestFile, 'key' | 'status' | 'name' | 'duration'> & {
  readonly questions: number;
  readonly totalScore: string;
  readonly definition: string | LargeText;
  readonly recognitions: readonly Recognition[];
  /** What its author should look at; the runs of its programs may find more. */
  readonly findings: readonly Finding[];
  /** Questions that are answered with a program; absent if there are none: `definition` need not be parsed. */
  readonly codeQuestions?: number;
  /** Those that were measured; absent until the programs of these questions were run. */
  readonly runLimits?: RunLimitsOfTest;
  /** What candidates see of its texts; absent until they were rendered. */
  readonly rendered?: RenderedTest;
};

/** With what takes time of a large test: its text, and what its questions are recognized by. */
export const preparedFrom = (
  { key, status, name, duration }: TestFile,
  stored: StoredDefinition,
  { definition, recognitions }: Pick<PreparedTest, 'definition' | 'recognitions'>,
): PreparedTest => {
  const codeQuestions = codeQuestionsOf(stored).length;
  return {
    key,
    status,
    name,
    duration,
    questions: questionsOf(stored).length,
    totalScore: totalScoreOf(stored),
    definition,
    recognitions,
    findings: findingsOf(stored),
    ...(codeQuestions === 0 ? {} : { codeQuestions }),
  };
};

/** All that takes time with a large test, so that a transaction only has to write it. */
export const prepareTest = (file: TestFile): PreparedTest & { readonly definition: string } => {
  const stored = defineStored(file);
  const definition = JSON.stringify(stored);
  return { ...preparedFrom(file, stored, { definition, recognitions: recognitionsOf(file) }), definition };
};

/** The rules of an import. The file has been validated, so it is not validated again. */
export const preparedTest = z.custom<TestFile>().transform((file): PreparedTest => prepareTest(file));
