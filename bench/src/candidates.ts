// Candidates take a test at the same time on one server process, 2,000 if no other number is given, and the server of another checkout
// if one is named. `pnpm bench:candidates [seconds [candidates [checkout]]]`
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import { benchTest, createAnswers, totalScore } from './candidate-plan.ts';
import { Latencies } from './latencies.ts';
import { cpuTime, start } from './processes.ts';
import { receiveMails } from './receivers.ts';
import { call, environmentOf, serverOf } from './workload.ts';

const seconds = Number(process.argv[2] ?? 60);
const count = Number(process.argv[3] ?? 2000);
const checkout = process.argv[4];
// 200 starts in a second: more would overload a small machine before the part that matters.
const startsWithin = Math.max(10_000, count * 5);
const savesEvery = 10_000;
/** The page sends where the candidate is when they stay at a question for so long. */
const placeAfter = 2_000;
const submitsWithin = 2_000;
const saveGoal = 100;

type Envelope<Result> = { readonly statuscode: string; readonly result: Result };

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

const starts = new Latencies('start');
const saves = new Latencies('save');
const places = new Latencies('place');
const submits = new Latencies('submit');

type Contact = { readonly ticket?: string };

type Candidate = { readonly index: number; readonly id: number; readonly path: string; readonly answers: ReturnType<typeof createAnswers> };

const open: Client[] = [];

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
  let contact = await send<Contact>(startAt, starts, 'POST', 'start', {});
  for (let due = startAt + savesEvery; due <= startAt + seconds * 1000; due += savesEvery) {
    const { questionId, answer, revision } = answers.next();
    // Saves bring tickets, so the page never has to ask for one.
    const proof = { ticket: contact?.ticket, elapsedMs: savesEvery };
    const body = { answer, revision, base: revision - 1, ...proof };
    const saved = await send<Contact & { accepted: boolean }>(due, saves, 'PUT', `answers/${questionId}`, body);
    if (saved?.accepted === false) fault('a save was not accepted');
    contact = saved ?? contact;
    await send(due + placeAfter, places, 'PUT', 'place', { questionId, flags: [] });
  }
  // Candidates submit in another order than they start.
  const turn = ((index * 617) % count) / count;
  await send(submitFrom + turn * submitsWithin, submits, 'POST', 'submit', {});
  // A browser keeps its connection while it shows that the test is submitted.
  open.push(client);
};

type Report = { readonly reportStatus: string; readonly score: string | null; readonly totalScore: string };

const patience = 180_000;

/** Milliseconds since `from` until this many are done; asks seldom, to leave the server to its work. */
const untilAll = async (what: string, from: number, done: () => Promise<number>): Promise<number> => {
  for (;;) {
    const waited = performance.now() - from;
    if ((await done()) >= count) return waited;
    if (waited > patience) return fault(`${what}: not ${count} after ${patience / 1000} s`) ?? Number.NaN;
    await pause(100);
  }
};

const countReports = async (url: string): Promise<number> => {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^assay_report_generations_total\{outcome="claimed"\} (\d+)/m.exec(metrics)?.[1]);
};

/** The invitations whose score differs from the expected one. */
const wrongScores = async (url: string, candidates: readonly Candidate[]): Promise<string[]> => {
  const differences = await inParallel(candidates, async ({ id, answers }) => {
    const { reportStatus, score, totalScore: total } = await call<Report>(`${url}/v2/org/report/${id}`);
    const isRight = reportStatus === 'Generated' && score === answers.score() && total === totalScore;
    return isRight ? [] : [`invitation ${id}: ${reportStatus}, ${score} of ${total}, not ${answers.score()} of ${totalScore}`];
  });
  return differences.flat();
};

const directory = await mkdtemp(join(tmpdir(), 'assay-bench-'));
const mails = await receiveMails();
try {
  const { url, pid, stop } = await start(serverOf(checkout), {
    ...environmentOf(directory),
    ASSAY_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    ASSAY_MAIL_FROM: 'bench@example.com',
  });
  const { testId } = await call<{ testId: number }>(`${url}/manage/v1/tests`, 'POST', benchTest);
  await call(`${url}/manage/v1/account`, 'POST', { receipts: 'all' });
  const candidates = await inParallel([...Array(count).keys()], async (index): Promise<Candidate> => {
    const body = { emailId: `candidate-${index}@example.com`, fullName: `Candidate ${index}` };
    const path = `${url}/v2/org/tests/${testId}/register`;
    const registered = await call<{ testInvitationId: number; takeTestURL: string }>(path, 'POST', body);
    return { index, id: registered.testInvitationId, path: new URL(registered.takeTestURL).pathname, answers: createAnswers(index) };
  });

  console.log(
    `${count} candidates: start within ${startsWithin / 1000} s, a save and a place every ${savesEvery / 1000} s for ${seconds} s,`,
  );
  console.log(
    `submit within ${submitsWithin / 1000} s; one server process with its worker; the load comes from another on the same machine, and takes of its cores`,
  );
  const lag = monitorEventLoopDelay({ resolution: 5 });
  lag.enable();
  const first = performance.now() + 500;
  const submitFrom = first + startsWithin + seconds * 1000 + placeAfter + 1000;
  const taken = Promise.all(candidates.map((candidate) => takeTest(url, candidate, first, submitFrom)));
  // Collecting the garbage of thousands of connections takes every core for up to half a second: it would count as the server's time.
  await until(submitFrom - 1500);
  globalThis.gc?.();
  await until(submitFrom);
  const cpuBefore = await cpuTime(pid);
  await taken;
  lag.disable();
  const submitted = performance.now() - submitFrom;
  const reported = await untilAll('reports', submitFrom, () => countReports(url));
  const mailedBefore = mails.arrivals.count;
  const receipts = await untilAll('receipts', submitFrom, async () => mails.arrivals.count);
  const cpu = ((await cpuTime(pid)) - cpuBefore) / count;
  for (const latencies of [starts, saves, places, submits]) console.log(latencies.toString());
  console.log(`p99 of a save under ${saveGoal} ms: ${saves.at(0.99) < saveGoal ? 'OK' : 'over'}`);
  console.log(`the load generator itself lagged by up to ${(lag.percentile(99) / 1e6 - 5).toFixed(1)} ms at p99`);

  const inSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
  console.log(
    `from the first submit: all submitted after ${inSeconds(submitted)}, all reports after ${inSeconds(reported)}, all receipts after ${inSeconds(receipts)}`,
  );
  const perSecond = ((count - mailedBefore) / (receipts - reported)) * 1000;
  console.log(`receipts after the reports: ${perSecond.toFixed(0)}/s, of ${count - mailedBefore}`);
  console.log(`processor time of the server for a submit with its report and receipt: ${cpu.toFixed(0)} µs`);
  await Promise.all(open.map((client) => client.close()));
  const wrong = await wrongScores(url, candidates);
  console.log(`5xx: ${count5xx()}   exact scores: ${count - wrong.length} of ${count}`);
  for (const [name, times] of faults) console.log(`${times} × ${name}`);
  for (const one of wrong.slice(0, 10)) console.log(one);
  if (faults.size > 0 || wrong.length > 0) process.exitCode = 1;
  await stop();
} finally {
  mails.close();
  await rm(directory, { recursive: true, force: true });
}
