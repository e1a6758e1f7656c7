import { type AskedLimits, defineLimits, limitsFileOf } from '../coding/question.ts';
import type { EveryQuestion } from '../question-fields.ts';
import type { SqlFile } from './file.ts';

/** An SQL question as it is stored, without the fields that every question has. */
export type SqlQuestion = {
  readonly kind: 'sql';
  readonly schema: string;
  /** Each is a data set: statements that fill the schema. */
  readonly data: readonly string[];
  readonly starter: string | null;
  readonly limits: AskedLimits;
  readonly solution: string;
  readonly wrong: readonly string[];
};

export const defineSql = ({ kind, schema, data, starter, limits, solution, wrong = [] }: SqlFile): SqlQuestion => ({
  kind,
  schema,
  data,
  starter: starter ?? null,
  limits: defineLimits(limits),
  solution,
  wrong,
});

/** The fields of a file that `defineSql` read. */
export const sqlFileOf = ({ kind, schema, data, starter, limits, solution, wrong }: SqlQuestion): Omit<SqlFile, keyof EveryQuestion> => ({
  kind,
  schema,
  data: [...data],
  ...(starter === null ? {} : { starter }),
  limits: limitsFileOf(limits),
  solution,
  ...(wrong.length === 0 ? {} : { wrong: [...wrong] }),
});
