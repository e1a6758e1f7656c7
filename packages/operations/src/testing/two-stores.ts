import type { Store } from '@assay/store';
import { makeContendedDatabase, openWithLimits } from '@assay/store/testing';
import type { Assay } from '../support/context.ts';
import { printingRunner } from './printing-runner.ts';
import { Service } from './service.ts';

export type TwoStores = { readonly service: Service; readonly first: Assay; readonly second: Assay };

/** Two processes' stores on one PostgreSQL, and a service that prepares what they work on. Returns how many deadlocks there were, those too that a store tried again. */
export const withTwoStores = async (work: (shared: TwoStores) => Promise<void>, watch = (store: Store) => store): Promise<number> => {
  const database = await makeContendedDatabase();
  try {
    const service = new Service();
    // A deadlock is found after a second; a machine under load may need longer for all else.
    const open = () => openWithLimits(database.url, { lock: 60_000, statement: 60_000, idleInTransaction: 0 }, () => service.clock.now);
    const [one, other] = [open(), open()];
    await service.open('sqlite', () => ({ store: one, runner: printingRunner }));
    try {
      const assayOf = (store: Store): Assay => ({ ...service.assay, store: watch(store) });
      await work({ service, first: assayOf(one), second: assayOf(other) });
    } finally {
      await Promise.all([one.close(), other.close(), service.dispose()]);
    }
    return await database.countDeadlocks();
  } finally {
    await database.drop();
  }
};
