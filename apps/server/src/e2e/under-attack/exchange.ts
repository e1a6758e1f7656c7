import { type Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export type Exchange = {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array;
  readonly agent?: Agent;
  readonly signal?: AbortSignal;
  /** How fast the body is sent; without it, at once. */
  readonly bytesPerSecond?: number;
};

export type Exchanged = { readonly status: number; readonly headers: Headers; readonly bytes: Buffer };

const partsPerSecond = 20;

/** One request by an agent, which may have an address of its own: `fetch` has none to choose. */
export const exchange = (url: string, { method = 'GET', headers = {}, body, bytesPerSecond, ...rest }: Exchange): Promise<Exchanged> =>
  new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const sending = request(
      url,
      { method, headers: { ...headers, ...(bytes && { 'content-length': bytes.length }) }, ...rest },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const pairs = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string]);
          resolve({ status: response.statusCode ?? 0, headers: new Headers(pairs), bytes: Buffer.concat(chunks) });
        });
      },
    );
    sending.on('error', reject);
    const send = async () => {
      const step = Math.ceil((bytesPerSecond ?? 0) / partsPerSecond);
      for (let at = 0; bytes !== undefined && step > 0 && at < bytes.length && !sending.destroyed; at += step) {
        sending.write(bytes.subarray(at, at + step));
        await pause(1000 / partsPerSecond);
      }
      sending.end(step > 0 ? undefined : bytes);
    };
    void send();
  });
