import * as z from 'zod/mini';
import { TakeCode } from '../take-code.ts';
import { takeFields } from '../take-fields.ts';

export const TakeCoding = z.object({ kind: z.literal('coding'), ...takeFields, code: TakeCode });
