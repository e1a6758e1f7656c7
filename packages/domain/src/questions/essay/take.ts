import * as z from 'zod/mini';
import { takeFields } from '../take-fields.ts';

/** `words`: how many it should have. */
export const TakeEssay = z.object({
  kind: z.literal('essay'),
  ...takeFields,
  words: z.object({ min: z.nullable(z.int()), max: z.nullable(z.int()) }),
});
export type TakeEssay = z.output<typeof TakeEssay>;
