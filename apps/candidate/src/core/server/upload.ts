import { FileAnswer, fileBounds } from '@assay/domain/take';
import { noRetry, type Retry, retryLater } from '../clock/retry.ts';
import { decoder, interpret, type Outcome } from './http.ts';

/** What sends a file and says how much of it is on its way. */
export type SendFile = (url: string, file: File, onSent: (bytes: number) => void, signal: AbortSignal) => Promise<Outcome<FileAnswer>>;

const readFile = decoder<FileAnswer>(FileAnswer);

/** Milliseconds without progress: a slow line takes half an hour for 10 MiB, and one that has stopped altogether is noticed. */
const stalledMs = 2 * 60_000;

/** By XMLHttpRequest: `fetch` does not say how much of a body is sent. */
export const sendFile: SendFile = (url, file, onSent, signal) =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const unreachable = () => resolve({ type: 'unreachable' });
    request.open('PUT', url);
    const start = performance.now();
    request.timeout = stalledMs;
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded }) => {
      // Counted from the start, also when it is set on the way.
      request.timeout = performance.now() - start + stalledMs;
      onSent(loaded);
    };
    request.onload = () => {
      const retryAfter = request.getResponseHeader('retry-after');
      const headers: Record<string, string> = retryAfter === null ? {} : { 'retry-after': retryAfter };
      interpret(new Response(request.responseText, { status: request.status, headers }), readFile).then(resolve, unreachable);
    };
    for (const event of ['error', 'timeout', 'abort'] as const) request.addEventListener(event, unreachable);
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });

/** Why a file is not taken. `full`: there is no room for it, in the attempt or with the organization. `refused`: for another reason, which the rest of the page shows (the time is up, another tab has the test). */
export type Fault = 'large' | 'empty' | 'type' | 'full' | 'refused';

/** `waiting`: the file is sent again; the server could not be reached, or had no room for it (`busy`). `sent`: bytes. */
export type Upload =
  | { readonly state: 'sending'; readonly name: string; readonly size: number; readonly sent: number }
  | { readonly state: 'waiting'; readonly name: string; readonly reason: 'offline' | 'busy' }
  | { readonly state: 'refused'; readonly name: string; readonly size: number; readonly fault: Fault };

/** What the page can see before anything is sent. */
export const faultOf = ({ size }: Pick<File, 'size'>, { maxBytes }: { readonly maxBytes: number }): Fault | undefined => {
  if (size === 0) return 'empty';
  return size > maxBytes ? 'large' : undefined;
};

const faults: { readonly [Code in string]?: Fault } = {
  'body.too-large': 'large',
  'media-type.unsupported': 'type',
  'resource.conflict': 'full',
};

type Deps = {
  readonly send: SendFile;
  readonly random: () => number;
  readonly setTimeout: (run: () => void, ms: number) => number;
  readonly clearTimeout: (timer: number) => void;
};
type Job = {
  /** Read for each try: the session may be another one by then. */
  readonly url: () => string;
  readonly file: File;
  readonly onChange: (upload: Upload) => void;
  readonly onDone: (answer: FileAnswer) => void;
};

/** An upload that goes on until it is done, refused or stopped. `again`: the network may be back. */
export const startUpload = ({ url, file, onChange, onDone }: Job, { send, random, setTimeout, clearTimeout }: Deps) => {
  const { size } = file;
  const name = file.name.slice(0, fileBounds.sentName);
  const stopped = new AbortController();
  let retry: Retry = noRetry;
  let timer: number | undefined;
  const attempt = async () => {
    onChange({ state: 'sending', name, size, sent: 0 });
    const outcome = await send(
      url(),
      file,
      (sent) => stopped.signal.aborted || onChange({ state: 'sending', name, size, sent }),
      stopped.signal,
    );
    if (stopped.signal.aborted) return;
    if (outcome.type === 'ok') return onDone(outcome.value);
    if (outcome.type === 'refused') return onChange({ state: 'refused', name, size, fault: faults[outcome.code ?? ''] ?? 'refused' });
    retry = retryLater(retry, { now: 0, random: random() }, outcome.retryAfterMs);
    onChange({ state: 'waiting', name, reason: outcome.status === undefined ? 'offline' : 'busy' });
    timer = setTimeout(run, retry.at ?? 0);
  };
  const run = () => {
    timer = undefined;
    void attempt();
  };
  run();
  return {
    again: () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      run();
    },
    stop: () => {
      stopped.abort();
      if (timer !== undefined) clearTimeout(timer);
    },
  };
};
