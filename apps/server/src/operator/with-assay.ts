import type { Refusal, Result } from '@assay/domain';
import type { Assay } from '@assay/operations';
import { type Config, ConfigError, openAssay, readConfig, withoutOutbound } from '@assay/runtime';
import { RefusedError } from './refused.ts';

export const readOperatorConfig = (): Config => {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) throw new RefusedError(`The environment is wrong.\n${error.message}`, 2);
    throw error;
  }
};

/** Their message says what to do. */
const mendable = new Set(['BackupError', 'MigrationError']);

/** Opens the database for one command. A server may use it at the same time. */
export const withAssay = async <Value>(work: (assay: Assay) => Promise<Value>): Promise<Value> => {
  const { assay, close } = await openAssay(readOperatorConfig(), withoutOutbound).catch((error: unknown) => {
    throw error instanceof Error && mendable.has(error.name) ? new RefusedError(error.message) : error;
  });
  try {
    return await work(assay);
  } finally {
    await close();
  }
};

/** The value of a result; a refusal ends the command with its message. */
export const unwrap = <Value>(result: Result<Value, Refusal>): Value => {
  if (result.ok) return result.value;
  throw new RefusedError(result.error.message);
};
