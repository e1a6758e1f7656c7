import * as z from 'zod/mini';
import { takeFields } from '../take-fields.ts';

export const TakeNumeric = z.object({ kind: z.literal('numeric'), ...takeFields });
