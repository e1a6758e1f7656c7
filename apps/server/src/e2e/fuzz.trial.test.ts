import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { Worker } from 'node:worker_threads';
import { type CandidateOperation, FailureEnvelope, joinOperations, type Operation, operations, takeOperations } from '@assay/domain';
import { smallestBodies, smallestCandidateBodies } from '@assay/operations/testing';
import { inParallel, repetitions, until } from '@assay/testing';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { apiOf } from './support/api.ts';
import { type HostileRequest, hostileRequests, type Target } from './support/hostile.ts';
import { call } from './support/http.ts';
import { it, type ServerProcess, withLanguages } from './support/server-process.ts';
import { smallTestFile } from './support/small-test.ts';

const apiKey = 'fuzz-fuzz-fuzz-fuzz-fuzz-fuzz-fuzz-fuzz';
const lanes = 16;

const namesOf = (schema: unknown): string[] => (schema instanceof z.core.$ZodObject ? Object.keys(schema._zod.def.shape) : []);

const validBodies: Readonly<Record<string, object | undefined>> = { ...smallestBodies, ...smallestCandidateBodies };

const targetOf = ({ name, method, path, body, query }: Operation | CandidateOperation): Target => ({
  method,
  path,
  optional: namesOf(body),
  query: namesOf(query),
  ...(body === undefined ? {} : { body: validBodies[name] ?? {} }),
});

/** Pages and files that no contract declares. */
const others = [
  '/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/docs',
  '/openapi.json',
  '/take/{token}',
  '/report/{report}',
  '/assets/{file}',
  '/join',
  '/v2/{x}',
];

const targets: readonly Target[] = [
  ...[...Object.values(operations), ...Object.values(takeOperations), ...Object.values(joinOperations)].map(targetOf),
  ...others.map((path) => ({ method: 'GET', path, optional: [], query: [] })),
];

type Response = { readonly status: number; readonly mediaType: string; readonly text: string };

const describeRequest = ({ method, path, headers, body }: HostileRequest): string =>
  `${method} ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 500)} ${body?.subarray(0, 300).toString()}`;

const agent = new Agent({ keepAlive: true, maxSockets: lanes });

const send = (url: string, { method, path, headers, body }: HostileRequest): Promise<Response> =>
  new Promise((resolve, reject) => {
    const sending = request(
      `${url}${path}`,
      { method, agent, headers: { ...headers, ...(body && { 'content-length': body.length }) } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            mediaType: String(response.headers['content-type'] ?? ''),
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    // A server that refuses a body early closes the connection while the rest is still being sent; its response has been read by then.
    sending.on('error', (cause) => reject(new Error(describeRequest({ method, path, headers, body }), { cause })));
    sending.end(body);
  });

/** An account with tests, links, candidates in each state and spare keys, so that requests come past the first checks. */
const fill = async (server: ServerProcess) => {
  const api = apiOf(server, apiKey);
  const file = smallTestFile(4);
  const testIds = [await api.importTest(file), await api.importTest({ ...file, key: 'kept' })].map(({ testId }) => testId);
  const [testId = 0] = testIds;
  const link = await api.createLink(testId, { testLinkName: 'Fuzz', accessTime: 0, timeZoneId: 190, imageProctoring: 1 });
  const keys: { keyId: number; apiKey: string }[] = [];
  for (const name of ['read', 'invite', 'manage']) keys.push(await api.post('/manage/v1/keys', { name, scopes: [name] }));
  const spares = await inParallel([...Array(8).keys()], 4, (index) =>
    api.post<{ keyId: number }>('/manage/v1/keys', { name: `spare ${index}`, scopes: ['read'] }),
  );
  const invited = await inParallel([...Array(24).keys()], 8, (index) =>
    api.register(testIds[index % 2] ?? testId, `fuzz-${index}@example.com`),
  );
  const tokens = invited.map(({ takeTestURL }) => new URL(takeTestURL).pathname.split('/').at(-1) ?? '');
  await inParallel(tokens.slice(0, 16), 8, (token) => call(`${server.url}/take/${token}/start`, { method: 'POST', body: {} }));
  await inParallel(tokens.slice(12, 16), 4, (token) => call(`${server.url}/take/${token}/submit`, { method: 'POST', body: {} }));
  const ids: Readonly<Record<string, readonly string[]>> = {
    testId: testIds.map(String),
    testLinkId: [String(link.testLinkId)],
    testInvitationId: invited.map(({ testInvitationId }) => String(testInvitationId)),
    keyId: spares.map(({ keyId }) => String(keyId)),
    questionId: ['1', '2', '3', '4'],
    token: [...tokens, `${tokens[0]}x`],
    key: [link.testLinkAccessKey ?? ''],
    deliveryId: ['1', '2', '3'],
    imageId: ['1'],
  };
  return { ids, keys: [apiKey, ...keys.map((one) => one.apiKey)] };
};

/** What the process uses. Not what it holds: V8 keeps the pages that it has once had. */
const usedBytes = async (url: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
  return read('nodejs_heap_size_used_bytes') + read('nodejs_external_memory_bytes');
};

/** Milliseconds that `/healthz` takes, one call after the other, while `work` runs; sorted. */
const healthBeside = async (url: string, work: () => Promise<void>): Promise<readonly number[]> => {
  const watch = new Worker(new URL('./support/health-watch.ts', import.meta.url), { workerData: url });
  try {
    await work();
    watch.postMessage('stop');
    const [times] = (await once(watch, 'message')) as [readonly number[]];
    return times;
  } finally {
    await watch.terminate();
  }
};

describe('hostile requests to every route', () => {
  it('get an envelope or a page and never a 5xx; afterwards memory and keys are as before', async ({ servers }) => {
    const seed = Number(process.env.ASSAY_FUZZ_SEED ?? randomInt(2 ** 31));
    const server = await servers.start({ ...withLanguages, ASSAY_DATA_DIR: await servers.directory(), ASSAY_API_KEY: apiKey });
    const { ids, keys } = await fill(server);
    const { url } = server;
    const faults: string[] = [];
    const reached = new Map<string, number>();

    const attack = (round: number, perRoute: number): Promise<unknown> => {
      const requests = targets.flatMap((target, index) =>
        fc
          .sample(
            hostileRequests(target, keys, (name) => ids[name] ?? []),
            { numRuns: perRoute, seed: seed + round * 1000 + index },
          )
          .map((one) => ({ target, one })),
      );
      // In any order, as they would come: those of one route at the same time would measure that route.
      const [shuffled = []] = fc.sample(fc.shuffledSubarray(requests, { minLength: requests.length }), { numRuns: 1, seed: seed + round });
      return inParallel(shuffled, lanes, async ({ target, one }) => {
        const { status, mediaType, text } = await send(url, one);
        const title = `${target.method} ${target.path}`;
        if (status === 200) reached.set(title, (reached.get(title) ?? 0) + 1);
        const isEnvelope = mediaType.startsWith('application/json') && FailureEnvelope.safeParse(JSON.parse(text || 'null')).success;
        const told = one.method === 'HEAD' || isEnvelope || mediaType.startsWith('text/html') || mediaType.startsWith('text/plain');
        if (status >= 500 || (status >= 400 && !told))
          faults.push(`seed ${seed}: ${status} ${describeRequest(one)} → ${text.slice(0, 200)}`);
      });
    };

    const perRoute = repetitions(12, Math.ceil(20_000 / targets.length / 10));
    // Fonts, caches and compiled code come with the first requests and stay.
    await attack(0, repetitions(8, perRoute));
    const before = await usedBytes(url);
    const times = await healthBeside(url, async () => {
      for (let round = 1; round <= repetitions(1, 10); round += 1) await attack(round, perRoute);
    });

    expect(faults.slice(0, 10), `${faults.length} faults`).toEqual([]);
    expect(server.errors).toEqual([]);
    // Otherwise a request has revoked the key, and the rest was refused at the door.
    expect((await call(`${url}/manage/v1/account`, { key: apiKey })).status).toBe(200);
    expect(reached.size).toBeGreaterThan(targets.length / 2);
    if (process.env.TRIALS !== 'full') return;
    const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
    process.stdout.write(`${perRoute * 10 * targets.length} requests, /healthz p99 ${p99.toFixed(1)} ms\n`);
    expect(p99).toBeLessThan(100);
    // Garbage is collected when more comes, so requests go on until it was.
    let round = 100;
    await until('memory within 30 % of before', async () => {
      round += 1;
      await attack(round, 10);
      return (await usedBytes(url)) < before * 1.3 ? true : undefined;
    });
  });
});
