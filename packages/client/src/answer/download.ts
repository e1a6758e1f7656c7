import type { Leash } from '../transport/leash.ts';
import { fileNameOf } from './content-disposition.ts';

/** A file that the server sends. Read `stream` or call `bytes()`, once; leaving it unread keeps the connection. */
export type Download = {
  readonly stream: ReadableStream<Uint8Array>;
  /** What the server calls it, without any folder; null when it gives no name. */
  readonly fileName: string | null;
  readonly contentType: string;
  /** All of it. */
  readonly bytes: () => Promise<Uint8Array>;
};

/**
 * The body under the call's limits: each piece within the time limit, the caller's abort at once.
 *
 * @param explain makes of what went wrong the error that the reader of the stream sees
 */
const guarded = (body: ReadableStream<Uint8Array> | null, leash: Leash, explain: (error: unknown) => unknown) => {
  const reader = body?.getReader();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const next = await leash.hold(async () => reader?.read() ?? { done: true as const, value: undefined });
          if (!next.done) return controller.enqueue(next.value);
          leash.release();
          controller.close();
        } catch (error) {
          leash.release();
          controller.error(explain(error));
          await reader?.cancel(error).catch(() => undefined);
        }
      },
      cancel: async (reason) => {
        leash.release();
        await reader?.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
};

export const downloadOf = (response: Response, leash: Leash, explain: (error: unknown) => unknown): Download => {
  const stream = guarded(response.body, leash, explain);
  return {
    stream,
    fileName: fileNameOf(response.headers.get('content-disposition')),
    contentType: response.headers.get('content-type') ?? 'application/octet-stream',
    bytes: async () => new Uint8Array(await new Response(stream).arrayBuffer()),
  };
};
