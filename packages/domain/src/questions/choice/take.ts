import * as z from 'zod/mini';
import { html, takeFields } from '../take-fields.ts';

export const TakeChoice = z.object({
  kind: z.literal(['single-choice', 'multiple-choice']),
  ...takeFields,
  options: z.array(z.object({ optionId: z.string(), text: z.string(), html })),
});
export type TakeChoice = z.output<typeof TakeChoice>;
