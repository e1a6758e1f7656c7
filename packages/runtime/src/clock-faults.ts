import { existsSync } from 'node:fs';
import { resumeClock } from '@assay/operations';
import { openStore, StoreAbsent } from '@assay/store';
import type { Config } from './config.ts';
import { databaseFileOf } from './data-directory.ts';
import { clockInWords } from './describe-readiness.ts';

/** What is wrong with the clocks of a service. It only reads: nothing is made or migrated. */
export const clockFaults = async (config: Config): Promise<readonly string[]> => {
  const url = config.ASSAY_DATABASE_URL;
  const file = databaseFileOf(config);
  if (url === undefined && !existsSync(file)) throw new StoreAbsent();
  const location = url === undefined ? ({ engine: 'sqlite', file } as const) : ({ engine: 'postgres', url } as const);
  const store = await openStore(location, undefined, { existing: true, migrates: false });
  try {
    await resumeClock({ assay: { store } });
    await store.read((db) => db.now());
    return clockInWords(store);
  } finally {
    await store.close();
  }
};
