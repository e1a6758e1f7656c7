import * as z from 'zod/mini';
import { takeFields } from '../take-fields.ts';

/** `accept`: types as `fileTypes` names them. */
export const TakeFile = z.object({
  kind: z.literal('file'),
  ...takeFields,
  file: z.object({ accept: z.array(z.string()), maxBytes: z.int() }),
});
export type TakeFile = z.output<typeof TakeFile>;
