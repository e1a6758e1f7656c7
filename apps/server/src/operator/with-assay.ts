import { existsSync } from 'node:fs';
import type { Refusal, Result } from '@assay/domain';
import type { Assay } from '@assay/operations';
import { type Config, ConfigError, databaseFileOf, explainStart, openAssay, readConfig, withoutOutbound } from '@assay/runtime';
import { RefusedError } from './refused.ts';

export const readOperatorConfig = (): Config => {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) throw new RefusedError(`The environment is wrong.\n${error.message}`, 2);
    throw error;
  }
};

/**
 * Opens the database for one command. A server may use it at the same time. Where there is none, as in another folder than the server's,
 * a command is refused; `makes` says that it makes a service there, and then it tells so.
 */
export const withAssay = async <Value>(work: (assay: Assay) => Promise<Value>, { makes = false } = {}): Promise<Value> => {
  const config = readOperatorConfig();
  const file = databaseFileOf(config);
  const isNew = config.ASSAY_DATABASE_URL === undefined && !existsSync(file);
  const { assay, close } = await openAssay(config, withoutOutbound, { existing: !makes }).catch((error: unknown) => {
    const reason = explainStart(error, config);
    throw reason === undefined ? error : new RefusedError(reason);
  });
  if (isNew) process.stderr.write(`There was no service in ${file}: it is made.\n`);
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
