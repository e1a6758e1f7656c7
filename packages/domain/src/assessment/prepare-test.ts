import { z } from 'zod';
import { totalScoreOf } from '../report/scoring.ts';
import { defineTest, questionsOf, type TestFile } from './test-file.ts';

/** A test file as it is stored; `definition` is the JSON of its `TestDefinition`. */
export type PreparedTest = Pick<TestFile, 'key' | 'status' | 'name' | 'duration'> & {
  readonly questions: number;
  readonly totalScore: string;
  readonly definition: string;
};

/** All that takes time with a large test, so that a transaction only has to write it. */
export const prepareTest = (file: TestFile): PreparedTest => {
  const definition = defineTest(file);
  const { key, status, name, duration } = file;
  return {
    key,
    status,
    name,
    duration,
    questions: questionsOf(definition).length,
    totalScore: totalScoreOf(definition),
    definition: JSON.stringify(definition),
  };
};

/** The rules of an import. The file has been validated, so it is not validated again. */
export const preparedTest = z.custom<TestFile>().transform(prepareTest);
