// 2,000 candidates take a test at the same time on one server process. `pnpm bench:candidates [seconds [candidates]]`
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'undici';
import { benchTest, createAnswers, totalScore } from './candidate-plan.ts';
import { start } from './processes.ts';

const seconds = Number(process.argv[2] ?? 60);
const count = Number(process.argv[3] ?? 2000);
const startsWithin = 10_000;
const savesEvery = 10_000;
const submitsWithin = 2_000;
const saveGoal = 100;

const apiKey = 'bench-key-0123456789abcdef0123456789';
const server = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));

type Envelope<Result> = { readonly statuscode: string; readonly result: Result };

const api = async <Result>(url: string, body?: unknown): Promise<Result> => {
  const response = await fetch(url, {
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const { result, statuscode } = (await response.json()) as Envelope<Result>;
  if (statuscode !== '200.1') throw new Error(`${url}: ${statuscode} ${result}`);
  return result;
};

/** Runs `work` on every item, 32 at a time. */
const inParallel = async <Item, Value>(items: readonly Item[], work: (item: Item) => Promise<Value>): Promise<Value[]> => {
  const results: Value[] = [];
  const entries = items.entries();
  const runLane = async () => {
    for (const [index, item] of entries) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: 32 }, runLane));
  return results;
};

const faults = new Map<string, number>();
const count5xx = () => [...faults].reduce((sum, [name, times]) => (name.startsWith('5') ? sum + times : sum), 0);
const fault = (name: string): undefined => {
  faults.set(name, (faults.get(name) ?? 0) + 1);
};

/** Milliseconds from the time when a request was due to the end of its response. A lag of the generator never makes them shorter. */
class Latencies {
  readonly #times: number[] = [];
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  add(time: number): void {
    this.#times.push(time);
  }

  at(share: number): number {
    const sorted = this.#times.toSorted((one, other) => one - other);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  }

  toString(): string {
    const [p50, p99, most] = [0.5, 0.99, 1].map((share) => `${this.at(share).toFixed(1)} ms`);
    return `${this.#name.padEnd(8)}${this.#times.length.toLocaleString('en').padStart(8)}   p50 ${p50}   p99 ${p99}   longest ${most}`;
  }
}

const starts = new Latencies('start');
const saves = new Latencies('save');
const submits = new Latencies('submit');

type Candidate = { readonly index: number; readonly id: number; readonly path: string; readonly answers: ReturnType<typeof createAnswers> };

const until = async (instant: number): Promise<void> => {
  const left = instant - performance.now();
  if (left > 0) await pause(left);
};

/** Runs one attempt over one keep-alive connection, like a browser. Times are values of `performance.now()`. */
const takeTest = async (url: string, { index, path, answers }: Candidate, first: number, submitFrom: number): Promise<void> => {
  const client = new Client(url, { headersTimeout: 30_000, bodyTimeout: 30_000 });
  const sessionId = `bench-session-${index}`;
  const send = async <Result>(due: number, latencies: Latencies, method: 'POST' | 'PUT', place: string, body: object) => {
    await until(due);
    try {
      const headers = { 'content-type': 'application/json' };
      const response = await client.request({ method, path: `${path}/${place}`, headers, body: JSON.stringify({ ...body, sessionId }) });
      const { statuscode, result } = (await response.body.json()) as Envelope<Result>;
      latencies.add(performance.now() - due);
      return statuscode === '200.1' ? result : fault(`${response.statusCode} at ${place.split('/')[0]}: ${statuscode} ${result}`);
    } catch (error) {
      return fault(`no answer: ${error}`);
    }
  };

  const startAt = first + (index / count) * startsWithin;
  await send(startAt, starts, 'POST', 'start', {});
  for (let due = startAt + savesEvery; due <= startAt + seconds * 1000; due += savesEvery) {
    const { questionId, answer, revision } = answers.next();
    const saved = await send<{ accepted: boolean }>(due, saves, 'PUT', `answers/${questionId}`, { answer, revision, base: revision - 1 });
    if (saved?.accepted === false) fault('a save was not accepted');
  }
  // Candidates submit in another order than they start.
  const turn = ((index * 617) % count) / count;
  await send(submitFrom + turn * submitsWithin, submits, 'POST', 'submit', {});
  await client.close();
};

type Report = { readonly reportStatus: string; readonly score: string | null; readonly totalScore: string };

/** Waits for all reports and lists the invitations whose score differs from the expected one. */
const wrongScores = async (url: string, candidates: readonly Candidate[]): Promise<string[]> => {
  const deadline = performance.now() + 120_000;
  const differences = await inParallel(candidates, async ({ id, answers }) => {
    for (;;) {
      const report = await api<Report>(`${url}/v2/org/report/${id}`);
      if (report.reportStatus === 'Generated') {
        const isRight = report.score === answers.score() && report.totalScore === totalScore;
        return isRight ? [] : [`invitation ${id}: ${report.score} of ${report.totalScore}, not ${answers.score()} of ${totalScore}`];
      }
      if (performance.now() > deadline) return [`invitation ${id}: no report after two minutes`];
      await pause(100);
    }
  });
  return differences.flat();
};

const directory = await mkdtemp(join(tmpdir(), 'assay-bench-'));
const environment = { ASSAY_PORT: '0', ASSAY_DATA_DIR: directory, ASSAY_API_KEY: apiKey, ASSAY_LOG_LEVEL: 'warn' };
try {
  const { url, stop } = await start(server, environment);
  const { testId } = await api<{ testId: number }>(`${url}/manage/v1/tests`, benchTest);
  const candidates = await inParallel([...Array(count).keys()], async (index): Promise<Candidate> => {
    const body = { emailId: `candidate-${index}@example.com`, fullName: `Candidate ${index}` };
    const registered = await api<{ testInvitationId: number; takeTestURL: string }>(`${url}/v2/org/tests/${testId}/register`, body);
    return { index, id: registered.testInvitationId, path: new URL(registered.takeTestURL).pathname, answers: createAnswers(index) };
  });

  console.log(`${count} candidates: start within ${startsWithin / 1000} s, a save every ${savesEvery / 1000} s for ${seconds} s,`);
  console.log(`submit within ${submitsWithin / 1000} s; one server process with its worker, load from another on the same machine`);
  const lag = monitorEventLoopDelay({ resolution: 5 });
  lag.enable();
  const first = performance.now() + 500;
  const submitFrom = first + startsWithin + seconds * 1000 + 1000;
  await Promise.all(candidates.map((candidate) => takeTest(url, candidate, first, submitFrom)));
  lag.disable();
  for (const latencies of [starts, saves, submits]) console.log(latencies.toString());
  console.log(`p99 of a save under ${saveGoal} ms: ${saves.at(0.99) < saveGoal ? 'OK' : 'over'}`);
  console.log(`the load generator itself lagged by up to ${(lag.percentile(99) / 1e6 - 5).toFixed(1)} ms at p99`);

  const wrong = await wrongScores(url, candidates);
  console.log(`5xx: ${count5xx()}   exact scores: ${count - wrong.length} of ${count}`);
  for (const [name, times] of faults) console.log(`${times} × ${name}`);
  for (const one of wrong.slice(0, 10)) console.log(one);
  if (faults.size > 0 || wrong.length > 0) process.exitCode = 1;
  await stop();
} finally {
  await rm(directory, { recursive: true, force: true });
}
