import * as z from 'zod/mini';

/** The answer to a question of kind `file`: what was uploaded. `type` is by content, `sha256` in hexadecimal digits. */
export const FileAnswer = z.object({ fileId: z.string(), name: z.string(), type: z.string(), bytes: z.int(), sha256: z.string() });
export type FileAnswer = z.output<typeof FileAnswer>;
