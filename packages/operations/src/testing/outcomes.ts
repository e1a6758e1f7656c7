import { descriptionOf, statuscodes } from '@assay/domain';
import type { Outcome } from '../support/context.ts';

/** The value of an outcome that must be a success. */
export const value = async <Value>(outcome: Outcome<Value>): Promise<Value> => {
  const result = await outcome;
  if (!result.ok) throw new Error(`unexpected refusal ${result.error.code}: ${result.error.message}`);
  return result.value;
};

/** The refusal of an outcome that must be one, with the `statuscode` that the envelope carries. */
export const refusalOf = async (outcome: Outcome<unknown>) => {
  const result = await outcome;
  if (result.ok) throw new Error(`expected a refusal, got ${JSON.stringify(result.value)}`);
  const statuscode = statuscodes[result.error.code];
  const description = descriptionOf(result.error.code);
  return { ...result.error, statuscode, description };
};

export const statuscodeOf = async (outcome: Outcome<unknown>): Promise<string> => {
  const result = await outcome;
  return result.ok ? '200.1' : statuscodes[result.error.code];
};
