import type { Browser } from './browser.ts';
import { type Decode, readAcknowledged, readAttempt, readFailure, readSaved, readSubmitted } from './codecs.ts';
import type { Answer, Attempt } from './types.ts';

/** `refused`: the server said no and means it. `unreachable`: nothing was learnt, ask again; not before `retryAfterMs` when given. */
export type Outcome<Value> =
  | { readonly type: 'ok'; readonly value: Value }
  | { readonly type: 'refused'; readonly statuscode: string; readonly message: string }
  | { readonly type: 'unreachable'; readonly retryAfterMs?: number };

export type WindowEvent = { readonly eventId: string; readonly type: 'left' | 'returned'; readonly at: number };

type Saved = { readonly accepted: boolean; readonly answer: Answer; readonly revision: number };
type Submitted = { readonly completedAt: string; readonly redirectURL: string | null };

/** The candidate protocol of one attempt. Nothing here throws or rejects. */
export type Protocol = {
  readonly attempt: () => Promise<Outcome<Attempt>>;
  readonly start: () => Promise<Outcome<Attempt>>;
  readonly saveAnswer: (questionId: number, answer: Answer, revision: number) => Promise<Outcome<Saved>>;
  readonly sendEvents: (sentAt: number, events: readonly WindowEvent[]) => Promise<Outcome<true>>;
  readonly reportCamera: (state: 'granted' | 'denied' | 'lost') => Promise<Outcome<true>>;
  readonly uploadImage: (image: Blob) => Promise<Outcome<true>>;
  readonly submit: () => Promise<Outcome<Submitted>>;
};

/** When a request left and its answer came (monotonic ms). `steady`: the device neither slept nor was its clock set meanwhile. */
export type Span = { readonly start: number; readonly end: number; readonly steady: boolean };

export type Web = Pick<Browser, 'fetch' | 'setTimeout' | 'clearTimeout' | 'monotonic' | 'wallClock'>;

const timeOutMs = 20_000;

// A browser lets a page that closes finish requests of 64 KiB in all: what is larger must not be asked to.
const keepAliveCharacters = 4_000;

const isTransient = (statuscode: string): boolean =>
  statuscode.startsWith('5') || statuscode.startsWith('429') || statuscode.startsWith('408');

const unreachable = (response: Response): Outcome<never> => {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return seconds > 0 ? { type: 'unreachable', retryAfterMs: seconds * 1000 } : { type: 'unreachable' };
};

const interpret = async <Value>(response: Response, decode: Decode<Value>): Promise<Outcome<Value>> => {
  if (isTransient(String(response.status))) return unreachable(response);
  const body: unknown = await response.json();
  const value = response.ok ? decode(body) : undefined;
  if (value !== undefined) return { type: 'ok', value };
  const failure = readFailure(body);
  if (failure === undefined || isTransient(failure.statuscode)) return unreachable(response);
  return { type: 'refused', statuscode: failure.statuscode, message: failure.result };
};

export const ask = async <Value>(
  web: Web,
  url: string,
  init: RequestInit,
  decode: Decode<Value>,
  measure?: (value: Value, span: Span) => void,
): Promise<Outcome<Value>> => {
  const late = new AbortController();
  const timer = web.setTimeout(() => late.abort(), timeOutMs);
  const start = web.monotonic();
  const wallStart = web.wallClock();
  try {
    const response = await web.fetch(url, { cache: 'no-store', ...init, signal: late.signal });
    const end = web.monotonic();
    const steady = Math.abs(web.wallClock() - wallStart - (end - start)) < 2_000;
    const outcome = await interpret(response, decode);
    if (outcome.type === 'ok') measure?.(outcome.value, { start, end, steady });
    return outcome;
  } catch {
    // No network, no answer in time, or a body that is no JSON: nothing was learnt.
    return { type: 'unreachable' };
  } finally {
    web.clearTimeout(timer);
  }
};

export const accept = { accept: 'application/json' };

export const sendJson = (method: 'POST' | 'PUT', content: unknown): RequestInit => {
  const body = JSON.stringify(content);
  return { method, headers: { ...accept, 'content-type': 'application/json' }, body, keepalive: body.length <= keepAliveCharacters };
};

/** `measure` hears of every attempt state with the span of its request. */
export const createProtocol = (deps: {
  readonly takeUrl: string;
  readonly sessionId: string;
  readonly web: Web;
  readonly measure: (attempt: Attempt, span: Span) => void;
}): Protocol => {
  const { takeUrl, sessionId, web, measure } = deps;
  const post = <Value>(path: string, content: unknown, decode: Decode<Value>) =>
    ask(web, `${takeUrl}/${path}`, sendJson('POST', content), decode);
  return {
    attempt: () => ask(web, `${takeUrl}/attempt`, { headers: accept }, readAttempt, measure),
    start: () => ask(web, `${takeUrl}/start`, sendJson('POST', { sessionId }), readAttempt, measure),
    saveAnswer: (questionId, answer, revision) =>
      ask(web, `${takeUrl}/answers/${questionId}`, sendJson('PUT', { answer, revision, sessionId }), readSaved),
    // The clock tells fractions; the wire has whole milliseconds.
    sendEvents: (sentAt, events) => {
      const whole = events.map((event) => ({ ...event, at: Math.round(event.at) }));
      return post('events', { sentAt: Math.round(sentAt), sessionId, events: whole }, readAcknowledged);
    },
    reportCamera: (state) => post('camera', { state }, readAcknowledged),
    uploadImage: (image) =>
      ask(
        web,
        `${takeUrl}/images`,
        { method: 'POST', headers: { ...accept, 'content-type': 'image/jpeg' }, body: image },
        readAcknowledged,
      ),
    submit: () => post('submit', { sessionId }, readSubmitted),
  };
};
