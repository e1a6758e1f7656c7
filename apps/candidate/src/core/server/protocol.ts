import {
  type Answer,
  AttemptState,
  type CameraState as CameraOutcome,
  type Change,
  type CodeAnswer,
  RunNews,
  RunResult,
  SaveAnswerResult,
  SubmitResult,
  TicketResult,
  type WindowEvent as WindowChange,
} from '@assay/domain/take';
import { type Decode, decoder, json, type Lines, type Reply, request as send, type Web } from './http.ts';

/** The attempt as the server last sent it, decoded; instants are ISO 8601 with milliseconds and `Z`. */
export type Attempt = ReturnType<(typeof AttemptState)['parse']>;

export type WindowEvent = WindowChange & { readonly eventId: string };
export type { CameraOutcome };

/** Of when an answer was typed: the latest ticket of the server, and the time since it came. */
export type Proof = { readonly ticket: string; readonly elapsedMs: number };

/** `at`: ms since the attempt's start, when the edit began. `pasted`: how many of its characters came by pasting. */
export type TypedEdit = {
  readonly questionId: number;
  readonly language: CodeAnswer['language'];
  readonly at: number;
  readonly change: Change;
  readonly pasted?: number | undefined;
};

/** A program, and the candidate's own input in place of the samples. */
export type RunOf = { readonly answer: CodeAnswer; readonly input?: string | undefined };

type Calls = {
  readonly attempt: { readonly input: unknown; readonly result: Attempt };
  readonly start: { readonly input: unknown; readonly result: Attempt };
  readonly saveAnswer: {
    readonly input: {
      readonly questionId: number;
      readonly answer: Answer;
      readonly revision: number;
      readonly base: number;
      readonly setAside?: boolean | undefined;
      readonly pasted?: number | undefined;
      readonly proof?: Proof | undefined;
    };
    readonly result: SaveAnswerResult;
  };
  readonly savePlace: { readonly input: { readonly questionId: number; readonly flags: readonly number[] }; readonly result: true };
  readonly ticket: { readonly input: unknown; readonly result: TicketResult };
  readonly sendEvents: { readonly input: { readonly sentAt: number; readonly events: readonly WindowEvent[] }; readonly result: true };
  readonly runCode: { readonly input: { readonly questionId: number } & RunOf; readonly result: RunResult };
  readonly sendEdits: { readonly input: { readonly batch: number; readonly edits: readonly TypedEdit[] }; readonly result: true };
  readonly reportCamera: { readonly input: { readonly state: CameraOutcome }; readonly result: true };
  readonly uploadImage: { readonly input: { readonly image: Blob }; readonly result: true };
  readonly submit: { readonly input: unknown; readonly result: SubmitResult };
};

/** A call of the candidate protocol, as data. */
export type Request<Call extends keyof Calls = keyof Calls> = { [C in Call]: { readonly call: C } & Calls[C]['input'] }[Call];

/** What came of a request. */
export type Response<Call extends keyof Calls = keyof Calls> = {
  [C in Call]: { readonly call: C; readonly request: Request<C> } & Reply<Calls[C]['result']>;
}[Call];

const readAttempt = decoder<Attempt>(AttemptState);
const readSaved = decoder<SaveAnswerResult>(SaveAnswerResult);
const readRun = decoder<RunResult>(RunResult);
const readTicket = decoder<TicketResult>(TicketResult);
const readSubmitted = decoder<SubmitResult>(SubmitResult);

/** For what is only acknowledged: any success will do. */
const readAcknowledged: Decode<true> = (body) =>
  typeof body === 'object' && body !== null && 'statuscode' in body && String(body.statuscode).startsWith('2') ? true : undefined;

// While a program waits and runs a line comes every 5 s; where a proxy keeps them back, it gives up after a minute itself.
const runSilenceMs = 60_000;

type Deps = { readonly takeUrl: string; readonly sessionId: () => string; readonly web: Web };

/** Sends a call to the server. Never rejects. */
export const createProtocol = ({ takeUrl, sessionId: currentSession, web }: Deps) => {
  const call = <Value>(path: string, init: RequestInit, decode: Decode<Value>, withinMs?: number, lines?: Lines) =>
    send(web, `${takeUrl}/${path}`, init, decode, withinMs, lines);

  return async (request: Request, onNews?: (news: RunNews) => void): Promise<Response> => {
    const sessionId = currentSession();
    switch (request.call) {
      case 'attempt':
        return { call: request.call, request, ...(await call('attempt', {}, readAttempt)) };
      case 'start':
        return { call: request.call, request, ...(await call('start', json('POST', { sessionId }), readAttempt)) };
      case 'saveAnswer': {
        const { questionId, answer, revision, base, setAside, pasted, proof } = request;
        const body = { answer, revision, base, setAside, pasted, sessionId, ...proof };
        const saved = await call(`answers/${questionId}`, json('PUT', body), readSaved);
        return { call: request.call, request, ...saved };
      }
      case 'savePlace': {
        const { questionId, flags } = request;
        return { call: request.call, request, ...(await call('place', json('PUT', { questionId, flags, sessionId }), readAcknowledged)) };
      }
      case 'ticket':
        return { call: request.call, request, ...(await call('ticket', json('POST', { sessionId }), readTicket)) };
      case 'sendEvents': {
        // The clock has fractions; the wire has whole milliseconds.
        const events = request.events.map((event) => ({ ...event, at: Math.round(event.at) }));
        const body = { sentAt: Math.round(request.sentAt), sessionId, events };
        return { call: request.call, request, ...(await call('events', json('POST', body), readAcknowledged)) };
      }
      case 'runCode': {
        const { questionId, answer, input } = request;
        // Without keepalive: a page that is closed or loaded again ends the program, and its next one need not wait for it.
        const init = { ...json('POST', { questionId, answer, input, sessionId }), keepalive: false };
        const take = (line: unknown): void => {
          const { data } = RunNews.safeParse(line);
          if (data !== undefined) onNews?.(data);
        };
        const run = await call('runs', init, readRun, runSilenceMs, { type: 'application/x-ndjson', take });
        return { call: request.call, request, ...run };
      }
      case 'sendEdits': {
        const { batch, edits } = request;
        return { call: request.call, request, ...(await call('edits', json('POST', { batch, edits, sessionId }), readAcknowledged)) };
      }
      case 'reportCamera':
        return { call: request.call, request, ...(await call('camera', json('POST', { state: request.state }), readAcknowledged)) };
      case 'uploadImage': {
        const init = { method: 'POST', headers: { 'content-type': 'image/jpeg' }, body: request.image };
        return { call: request.call, request, ...(await call('images', init, readAcknowledged)) };
      }
      case 'submit':
        return { call: request.call, request, ...(await call('submit', json('POST', { sessionId }), readSubmitted)) };
    }
  };
};
