import type { Answer, AttemptState, FileAnswer, SaveAnswerResult, SubmitResult } from '@assay/domain';
import { eventLimit, until } from '@assay/testing';
import { type ApiResponse, call, succeed } from './http.ts';

export type Candidate = ReturnType<typeof candidateAt>;

/** A candidate with a take URL. The path holds the token, so it is good on every process with the same secret. */
export const candidateAt = ({ url }: { readonly url: string }, takeUrl: string) => {
  const address = `${url}${new URL(takeUrl).pathname}`;
  const ask = <Result>(path: string): Promise<ApiResponse<Result>> => call<Result>(`${address}${path}`);
  const send = <Result>(path: string, body: unknown = {}): Promise<ApiResponse<Result>> =>
    call<Result>(`${address}${path}`, { method: 'POST', body });
  const trySave = (questionId: number, answer: Answer, revision: number) =>
    call<SaveAnswerResult>(`${address}/answers/${questionId}`, { method: 'PUT', body: { answer, revision } });
  const tryUpload = async (questionId: number, name: string, body: Uint8Array<ArrayBuffer>): Promise<ApiResponse<FileAnswer>> => {
    const query = new URLSearchParams({ name });
    const response = await fetch(`${address}/files/${questionId}?${query}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body,
      signal: AbortSignal.timeout(eventLimit),
    });
    return { status: response.status, ...((await response.json()) as Omit<ApiResponse<FileAnswer>, 'status'>) };
  };
  const attempt = () => succeed(ask<AttemptState>('/attempt'));
  return {
    page: () => fetch(address, { headers: { accept: 'text/html' } }),
    /** These three give the answer whatever it is, the others only a success. */
    tryAttempt: () => ask<AttemptState>('/attempt'),
    trySave,
    tryUpload,
    attempt,
    start: () => succeed(send<AttemptState>('/start')),
    save: (questionId: number, answer: Answer, revision = 1) => succeed(trySave(questionId, answer, revision)),
    upload: (questionId: number, name: string, body: Uint8Array<ArrayBuffer>) => succeed(tryUpload(questionId, name, body)),
    events: (body: unknown) => succeed(send<{ recorded: number }>('/events', body)),
    submit: () => succeed(send<SubmitResult>('/submit')),
    /** The attempt once the server's own clock has reached `instant` (milliseconds since 1970). */
    at: (instant: number) =>
      until(`server time ${new Date(instant).toISOString()}`, async () => {
        const state = await attempt();
        return Date.parse(state.serverTime) >= instant ? state : undefined;
      }),
  };
};
