// How long one request keeps the event loop, and the memory it adds: the worst bodies of every route, against a server at rest in the
// same run. `pnpm bench:requests [pattern]`
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { start } from './processes.ts';
import { type Case, casesFor } from './request-cases.ts';

const only = process.argv[2] ?? '';
const millisecondsGoal = 50;
const megabytesGoal = 50;
const apiKey = 'bench-key-0123456789abcdef0123456789';
const server = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));

const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
const question = { kind: 'single-choice', prompt: 'Which?', options: [{ text: 'right', correct: true }, { text: 'wrong' }] };
const testFile = {
  name: 'Bench',
  duration: 600,
  sections: [{ name: 'Only', questions: [question, question, question, { kind: 'text', prompt: 'What?', answer: 'this' }] }],
};

const directory = await mkdtemp(join(tmpdir(), 'assay-bench-'));
try {
  const { url, pid, stop } = await start(server, {
    ASSAY_PORT: '0',
    ASSAY_DATA_DIR: directory,
    ASSAY_API_KEY: apiKey,
    ASSAY_LOG_LEVEL: 'error',
  });
  const call = async (path: string, method = 'GET', body?: unknown): Promise<Record<string, never>> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, { method, headers, ...sent });
    const { result, statuscode } = (await response.json()) as { result: Record<string, never>; statuscode: string };
    if (statuscode !== '200.1') throw new Error(`${method} ${path}: ${statuscode} ${result}`);
    return result;
  };
  // Of this process: pages of 4 KiB.
  const megabytes = async (): Promise<number> => (Number((await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1]) * 4096) / 1e6;
  /** The longest delay of the event loop since the last call, as the server itself measures it. */
  const longestDelay = async (): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]);
  };

  const { testId } = await call('/manage/v1/tests', 'POST', testFile);
  const link = await call(`/v2/org/tests/${testId}/testlinks`, 'POST', { testLinkName: 'Bench', accessTime: 0, timeZoneId: 190 });
  const candidate = { emailId: 'running@example.com', fullName: 'Ana Example' };
  const { takeTestURL } = await call(`/v2/org/tests/${testId}/register`, 'POST', candidate);
  const token = String(takeTestURL).split('/').at(-1) ?? '';
  await call(`/take/${token}/start`, 'POST');

  /** One request, with /healthz called beside it all the time. */
  const measure = async (send: () => Promise<string>) => {
    await pause(300);
    await longestDelay();
    const before = await megabytes();
    let [peak, health, done] = [before, 0, false];
    const beside = (async () => {
      while (!done) {
        const from = performance.now();
        await (await fetch(`${url}/healthz`)).arrayBuffer();
        health = Math.max(health, performance.now() - from);
      }
    })();
    const sampling = (async () => {
      while (!done) {
        peak = Math.max(peak, await megabytes());
        await pause(5);
      }
    })();
    const from = performance.now();
    const outcome = await send();
    const milliseconds = performance.now() - from;
    done = true;
    await Promise.all([beside, sampling]);
    return { outcome, milliseconds, health, delay: await longestDelay(), peak: peak - before };
  };
  const sendCase =
    ({ method, path, body }: Case) =>
    async () => {
      const { statuscode } = (await (await fetch(`${url}${path}`, { method, headers, body })).json()) as { statuscode: string };
      return statuscode;
    };

  /** The least of three: what other programs on the machine add is not ours. */
  const measureThrice = async (send: () => Promise<string>) => {
    const all = [await measure(send), await measure(send), await measure(send)];
    const least = (of: (one: (typeof all)[number]) => number): number => Math.min(...all.map(of));
    return {
      outcome: all[0]?.outcome ?? '',
      milliseconds: least((one) => one.milliseconds),
      health: least((one) => one.health),
      delay: least((one) => one.delay),
      peak: least((one) => one.peak),
    };
  };

  console.log('outcome   time      event loop held   /healthz beside   memory added, at most');
  const over: string[] = [];
  const row = (name: string, one: Awaited<ReturnType<typeof measure>>, rest: number): void => {
    const figures = [one.milliseconds, one.delay, one.health].map((value) => `${value.toFixed(0)} ms`.padStart(9));
    console.log(
      `${one.outcome.padEnd(6)}${figures.join('  ')}  ${(one.delay / rest).toFixed(1).padStart(5)}  ${one.peak.toFixed(0).padStart(5)} MB  ${name}`,
    );
    if (one.delay > millisecondsGoal || one.peak > megabytesGoal) over.push(name);
  };
  const atRest = await measureThrice(async () => String(await pause(2000, '–')));
  row('nothing, for 2 s', atRest, atRest.delay);
  const key = String(link.testLinkAccessKey);
  for (const one of casesFor({ testId: Number(testId), testLinkId: Number(link.testLinkId), token, key }).filter(({ name }) =>
    name.includes(only),
  ))
    row(one.name, await measureThrice(sendCase(one)), atRest.delay);
  console.log(
    `at most ${millisecondsGoal} ms and ${megabytesGoal} MB: ${over.length === 0 ? 'OK' : `over in ${over.length}: ${over.join(', ')}`}`,
  );
  await stop();
} finally {
  await rm(directory, { recursive: true, force: true });
}
