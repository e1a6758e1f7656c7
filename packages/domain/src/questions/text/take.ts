import * as z from 'zod/mini';
import { takeFields } from '../take-fields.ts';

export const TakeText = z.object({ kind: z.literal('text'), ...takeFields });
