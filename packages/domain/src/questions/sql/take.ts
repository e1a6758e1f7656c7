import * as z from 'zod/mini';
import { TakeCode } from '../take-code.ts';
import { takeFields } from '../take-fields.ts';

export const TakeSql = z.object({ kind: z.literal('sql'), ...takeFields, code: TakeCode });
