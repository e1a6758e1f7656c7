import { FailureEnvelope, type RefusalCode, statuscodes, successEnvelope } from '@assay/domain/take';
import type { Browser } from '../browser.ts';

/** `refused`: final; `code` is null for a statuscode this page does not know. `unreachable`: try again, not before `retryAfterMs`; without `status` there was no response. */
export type Outcome<Value> =
  | { readonly type: 'ok'; readonly value: Value }
  | { readonly type: 'refused'; readonly code: RefusalCode | null; readonly message: string }
  | { readonly type: 'unreachable'; readonly retryAfterMs?: number; readonly status?: number };

/** When a request was sent and its response came (monotonic ms). `steady`: the device neither slept nor was its clock set meanwhile. */
export type Span = { readonly start: number; readonly end: number; readonly steady: boolean };

export type Reply<Value> = { readonly outcome: Outcome<Value>; readonly span: Span };

/** The `result` of a success; undefined when the body is not of the protocol (a proxy's page, a truncated body). */
export type Decode<Value> = (body: unknown) => Value | undefined;

export type Web = Pick<Browser, 'fetch' | 'setTimeout' | 'clearTimeout' | 'monotonic' | 'wallClock'>;

const usualTimeoutMs = 20_000;

// A browser lets a page that closes finish requests of 64 KiB in all: a larger one with `keepalive` would fail at once.
const keepAliveCharacters = 4_000;

export const decoder = <Value>(schema: Parameters<typeof successEnvelope>[0]): Decode<Value> => {
  const envelope = successEnvelope(schema);
  return (body) => {
    const decoded = envelope.safeParse(body);
    // The schema's own output, which the compiler cannot follow through the envelope's generic.
    return decoded.success ? (decoded.data.result as Value) : undefined;
  };
};

const codeOf = (statuscode: string): RefusalCode | null =>
  (Object.keys(statuscodes) as RefusalCode[]).find((code) => statuscodes[code] === statuscode) ?? null;

const isTransient = (statuscode: string): boolean => /^(?:5|408|429)/.test(statuscode);

const unreachable = (response: Response): Outcome<never> => {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return { type: 'unreachable', status: response.status, ...(seconds > 0 && { retryAfterMs: seconds * 1000 }) };
};

/** What a response says. */
export const interpret = async <Value>(response: Response, decode: Decode<Value>): Promise<Outcome<Value>> => {
  if (isTransient(String(response.status))) return unreachable(response);
  const body: unknown = await response.json();
  const value = response.ok ? decode(body) : undefined;
  if (value !== undefined) return { type: 'ok', value };
  const { data: failure } = FailureEnvelope.safeParse(body);
  if (failure === undefined || isTransient(failure.statuscode)) return unreachable(response);
  return { type: 'refused', code: codeOf(failure.statuscode), message: failure.result };
};

/** Text of a body, line by line; `read` is called for each part that comes. */
async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>, read: () => void): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    read();
    const lines = `${rest}${part.value}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

/** Takes what comes before a response that is sent as lines. */
export type Lines = { readonly type: string; readonly take: (line: unknown) => void };

/** The last line is an envelope, as another response has in its body. */
const readLines = async (response: Response, { type, take }: Lines, read: () => void): Promise<Response> => {
  if (response.body === null || response.headers.get('content-type') !== type) return response;
  for await (const text of linesOf(response.body, read)) {
    if (text === '') continue;
    const line: unknown = JSON.parse(text);
    if (typeof line === 'object' && line !== null && 'statuscode' in line)
      return new Response(text, { status: Number.parseInt(String(line.statuscode), 10) });
    take(line);
  }
  throw new TypeError('the last line is missing');
};

/** Sends a request and reads its envelope. Never rejects. */
export const request = async <Value>(
  web: Web,
  url: string,
  init: RequestInit,
  decode: Decode<Value>,
  timeoutMs = usualTimeoutMs,
  lines?: Lines,
): Promise<Reply<Value>> => {
  const timeout = new AbortController();
  const wait = () => web.setTimeout(() => timeout.abort(), timeoutMs);
  let timer = wait();
  const read = () => {
    web.clearTimeout(timer);
    timer = wait();
  };
  const start = web.monotonic();
  const wallStart = web.wallClock();
  const span = (): Span => {
    const end = web.monotonic();
    return { start, end, steady: Math.abs(web.wallClock() - wallStart - (end - start)) < 2_000 };
  };
  try {
    const accept = lines === undefined ? 'application/json' : `${lines.type}, application/json`;
    const headers = { accept, ...init.headers };
    const response = await web.fetch(url, { cache: 'no-store', ...init, headers, signal: timeout.signal });
    // Before the body is read, which may take longer.
    const measured = span();
    const whole = lines === undefined ? response : await readLines(response, lines, read);
    return { outcome: await interpret(whole, decode), span: measured };
  } catch {
    // No network, no response in time, or a body that is not JSON.
    return { outcome: { type: 'unreachable' }, span: span() };
  } finally {
    web.clearTimeout(timer);
  }
};

export const json = (method: 'POST' | 'PUT', content: unknown): RequestInit => {
  const body = JSON.stringify(content);
  return { method, headers: { 'content-type': 'application/json' }, body, keepalive: body.length <= keepAliveCharacters };
};
