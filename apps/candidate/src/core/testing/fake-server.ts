import type { Answer, RunNews, RunResult, TakeCode } from '@assay/domain/take';
import type { TypedEdit } from '../server/protocol.ts';
import type { World } from './fake-world.ts';

type Stored = { readonly answer: Answer; readonly revision: number };
type Typed = { readonly ticket?: string; readonly elapsedMs?: number };

const savedAt = '2026-05-04T09:00:30.000Z';

export const minute = 60_000;
const graceMs = 30_000;
const silenceMs = 40_000;
/** What a server that limits its requests asks for. */
export const retryAfterSeconds = 3;

/** `lost`: the request is performed, its response never comes. `dropped`: it never arrives. `fault`: a 500. */
type NetworkState = 'fine' | 'lost' | 'dropped' | 'fault';

export type Options = {
  readonly world: World;
  readonly durationMs?: number;
  readonly latencyMs?: () => number;
  readonly network?: () => NetworkState;
  /** What the third question asks as a program. */
  readonly code?: TakeCode;
};

const ok = (result: unknown) => Response.json({ statuscode: '200.1', description: 'The request has succeeded.', result });
const refuse = (statuscode: string, retryAfter = retryAfterSeconds) =>
  Response.json(
    { statuscode, description: 'refused', result: `no: ${statuscode}` },
    { status: Number.parseInt(statuscode, 10), headers: statuscode === '429.1' ? { 'retry-after': String(retryAfter) } : {} },
  );

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** The candidate protocol for one attempt of three questions at `/take/token`. */
export const createFakeServer = ({ world, durationMs = 30 * minute, latencyMs = () => 10, network = () => 'fine', code }: Options) => {
  const state = {
    retryAfterSeconds,
    status: 'Pending' as 'Pending' | 'In progress' | 'Completed' | 'Cancelled',
    access: { state: 'open', closesAt: null } as Record<string, unknown>,
    startedAt: null as number | null,
    deadline: null as number | null,
    completedAt: null as number | null,
    session: undefined as string | undefined,
    place: undefined as { readonly questionId: number; readonly flags: readonly number[] } | undefined,
    imageProctoring: 0,
    redirectURL: null as string | null,
    /** Answers that count: without those after the deadline's grace period. */
    answers: new Map<number, Stored>(),
    setAside: [] as Answer[],
    /** How long after the deadline answers count that a ticket shows to have been typed before it. */
    lateMs: 10 * minute,
    countedLate: new Set<number>(),
    tooLate: new Map<number, Answer>(),
    seenAt: 0,
    /** Called when an answer overwrites another one. */
    onOverwritten: (_answer: Answer, _sessionId: string): void => {},
    events: [] as { eventId: string; type: string; at: number }[],
    camera: [] as string[],
    images: 0,
    /** As the server keeps them: each batch of a session once. */
    batches: new Map<string, readonly TypedEdit[]>(),
    runs: [] as unknown[],
    cases: [] as RunResult['cases'],
    /** What is sent of a run before its response; then it is sent as lines, and each comes after a second. */
    news: [] as RunNews[],
    /** The last line of a run is lost. */
    breaksOff: false,
    requests: [] as string[],
    /** The statuscode that a `METHOD path` is refused with. */
    refusing: (_request: string): string | undefined => undefined,
    network,
  };

  /** Whether the attempt waits for what was typed before the deadline. */
  const waits = (deadline: number) => world.now() <= deadline + state.lateMs && state.seenAt < deadline - silenceMs;

  const seen = () => {
    if (world.now() <= (state.deadline ?? 0)) state.seenAt = world.now();
  };

  const ticket = () => (state.status === 'In progress' ? { ticket: `${state.session}@${world.now()}` } : {});

  const typedInTime = ({ ticket: text = '', elapsedMs = Number.POSITIVE_INFINITY }: Typed, deadline: number) => {
    const [session, at] = text.split('@');
    return session === state.session && Number(at) + elapsedMs < deadline && waits(deadline);
  };

  const lateAnswers = () =>
    state.countedLate.size + state.tooLate.size === 0
      ? {}
      : { lateAnswers: { counted: [...state.countedLate], notCounted: [...state.tooLate.keys()] } };

  /** What the service does with overdue attempts. */
  const closeOverdue = () => {
    if (state.status !== 'In progress' || world.now() <= (state.deadline ?? 0) + graceMs || waits(state.deadline ?? 0)) return;
    state.status = 'Completed';
    state.completedAt = state.deadline;
  };

  const attempt = () => ({
    ...lateAnswers(),
    ...ticket(),
    testInvitationId: 7,
    status: state.status,
    access: state.access,
    organization: 'Acme',
    fullName: 'Ana Núñez',
    test: { testName: 'Algebra', duration: durationMs / minute, questions: 3 },
    sections: [{ sectionName: 'One', sectionType: 'mcq', questions: 3, duration: 30 }],
    imageProctoring: state.imageProctoring,
    startedAt: iso(state.startedAt),
    deadline: iso(state.deadline),
    completedAt: iso(state.completedAt),
    redirectURL: state.redirectURL,
    serverTime: iso(world.now()),
    ...(state.status === 'In progress'
      ? {
          questions: [1, 2, 3].map((questionId) => ({
            questionId,
            section: 0,
            kind: code !== undefined && questionId === 3 ? 'coding' : 'text',
            prompt: `Question ${questionId}`,
            marks: 1,
            penalty: 0,
            ...(code !== undefined && questionId === 3 && { code }),
          })),
          ...(state.place && { place: state.place }),
          answers: [...state.answers].map(([questionId, stored]) => ({ questionId, ...stored, savedAt })),
        }
      : {}),
  });

  const save = (questionId: number, sent: Stored & Typed & { sessionId: string; base: number; setAside?: boolean }): Response => {
    const { deadline } = state;
    if (state.status === 'Completed' && state.completedAt !== deadline) return refuse('403.17');
    if (deadline === null) return refuse('403.11');
    if (state.status === 'In progress' && sent.sessionId !== state.session) return refuse('403.19');
    const isLate = world.now() > deadline + graceMs;
    if (state.status === 'Completed' || (isLate && !typedInTime(sent, deadline))) {
      state.tooLate.set(questionId, sent.answer);
      return refuse('403.16');
    }
    seen();
    const stored = state.answers.get(questionId);
    if (stored === undefined || (sent.revision > stored.revision && stored.revision <= sent.base)) {
      if (stored !== undefined && sent.setAside === true) state.setAside.push(stored.answer);
      if (stored !== undefined) state.onOverwritten(stored.answer, sent.sessionId);
      state.answers.set(questionId, { answer: sent.answer, revision: sent.revision });
      if (isLate) state.countedLate.add(questionId);
      return ok({ accepted: true, answer: sent.answer, revision: sent.revision, savedAt, ...ticket() });
    }
    const accepted = sent.revision === stored.revision && JSON.stringify(sent.answer) === JSON.stringify(stored.answer);
    if (!accepted) state.setAside.push(sent.answer);
    return ok({ accepted, ...stored, savedAt, ...ticket() });
  };

  const start = (sessionId: string): Response => {
    if (state.status === 'Completed') return refuse('403.17');
    if (state.status === 'Cancelled') return refuse('403.15');
    if (state.status === 'Pending') {
      if (state.access.state !== 'open') return refuse('403.11');
      state.status = 'In progress';
      state.startedAt = world.now();
      state.deadline = world.now() + durationMs;
    }
    if (world.now() > (state.deadline ?? 0) + graceMs) return refuse('403.16');
    state.session = sessionId;
    seen();
    return ok(attempt());
  };

  const submit = (sessionId: string): Response => {
    const isClosed = state.status === 'Completed' && state.completedAt === state.deadline;
    if (state.status === 'Completed' && !isClosed) return refuse('403.17');
    if (!isClosed && sessionId !== state.session) return refuse('403.19');
    state.status = 'Completed';
    state.completedAt = Math.min(world.now(), state.deadline ?? 0);
    return ok({ status: 'Completed', completedAt: iso(state.completedAt), redirectURL: state.redirectURL, ...lateAnswers() });
  };

  const inLines = (last: Response): Response => {
    const lines = [...state.news.map((news) => JSON.stringify(news)), ''];
    const sent = new ReadableStream<Uint8Array>({
      start: (stream) => {
        const send = (text: string) => stream.enqueue(new TextEncoder().encode(`${text}\n`));
        for (const [index, line] of lines.entries()) world.setTimeout(() => send(line), (index + 1) * 1_000);
        world.setTimeout(
          async () => {
            if (!state.breaksOff) send(await last.text());
            stream.close();
          },
          (lines.length + 1) * 1_000,
        );
      },
    });
    return new Response(sent, { headers: { 'content-type': 'application/x-ndjson' } });
  };

  const perform = (request: string, body: unknown): Response => {
    closeOverdue();
    const refused = state.refusing(request);
    if (refused !== undefined) return refuse(refused, state.retryAfterSeconds);
    // The code under test sent it.
    const sent = body as {
      sessionId: string;
      answer: Answer;
      revision: number;
      base: number;
      events: (typeof state.events)[number][];
      state: string;
    };
    const [, questionId] = /^PUT answers\/(\d+)$/.exec(request) ?? [];
    if (questionId !== undefined) return save(Number(questionId), sent);
    if (request === 'GET attempt') return ok(attempt());
    if (request === 'POST start') return start(sent.sessionId);
    if (request === 'POST submit') return submit(sent.sessionId);
    if (request === 'PUT place') {
      const { questionId: shown, flags } = body as NonNullable<typeof state.place>;
      if (sent.sessionId !== state.session) return refuse('403.19');
      state.place = { questionId: shown, flags };
      return ok({ recorded: true });
    }
    if (request === 'POST ticket') {
      if (state.status === 'In progress' && sent.sessionId !== state.session) return refuse('403.19');
      seen();
      return ok({ ...ticket(), serverTime: iso(world.now()) });
    }
    if (request === 'POST camera') return ok({ recorded: state.camera.push(sent.state) > 0 });
    if (request === 'POST images') {
      state.images += 1;
      return ok({ accepted: true, count: state.images });
    }
    if (request === 'POST runs') {
      state.runs.push(body);
      return state.news.length === 0 ? ok({ cases: state.cases }) : inLines(ok({ cases: state.cases }));
    }
    if (request === 'POST edits') {
      const { sessionId, batch, edits } = body as { sessionId: string; batch: number; edits: readonly TypedEdit[] };
      if (sessionId !== state.session) return refuse('403.19');
      const name = `${sessionId} ${batch}`;
      if (!state.batches.has(name)) state.batches.set(name, edits);
      return ok({ recorded: edits.length });
    }
    if (request !== 'POST events') return refuse('404.1');
    if (state.status === 'In progress' && sent.sessionId !== state.session) return refuse('403.19');
    for (const event of sent.events) if (!state.events.some(({ eventId }) => eventId === event.eventId)) state.events.push(event);
    return ok({ recorded: sent.events.length });
  };

  const wait = (signal: AbortSignal | null | undefined, ms: number | undefined) =>
    new Promise<void>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      if (ms !== undefined) world.setTimeout(resolve, ms);
    });

  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const request = `${init.method ?? 'GET'} ${url.replace('/take/token/', '')}`;
    const networkThen = state.network();
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    state.requests.push(request);
    if (networkThen === 'dropped') throw new TypeError('Failed to fetch');
    if (networkThen === 'fault') return refuse('500.1');
    const latency = latencyMs();
    // A request that the page gave up on arrives all the same.
    const arrived = new Promise<Response>((resolve) => world.setTimeout(() => resolve(perform(request, body)), latency / 2));
    if (networkThen === 'lost') await wait(init.signal, undefined);
    await wait(init.signal, latency);
    return arrived;
  };
  return { state, fetch };
};
