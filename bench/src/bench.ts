// Throughput as a ratio to bare Fastify in the same run, and latency with 1,000 and 1,000,000 invitations. `pnpm bench [seconds [connections]]`
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { invitations, openStore } from '@assay/store';
import { type Load, type Measured, measure } from './load.ts';
import { type Started, start } from './processes.ts';
import { candidate, environmentOf, headers, registerLoad, saveLoad, seed, serverOf } from './workload.ts';

const seconds = Number(process.argv[2] ?? 5);
// Group commit shares one disk write among the requests in flight, so results of writes depend on this number.
const connections = process.argv[3] === undefined ? [64, 128] : [Number(process.argv[3])];
const most = Math.max(...connections);
const ceiling = fileURLToPath(new URL('ceiling.ts', import.meta.url));

const format = (name: string, { perSecond, p50, p99, cpu }: Measured, ratio: string): string =>
  `${name.padEnd(34)} ${Math.round(perSecond).toLocaleString('en').padStart(8)}/s  p50 ${p50} ms  p99 ${p99} ms  CPU ${cpu.toFixed(0)} µs  ${ratio}`;

const throughput = async (assay: Started, bare: Started): Promise<void> => {
  const seeded = await seed({ url: assay.url, environment });
  const { testId, testLinkId, reportId } = seeded;
  const v2 = `${assay.url}/v2/org`;
  const rows: { name: string; against: 'get' | 'post'; load: Load }[] = [
    { name: 'list tests', against: 'get', load: { url: `${v2}/tests`, headers } },
    { name: 'get link', against: 'get', load: { url: `${v2}/tests/${testId}/testlinks/${testLinkId}`, headers } },
    { name: 'report', against: 'get', load: { url: `${v2}/report/${reportId}`, headers } },
    { name: 'register (each a new candidate)', against: 'post', load: registerLoad(assay.url, seeded) },
    { name: 'save answer (each a new revision)', against: 'post', load: saveLoad(assay.url, seeded) },
  ];
  const ceilings: Record<'get' | 'post', Load> = {
    get: { url: `${bare.url}/get` },
    post: { url: `${bare.url}/post`, method: 'POST', next: () => ({ body: candidate() }) },
  };
  for (const load of Object.values(ceilings)) await measure(load, { connections: most, seconds: 1, of: bare });
  for (const { load } of rows) await measure(load, { connections: most, seconds: 1, of: assay });
  for (const count of connections) {
    console.log(`${count} connections, ${seconds} s each`);
    for (const against of ['get', 'post'] as const) {
      const before = await measure(ceilings[against], { connections: count, seconds, of: bare });
      console.log(format(`ceiling: bare Fastify ${against.toUpperCase()}`, before, 'ratio 1.00'));
      for (const { name, load } of rows.filter((row) => row.against === against)) {
        const measured = await measure(load, { connections: count, seconds, of: assay });
        console.log(format(name, measured, `ratio ${(measured.perSecond / before.perSecond).toFixed(2)}`));
      }
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
    ['list tests', { url: `${v2}/tests`, headers }],
    ['report of one', { url: v2, headers, next: () => ({ path: `/v2/org/report/${1 + Math.floor(Math.random() * size)}` }) }],
    ['register', registerLoad(assay.url, { testId })],
    ['invitations, first page', { url: `${assay.url}/manage/v1/tests/${testId}/invitations`, headers }],
  ];
  const measured: Measured[] = [];
  for (const [name, load] of loads) {
    await measure(load, { connections: most, seconds: 1, of: assay });
    const one = await measure(load, { connections: most, seconds, of: assay });
    measured.push(one);
    console.log(format(`${name}, ${size.toLocaleString('en')} invitations`, one, ''));
  }
  return measured;
};

const directory = await mkdtemp(join(tmpdir(), 'assay-bench-'));
const environment = environmentOf(directory);
try {
  const bare = await start(ceiling);
  let assay = await start(serverOf(), environment);
  await throughput(assay, bare);
  await bare.stop();
  await assay.stop();
  await rm(directory, { recursive: true });

  console.log('');
  assay = await start(serverOf(), environment);
  const { testId } = await seed({ url: assay.url, environment });
  await assay.stop();
  const file = join(directory, 'assay.db');
  await fill(file, testId, 0, 1000);
  assay = await start(serverOf(), environment);
  const small = await atSize(assay, testId, 1000);
  await assay.stop();
  await fill(file, testId, 1000, 1_000_000);
  assay = await start(serverOf(), environment);
  const large = await atSize(assay, testId, 1_000_000);
  await assay.stop();
  // The latencies are whole milliseconds, too coarse for a ratio. With all connections busy, throughput is the finer measure.
  const ratios = large.map((one, index) => ((small[index]?.perSecond ?? 0) / one.perSecond).toFixed(2));
  console.log(`time per request, 1,000,000 against 1,000: ${ratios.join(', ')}`);
} finally {
  await rm(directory, { recursive: true, force: true });
}
