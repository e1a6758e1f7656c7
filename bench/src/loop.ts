// The longest time for which one request holds the server's event loop: every operation with bodies and queries at their bounds, and reads of
// tests and attempts that are as large as they may be. As a ratio to a fixed loop of some 50 ms in the same thread. `pnpm bench:loop [pattern]`
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Case, changeCases, largestCases, plainCases, readCases, withoutCase, wrongCases } from './loop-cases.ts';
import { type Held, startMeasured } from './loop-server.ts';
import { fileOf, makeWorld, register, type Send, worldNames } from './loop-worlds.ts';
import { call, headers, testFile } from './workload.ts';

const only = process.argv[2] ?? '';
const times = 3;
/** A case above this part of the fixed loop is measured again, and the least counts: a collection of garbage is of all requests before. */
const again = 0.4;
const shown = 40;
const candidates = 30;

type Measured = Held & { readonly outcome: string };
const results = new Map<string, Measured>();

const directory = await mkdtemp(join(tmpdir(), 'assay-bench-'));
const server = await startMeasured(directory);
const { url, longest, calibrate } = server;
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const loops: Held[] = [];
for (let round = 0; round < 7; round += 1) loops.push(await calibrate());
const unit = (): Held => ({ cpu: median(loops.map(({ cpu }) => cpu)), wall: median(loops.map(({ wall }) => wall)) });

const exchange = async ({ method, path, body }: Case): Promise<{ status: number; text: string }> => {
  const type = body instanceof Uint8Array ? (path.includes('/images') ? 'image/jpeg' : 'application/octet-stream') : 'application/json';
  const sent = body === undefined ? {} : { body: body instanceof Uint8Array ? Uint8Array.from(body) : body };
  const response = await fetch(`${url}${path}`, { method, headers: { ...headers, 'content-type': type }, redirect: 'manual', ...sent });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, text: bytes.toString('utf8') };
};

const keep = (name: string, one: Measured): void => {
  const known = results.get(name);
  if (known === undefined || one.cpu > known.cpu) results.set(name, one);
};

/** The worst of all requests of one name. */
const send: Send = async (name, { method, path, body }) => {
  await longest();
  const { status, text } = await exchange({ name, method, path, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  keep(name, { ...(await longest()), outcome: String(status) });
  const { result, statuscode } = JSON.parse(text) as { result: unknown; statuscode: string };
  if (statuscode !== '200.1' && path !== '/healthz') throw new Error(`${name}: ${method} ${path}: ${statuscode} ${String(result)}`);
  return result;
};

const measure = async (one: Case): Promise<void> => {
  let least: Measured | undefined;
  for (let round = 0; round < times; round += 1) {
    const { status } = await exchange(one).catch(() => ({ status: 0 }));
    const held = { ...(await longest()), outcome: String(status) };
    if (least === undefined || held.cpu < least.cpu) least = held;
    if (held.cpu < again * unit().cpu) break;
  }
  if (least !== undefined) keep(one.name, least);
};

const measureAll = async (cases: readonly Case[], tokens: readonly string[]): Promise<void> => {
  let turn = 0;
  for (const one of cases.filter(({ name }) => name.includes(only))) {
    turn += 1;
    if (turn % 200 === 0) loops.push(await calibrate());
    await measure({ ...one, path: one.path.replace('{token}', tokens[turn % tokens.length] ?? '') });
  }
};

const print = (): void => {
  const { cpu, wall } = unit();
  console.log(`the fixed loop: ${cpu.toFixed(0)} ms of processor time, ${wall.toFixed(0)} ms by the clock; ${results.size} cases`);
  console.log('ratio   processor   by the clock   status');
  const worst = [...results].toSorted(([, one], [, other]) => other.cpu - one.cpu);
  for (const [name, held] of worst.slice(0, shown))
    console.log(
      `${(held.cpu / cpu).toFixed(2).padStart(5)} ${`${held.cpu.toFixed(0)} ms`.padStart(10)} ${`${held.wall.toFixed(0)} ms`.padStart(13)}   ${held.outcome.padEnd(6)} ${held.cpu > cpu ? 'OVER ' : ''}${name}`,
    );
  const over = worst.filter(([, held]) => held.cpu > cpu).length;
  const missing = only === '' ? withoutCase(results.keys()) : [];
  if (missing.length > 0) {
    console.log(`without a case: ${missing.join(', ')}`);
    process.exitCode = 1;
  }
  console.log(`at most the fixed loop: ${over === 0 ? 'OK' : `over in ${over} of ${results.size}`}`);
};

// What was measured until then is shown when it is stopped.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    print();
    process.exit(130);
  });

try {
  const { testId } = await call<{ testId: number }>(`${url}/manage/v1/tests`, 'POST', testFile);
  const link = await call<{ testLinkId: number; testLinkAccessKey: string }>(`${url}/v2/org/tests/${testId}/testlinks`, 'POST', {
    testLinkName: 'Bench',
    accessTime: 0,
    timeZoneId: 190,
  });
  const tokens: string[] = [];
  for (let index = 0; index < candidates; index += 1) tokens.push((await register(send, testId, index)).token);
  const key = link.testLinkAccessKey;
  const ids = {
    testId,
    testLinkId: link.testLinkId,
    key,
    questionId: 1,
    testInvitationId: 1,
    reviewId: 1,
    keyId: 999_999,
    deliveryId: 1,
    imageId: 1,
  };
  // A pattern that names a test is for it alone, any other for requests that need none.
  for (const name of worldNames.filter((one) => one.startsWith(only))) {
    console.error(`the test ${name}`);
    const world = await makeWorld(send, name);
    const [first, second] = world.invitations;
    const seen = (await send(`getAttempt: ${name}`, { method: 'GET', path: `/take/${world.token}/attempt` })) as {
      pictures?: readonly { pictureId: number }[];
    };
    const pictureId = seen.pictures?.[0]?.pictureId ?? 1;
    const query = {
      compareCandidates: `?invitations=${first},${second}`,
      exportComparisonPdf: `?invitations=${first},${second}`,
      listSimilarSubmissions: '?questionId=1&language=javascript',
    };
    await measureAll(readCases(name, { ...ids, pictureId, testId: world.testId, testInvitationId: first ?? 0 }, query), [world.token]);
    await measureAll(
      changeCases(name, world.testId, (duration) => fileOf(name, duration)),
      [world.token],
    );
  }
  await measureAll(largestCases({ testId, testLinkId: link.testLinkId, key }), tokens);
  // These two change whose attempt it is, so they come last.
  const isLast = ({ name }: Case): boolean => /^(?:startAttempt|submitAttempt)/.test(name);
  const wrong = wrongCases(ids);
  await measureAll([...wrong.filter((one) => !isLast(one)), ...wrong.filter(isLast), ...plainCases(ids)], tokens);
} finally {
  print();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}
