import type { Store } from '../store.ts';

/** Brings a blank database to the schema that an earlier release had, whose last migration this was. */
export const migrateTo = (store: Store, last: string): Promise<void> => store.migrate({ last });
