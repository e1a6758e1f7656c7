import { z } from 'zod';

/** Particulars of an entry, by its type. Readers accept any: another version may have written the entry. */
export const jsonData = z.record(z.string(), z.json());
