import * as z from 'zod/mini';

/** Prompt or option as safe HTML; the server adds it to the response. */
export const html = z.optional(z.string());

/** What a candidate sees of a question of any kind. */
export const takeFields = { questionId: z.int(), section: z.int(), prompt: z.string(), html, marks: z.number(), penalty: z.number() };
export type TakeFields = typeof takeFields;
