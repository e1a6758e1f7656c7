// Throughput as a ratio to bare Fastify in the same run, and latency with 1,000 and 1,000,000 invitations. `pnpm bench [seconds [connections]]`
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { invitations, openStore } from '@assay/store';
import { connections, type Load, type Measured, measure } from './load.ts';
import { type Started, start } from './processes.ts';

const seconds = Number(process.argv[2] ?? 5);
const apiKey = 'bench-key-0123456789abcdef0123456789';
const server = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const ceiling = fileURLToPath(new URL('ceiling.ts', import.meta.url));
const headers = { 'x-api-key': apiKey };

const call = async <Result>(url: string, method = 'GET', body?: unknown): Promise<Result> => {
  const response = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { result, statuscode } = (await response.json()) as { result: Result; statuscode: string };
  if (statuscode !== '200.1') throw new Error(`${method} ${url}: ${statuscode} ${result}`);
  return result;
};

const question = (index: number) => ({
  kind: 'single-choice',
  prompt: `Question ${index}`,
  options: [{ text: 'right', correct: true }, { text: 'wrong' }],
});
const testFile = {
  name: 'Bench',
  duration: 600,
  sections: [{ name: 'Only', questions: Array.from({ length: 20 }, (_, index) => question(index + 1)) }],
};

const register = (url: string, testId: number, emailId: string) =>
  call<{ testInvitationId: number; takeTestURL: string }>(`${url}/v2/org/tests/${testId}/register`, 'POST', {
    emailId,
    fullName: 'Ana Example',
  });

const runningCandidates = 500;

const seed = async ({ url }: Started) => {
  const { testId } = await call<{ testId: number }>(`${url}/manage/v1/tests`, 'POST', testFile);
  const { testLinkId } = await call<{ testLinkId: number }>(`${url}/v2/org/tests/${testId}/testlinks`, 'POST', {
    testLinkName: 'Bench',
    accessTime: 0,
    timeZoneId: 190,
  });
  const finished = await register(url, testId, 'finished@example.com');
  await call(`${finished.takeTestURL}/start`, 'POST');
  await call(`${finished.takeTestURL}/answers/1`, 'PUT', { answer: 'a', revision: 1 });
  await call(`${finished.takeTestURL}/submit`, 'POST');
  // So many that none reaches its rate limit.
  const takePaths: string[] = [];
  for (let index = 0; index < runningCandidates; index += 1) {
    const running = await register(url, testId, `running-${index}@example.com`);
    await call(`${running.takeTestURL}/start`, 'POST');
    takePaths.push(new URL(running.takeTestURL).pathname);
  }
  return { testId, testLinkId, reportId: finished.testInvitationId, takePaths };
};

let counter = 0;
const unique = (): number => {
  counter += 1;
  return counter;
};

const format = (name: string, { perSecond, p50, p99 }: Measured, ratio: string): string =>
  `${name.padEnd(34)} ${Math.round(perSecond).toLocaleString('en').padStart(8)}/s  p50 ${p50} ms  p99 ${p99} ms  ${ratio}`;

const throughput = async (assay: Started, bare: Started): Promise<void> => {
  const { testId, testLinkId, reportId, takePaths } = await seed(assay);
  const v2 = `${assay.url}/v2/org`;
  const candidate = () => JSON.stringify({ emailId: `candidate-${process.pid}-${unique()}@example.com`, fullName: 'Ana Example' });
  const rows: { name: string; against: 'get' | 'post'; load: Load }[] = [
    { name: 'list tests', against: 'get', load: { url: `${v2}/tests` } },
    { name: 'get link', against: 'get', load: { url: `${v2}/tests/${testId}/testlinks/${testLinkId}` } },
    { name: 'report', against: 'get', load: { url: `${v2}/report/${reportId}` } },
    {
      name: 'register (each a new candidate)',
      against: 'post',
      load: { url: `${v2}/tests/${testId}/register`, method: 'POST', next: () => ({ body: candidate() }) },
    },
    {
      name: 'save answer (each a new revision)',
      against: 'post',
      load: {
        url: assay.url,
        method: 'PUT',
        next: () => {
          const revision = unique();
          return {
            path: `${takePaths[revision % takePaths.length]}/answers/${(revision % 20) + 1}`,
            body: JSON.stringify({ answer: revision % 2 ? 'a' : 'b', revision }),
          };
        },
      },
    },
  ];
  const ceilings: Record<'get' | 'post', Load> = {
    get: { url: `${bare.url}/get` },
    post: { url: `${bare.url}/post`, method: 'POST', next: () => ({ body: candidate() }) },
  };
  console.log(`${connections} connections, ${seconds} s each`);
  for (const load of [...Object.values(ceilings), ...rows.map((row) => row.load)]) await measure({ headers, ...load }, 1);
  for (const against of ['get', 'post'] as const) {
    const before = await measure({ headers, ...ceilings[against] }, seconds);
    console.log(format(`ceiling: bare Fastify ${against.toUpperCase()}`, before, 'ratio 1.00'));
    for (const { name, load } of rows.filter((row) => row.against === against)) {
      const measured = await measure({ headers, ...load }, seconds);
      console.log(format(name, measured, `ratio ${(measured.perSecond / before.perSecond).toFixed(2)}`));
    }
  }
};

/** Inserts invitations directly into the database, because registering a million over HTTP takes too long. */
const fill = async (file: string, testId: number, from: number, to: number): Promise<void> => {
  const store = await openStore({ engine: 'sqlite', file });
  const chunk = 1000;
  for (let start = from; start < to; start += chunk)
    await Promise.all(
      Array.from({ length: Math.min(chunk, to - start) }, (_, offset) => {
        const email = `filler-${start + offset}@example.com`;
        const details = {
          email,
          emailKey: email,
          fullName: 'Filler',
          searchText: email,
          callbackUrl: null,
          redirectUrl: null,
          origin: 'api' as const,
          emailConfirmed: 0 as const,
          now: Date.now(),
        };
        return store.write((tx) => invitations.insertCurrent(tx, { accountId: 1, testId, testLinkId: 0, ...details }));
      }),
    );
  await store.close();
};

const atSize = async (assay: Started, testId: number, size: number): Promise<Measured[]> => {
  const v2 = `${assay.url}/v2/org`;
  const loads: [string, Load][] = [
    ['list tests', { url: `${v2}/tests` }],
    ['report of one', { url: v2, next: () => ({ path: `/v2/org/report/${1 + Math.floor(Math.random() * size)}` }) }],
    [
      'register',
      {
        url: v2,
        method: 'POST',
        next: () => ({
          path: `/v2/org/tests/${testId}/register`,
          body: JSON.stringify({ emailId: `late-${process.pid}-${unique()}@example.com`, fullName: 'Late' }),
        }),
      },
    ],
    ['invitations, first page', { url: `${assay.url}/manage/v1/tests/${testId}/invitations` }],
  ];
  const measured: Measured[] = [];
  for (const [name, load] of loads) {
    await measure({ headers, ...load }, 1);
    const one = await measure({ headers, ...load }, seconds);
    measured.push(one);
    console.log(format(`${name}, ${size.toLocaleString('en')} invitations`, one, ''));
  }
  return measured;
};

const directory = await mkdtemp(join(tmpdir(), 'assay-bench-'));
const environment = { ASSAY_PORT: '0', ASSAY_DATA_DIR: directory, ASSAY_API_KEY: apiKey, ASSAY_LOG_LEVEL: 'warn' };
try {
  const bare = await start(ceiling);
  let assay = await start(server, environment);
  await throughput(assay, bare);
  await bare.stop();
  await assay.stop();
  await rm(directory, { recursive: true });

  console.log('');
  assay = await start(server, environment);
  const { testId } = await seed(assay);
  await assay.stop();
  const file = join(directory, 'assay.db');
  await fill(file, testId, 0, 1000);
  assay = await start(server, environment);
  const small = await atSize(assay, testId, 1000);
  await assay.stop();
  await fill(file, testId, 1000, 1_000_000);
  assay = await start(server, environment);
  const large = await atSize(assay, testId, 1_000_000);
  await assay.stop();
  // The latencies are whole milliseconds, too coarse for a ratio. With all connections busy, throughput is the finer measure.
  const ratios = large.map((one, index) => ((small[index]?.perSecond ?? 0) / one.perSecond).toFixed(2));
  console.log(`time per request, 1,000,000 against 1,000: ${ratios.join(', ')}`);
} finally {
  await rm(directory, { recursive: true, force: true });
}
