import type { Deadline } from '../transport/deadline.ts';
import { fileNameOf } from './content-disposition.ts';

/** A file from the server. Read `stream` or call `bytes()` once: an unread file keeps its connection open. */
export type Download = {
  readonly stream: ReadableStream<Uint8Array>;
  /** The server's name for it, without folders; null if it gives none. */
  readonly fileName: string | null;
  readonly contentType: string;
  /** The whole file. */
  readonly bytes: () => Promise<Uint8Array>;
};

/**
 * The body as a stream that keeps the call's limits: each chunk has `timeoutMs`, and the caller's signal ends it.
 *
 * @param toClientError converts what went wrong into the error that the stream's reader gets
 */
const limited = (body: ReadableStream<Uint8Array> | null, deadline: Deadline, toClientError: (error: unknown) => unknown) => {
  const reader = body?.getReader();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const next = await deadline.race(async () => reader?.read() ?? { done: true as const, value: undefined });
          if (!next.done) return controller.enqueue(next.value);
          deadline.release();
          controller.close();
        } catch (error) {
          deadline.release();
          controller.error(toClientError(error));
          await reader?.cancel(error).catch(() => undefined);
        }
      },
      cancel: async (reason) => {
        deadline.release();
        await reader?.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
};

export const downloadOf = (response: Response, deadline: Deadline, toClientError: (error: unknown) => unknown): Download => {
  const stream = limited(response.body, deadline, toClientError);
  return {
    stream,
    fileName: fileNameOf(response.headers.get('content-disposition')),
    contentType: response.headers.get('content-type') ?? 'application/octet-stream',
    bytes: async () => new Uint8Array(await new Response(stream).arrayBuffer()),
  };
};
