import { z } from 'zod';
import { decimal } from '../decimal.ts';
import { trimmedTo } from '../wire/fields.ts';

const largestAmount = 10_000;
const belowLargest = `must be at most ${largestAmount}`;

const amount = (rule: z.ZodNumber) =>
  rule.refine((value) => Number.isFinite(value) && decimal(value).round(6).eq(decimal(value)), 'must have at most 6 decimals');

/** Marks, or what takes a part of them: an exact decimal. */
export const amountFromZero = amount(z.number().min(0, 'must not be negative').max(largestAmount, belowLargest));
export const marks = amount(z.number().positive('must be above 0').max(largestAmount, belowLargest)).default(1);
export const penalty = amountFromZero.default(0);

export const text = (max: number) =>
  z
    .string()
    .check(...trimmedTo(max))
    .min(1, 'is required');
export const prompt = text(50_000);
