import { z } from 'zod';

/** Particulars of an entry, by its type. Readers accept any: another version may have written the entry. */
export const jsonData = z
  .record(z.string(), z.json().register(z.globalRegistry, { id: 'JsonValue', description: 'Any JSON value.' }))
  .meta({ id: 'Particulars', description: 'Fields by the type of the entry. A later version may add some.' });
